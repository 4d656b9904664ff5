"""A server that was stopped for a while, or killed, takes nobody's turn away."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import sleep
from typing import Any

from tests.support.load_player import get, post
from tests.support.restarts import ServerLauncher

LIMIT = 6
"""Seconds for a turn; it gets one more before it is taken."""
TOKENS = ("a" * 43, "b" * 43)


def begun(url: str) -> str:
    """A table at which Bob's turn runs."""
    opening = {"edition": f"mini time={LIMIT}", "games": 2, "players": ["Ada", None]}
    opened = post(url, "/api/tables", opening, TOKENS[0])
    table: str = opened["id"]
    joining = {"invitation": opened["invitation"], "name": "Bob"}
    post(url, f"/api/tables/{table}/join", joining, TOKENS[1])
    post(url, f"/api/tables/{table}/moves", {"key": "c", "moves": 0, "move": "code RRR"}, TOKENS[0])
    return table


def stopped(launcher: ServerLauncher) -> dict[str, Any]:
    """The view after the server was stopped for longer than a turn has."""
    launcher.start()
    launcher.wait_until_reachable()
    table = begun(launcher.url)
    os.kill(launcher.server, signal.SIGSTOP)
    sleep(LIMIT + 1.5)
    os.kill(launcher.server, signal.SIGCONT)
    # Several looks, so that the clock is looked at between them.
    view: dict[str, Any] = {}
    for _ in range(3):
        view = get(launcher.url, f"/api/tables/{table}")
        sleep(0.25)
    return view


def test_a_pause_of_the_process_and_a_restart_cost_nobody_a_turn(tmp_path: Path) -> None:
    with ServerLauncher(tmp_path, "safe") as launcher:
        view = stopped(launcher)
        assert view["game"]["rows"] == []
        assert 0 < view["clock"]["left"] <= LIMIT * 1000
        launcher.kill()
        launcher.start()
        launcher.wait_until_reachable()
        guess = {"key": "g", "moves": 1, "move": "guess RRB"}
        answer = post(launcher.url, f"/api/tables/{view['id']}/moves", guess, TOKENS[1])
        assert answer["feedback"] == "2+0"


def test_a_clock_that_counts_the_pause_is_caught(tmp_path: Path) -> None:
    with ServerLauncher(tmp_path, "hasty") as launcher:
        assert stopped(launcher)["game"]["rows"] == [{"guess": None, "feedback": None}]
