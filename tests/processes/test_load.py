"""The loader of bench/ puts a load on a real server, and every move it counts is kept."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("looking at processes needs /proc", allow_module_level=True)

from tests.support.terminal import PATIENCE

LOADER = Path(__file__).resolve().parents[2] / "bench" / "load.py"


@pytest.mark.night
def test_a_small_load_is_answered_and_kept() -> None:
    shown = subprocess.run(
        [sys.executable, str(LOADER), "--matches", "4", "--rate", "40", "--seconds", "1"],
        capture_output=True,
        text=True,
        check=True,
        timeout=6 * PATIENCE,
    ).stdout
    assert "4, 8 sockets" in shown
    assert re.search(r"^sockets +0 lost$", shown, flags=re.MULTILINE)
    assert re.search(r"; 0 refused$", shown, flags=re.MULTILINE)
    kept = re.search(r"^kept +(\d+) moves are in the archive, (\d+) were answered$", shown, re.MULTILINE)
    assert kept is not None
    assert kept[1] == kept[2] != "0"
