"""The work for a guess depends on its answer and not on the code, so its time cannot tell more.

Time itself is too noisy to compare. Instead every line that the program runs for a guess is noted.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest

import codepegs
from codepegs.rules import Code, Feedback, find_edition, game, mark
from codepegs.server import lobby
from codepegs.table import registry
from tests.support.world import World, world

MINI = find_edition("mini").with_rules(colours=4)
GUESS = MINI.code("RRG")
WATCHED = (str(Path(codepegs.__file__).parent), __file__)
Lines = tuple[tuple[str, int], ...]


@contextmanager
def noted_lines() -> Iterator[list[tuple[str, int]]]:
    """Note all lines of this program that this thread runs during the block."""
    found: list[tuple[str, int]] = []

    def watch(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(WATCHED):
            return None
        if event == "line":
            found.append((Path(frame.f_code.co_filename).name, frame.f_lineno))
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        yield found
    finally:
        sys.settrace(before)


def work_for_a_guess(here: World, code: Code) -> Lines:
    """Let Ada hide a code, and return the lines that run when Bob guesses."""
    table = here.seated("mini colours=4")
    here.play(table, "Ada", f"code {MINI.spell(code)}")
    headers = {**here.headers("Bob"), "host": "testserver", "content-type": "application/json"}
    body = {"key": "guess", "moves": 1, "move": f"guess {MINI.spell(GUESS)}"}
    path = f"/api/tables/{table}/moves"
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), text.encode()) for name, text in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }
    received = [{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return received.pop() if received else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    async def guess() -> Lines:
        with noted_lines() as found:
            await here.client.app(scope, receive, send)
        assert sent[0]["status"] == 200, sent
        return tuple(found)

    assert here.client.portal is not None
    return here.client.portal.call(guess)


def works_by_answer() -> dict[Feedback, set[Lines]]:
    """Return the works for a guess at every code, by the answer to it."""
    found: defaultdict[Feedback, set[Lines]] = defaultdict(set)
    # Clocks and challenges tick in between, at times of their own.
    with (
        patch.object(registry, "TICK_SECONDS", 3600.0),
        patch.object(lobby, "INTERVAL", 3600.0),
        world() as here,
    ):
        for code in MINI.codes():
            answer = mark(GUESS, code)
            if answer not in found:
                work_for_a_guess(here, code)  # fills the caches
            found[answer].add(work_for_a_guess(here, code))
    return found


def test_the_work_for_a_guess_depends_on_its_answer_alone() -> None:
    works = works_by_answer()
    assert len(works) == 8
    assert {answer for answer, lines in works.items() if len(lines) > 1} == set()


def _peg_by_peg(guess: Code, secret: Code) -> Feedback:
    places = zip(guess.pegs, secret.pegs, strict=True)
    for peg, hidden in places:
        if peg != hidden:
            break
    return mark(guess, secret)


def test_marking_that_stops_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    marking: Callable[[Code, Code], Feedback] = _peg_by_peg
    monkeypatch.setattr(game, "mark", marking)
    assert any(len(lines) > 1 for lines in works_by_answer().values())
