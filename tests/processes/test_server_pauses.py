"""A server that was stopped for a while, or killed, takes nobody's turn away."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import sleep
from typing import Any

from tests.support.load_player import asked, looked_at
from tests.support.restarts import Nursery

LIMIT = 6
"""Seconds for a turn; it gets one more before it is taken."""
TOKENS = ("a" * 43, "b" * 43)


def begun(url: str) -> str:
    """A table at which Bob's turn runs."""
    opening = {"edition": f"mini time={LIMIT}", "games": 2, "players": ["Ada", None]}
    opened = asked(url, "/api/tables", opening, TOKENS[0])
    table: str = opened["id"]
    joining = {"invitation": opened["invitation"], "name": "Bob"}
    asked(url, f"/api/tables/{table}/join", joining, TOKENS[1])
    asked(url, f"/api/tables/{table}/moves", {"key": "c", "moves": 0, "move": "code RRR"}, TOKENS[0])
    return table


def stopped(nursery: Nursery) -> dict[str, Any]:
    """The view after the server was stopped for longer than a turn has."""
    nursery.start()
    nursery.reachable()
    table = begun(nursery.url)
    os.kill(nursery.server, signal.SIGSTOP)
    sleep(LIMIT + 1.5)
    os.kill(nursery.server, signal.SIGCONT)
    # Several looks, so that the clock is looked at between them.
    view: dict[str, Any] = {}
    for _ in range(3):
        view = looked_at(nursery.url, f"/api/tables/{table}")
        sleep(0.25)
    return view


def test_a_pause_of_the_process_and_a_restart_cost_nobody_a_turn(tmp_path: Path) -> None:
    with Nursery(tmp_path, "safe") as nursery:
        view = stopped(nursery)
        assert view["game"]["rows"] == []
        assert 0 < view["clock"]["left"] <= LIMIT * 1000
        nursery.kill()
        nursery.start()
        nursery.reachable()
        guess = {"key": "g", "moves": 1, "move": "guess RRB"}
        answer = asked(nursery.url, f"/api/tables/{view['id']}/moves", guess, TOKENS[1])
        assert answer["feedback"] == "2+0"


def test_a_clock_that_counts_the_pause_is_caught(tmp_path: Path) -> None:
    with Nursery(tmp_path, "hasty") as nursery:
        assert stopped(nursery)["game"]["rows"] == [{"guess": None, "feedback": None}]
