"""`--json` prints what the server sends, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.world import World
from tests.unit.cli.conftest import Run
from tests.unit.server.learn.test_routes import ask, guessing, here

__all__ = ["here"]


def test_a_review(here: World, run: Run, tmp_path: Path) -> None:
    table = guessing(here, "RRY", "KKB", "RGB")
    file = tmp_path / "match.pegs"
    file.write_text(ask(here, f"/api/tables/{table}/record").text)
    sent = ask(here, f"/api/tables/{table}/review?game=1").content
    assert run("review", file, "--json").stdout_bytes == sent + b"\n"


@pytest.mark.parametrize(("name", "steps"), [("nudge", 1), ("colours", 2), ("guess", 3)])
def test_a_hint(here: World, run: Run, name: str, steps: int) -> None:
    table = guessing(here, "RRY", "KKB")
    for step in range(1, steps + 1):
        here.play(table, "Bob", f"hint {step}")
    sent = ask(here, f"/api/tables/{table}/hint?plan=RRR", "Bob").content
    words = ("--once", "mini / RRY 1+0 / KKB 1+0", "--plan", "RRR", "--step", name)
    assert run("solve", *words, "--json").stdout_bytes == sent + b"\n"


def test_a_puzzle(here: World, run: Run) -> None:
    name = "one-code:mini:YYK=1+0,BYW=0+1,KYR=0+1,KKG=0+1:df21"
    sent = ask(here, f"/api/puzzles/{name}").content
    assert run("puzzle", name, "--json").stdout_bytes == sent + b"\n"
