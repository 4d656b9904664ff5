"""Loads and attacks of bench/: no acknowledged move is lost, and others play on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("looking at processes needs /proc", allow_module_level=True)

from tests.support.rounds import ROUNDS

BENCH = Path(__file__).resolve().parents[2] / "bench"
pytestmark = [pytest.mark.night, pytest.mark.timeout(600 + 120 * ROUNDS)]


def run(script: str, *options: str) -> str:
    shown = subprocess.run(
        [sys.executable, BENCH / script, *options], capture_output=True, text=True, check=False
    )
    print(shown.stdout)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    return shown.stdout


def test_a_load_is_answered_and_kept() -> None:
    shown = run("load.py", "--matches", "4", "--rate", "40", "--seconds", str(ROUNDS))
    assert "4, 8 sockets" in shown
    assert re.search(r"^sockets +0 lost$", shown, flags=re.MULTILINE)
    assert re.search(r"; 0 refused$", shown, flags=re.MULTILINE)
    kept = re.search(r"^kept +(\d+) moves are in the archive, (\d+) were answered$", shown, re.MULTILINE)
    assert kept is not None
    assert kept[1] == kept[2] != "0"


def test_others_play_on_during_attacks() -> None:
    run("abuse.py", "--seconds", str(1.5 * ROUNDS), "--games", "6")
