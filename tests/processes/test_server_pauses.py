"""A server that was stopped for a while, or killed, takes nobody's turn away."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import sleep

import pytest

from tests.support.load_player import get, new_key, post, tokens
from tests.support.restarts import ServerLauncher

LIMIT = 4
"""Seconds for a turn; it gets one more before it is taken."""


def begun(url: str) -> str:
    """A table at which Bob's turn runs."""
    opening = {"key": new_key(), "edition": f"mini time={LIMIT}", "games": 2, "players": ["Ada", None]}
    opened = post(url, "/api/tables", opening, tokens(url)[0])
    table: str = opened["id"]
    joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
    post(url, f"/api/tables/{table}/join", joining, tokens(url)[1])
    post(url, f"/api/tables/{table}/moves", {"key": "c", "moves": 0, "move": "code RRR"}, tokens(url)[0])
    return table


@pytest.mark.night
def test_a_pause_of_the_process_and_a_restart_cost_nobody_a_turn(tmp_path: Path) -> None:
    for name in ("safe", "hasty"):
        (tmp_path / name).mkdir()
    with (
        ServerLauncher(tmp_path / "safe", "safe") as safe,
        ServerLauncher(tmp_path / "hasty", "hasty") as hasty,
    ):
        tables = {}
        for launcher in (safe, hasty):
            launcher.start()
            launcher.wait_until_reachable()
            tables[launcher] = begun(launcher.url)
            os.kill(launcher.server, signal.SIGSTOP)
        sleep(LIMIT + 1.5)
        for launcher in (safe, hasty):
            os.kill(launcher.server, signal.SIGCONT)
        for _ in range(3):
            # Several looks, so that the clock is looked at between them.
            views = [get(launcher.url, f"/api/tables/{tables[launcher]}") for launcher in (safe, hasty)]
            sleep(0.25)
        assert views[0]["game"]["rows"] == []
        assert 0 < views[0]["clock"]["left"] <= LIMIT * 1000
        assert views[1]["game"]["rows"] == [{"guess": None, "feedback": None}], "the broken twin is caught"
        safe.kill()
        safe.start()
        safe.wait_until_reachable()
        guess = {"key": "g", "moves": 1, "move": "guess RRB"}
        answer = post(safe.url, f"/api/tables/{tables[safe]}/moves", guess, tokens(safe.url)[1])
        assert answer["feedback"] == "2+0"
