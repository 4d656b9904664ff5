"""Claims at the table: decided beside the keys, whatever they take."""

from __future__ import annotations

from threading import Event, Thread, current_thread, main_thread
from typing import Any

import pytest

from codepegs.rules import Answers, Claim, Contradiction, Guess, Match
from codepegs.rules.board import Board
from codepegs.rules.claim import contradiction
from codepegs.tui.turnclock import TurnClock
from tests.strategies import played
from tests.tui.table.host import Host, match_of, play, until


def claimable(**rules: Any) -> Match:
    """A match in which Ada's row was answered by the computer, so that she may claim."""
    match = match_of("mini", players=("computer expert", "Ada"), answers=Answers.HAND, **rules)
    return played(match, "code AAA", "guess AAB 2+0")


class Judge:
    """Decides a claim when it is let go, in the thread that asks, and notes which one that was."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.threads = Event(), list[Thread]()
        monkeypatch.setitem(Match.play.__kwdefaults__ or {}, "judge", self)

    def __call__(self, board: Board) -> Contradiction | None:
        self.threads.append(current_thread())
        assert self.threads[-1] is not main_thread(), "The keys are held up."
        assert self.go.wait(20)
        return contradiction(board)


async def test_a_claim_is_decided_beside_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    app, judge = Host(claimable(time_limit=60), clock=lambda: now[0]), Judge(monkeypatch)
    async with play(app) as pilot:
        now[0] = 10
        await pilot.press(*"rg", "f3")
        await until(pilot, lambda: bool(judge.threads))
        assert "The claim is being decided" in app.text
        assert "F3 claim" not in app.text
        now[0] = 50
        await pilot.press("f3", "b", "enter", "f8", "f5")
        assert app.kept == []
        judge.go.set()
        await until(pilot, lambda: "nothing to show yet" in app.text)
        assert len(judge.threads) == 1
        assert "Time left 0:50" in app.text
        assert "F3 claim" in app.text
        # The row that was typed is as it was, and can be played.
        await pilot.press("enter")
        assert [type(move) for move in app.kept] == [Guess]


async def test_a_claim_that_shows_something_is_kept_when_it_is_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, judge = Host(played(claimable(), "guess AAB 0+0")), Judge(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: bool(judge.threads))
        assert app.kept == []
        judge.go.set()
        await until(pilot, lambda: app.kept == [Claim()])
        await pilot.pause()
        assert app.board.marked == {1, 2}


def test_a_turn_is_spared_a_minute_and_no_more() -> None:
    now = [0.0]
    clock = TurnClock(lambda: now[0], limit=100)
    clock.start()
    for left in (100, 80):
        clock.hold()
        now[0] += 40
        clock.go_on()
        assert clock.left == left
    clock.stop()
    clock.start()
    assert clock.left == 100


async def test_whoever_leaves_while_a_claim_is_decided_has_not_made_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app, judge = Host(claimable()), Judge(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: bool(judge.threads))
        await pilot.press("escape")
        await until(pilot, lambda: app.left is not None)
        judge.go.set()
        await pilot.pause()
        assert app.kept == []
        assert app.left == app.match


async def test_a_claim_that_is_not_yours_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("mini", players=("Ada", "computer expert"), answers=Answers.HAND)
    app = Host(played(match, "code AAA", "guess AAB 2+0"))
    judge = Judge(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("space", "f3")
        assert "for your opponent to do" in app.text
        assert judge.threads == []
