"""Claims at the table: a thread finds their rows, and the keys go on working."""

from __future__ import annotations

from threading import Event, Thread, current_thread, main_thread

import pytest

from codepegs.rules import Answers, Board, Claim, Code, Guess, Match, find_claim
from codepegs.tui.match import screen
from tests.support.match_host import Host, match_of, play, until
from tests.support.strategies import played


def claimable() -> Match:
    """A match in which Ada's row was answered by the computer, so that she may claim."""
    match = match_of("mini", players=("computer expert", "Ada"), answers=Answers.HAND)
    return played(match, "code AAA", "guess AAB 2+0")


class Search:
    """Finds the rows of a claim when it is let go, and notes the threads that asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.threads = Event(), list[Thread]()
        monkeypatch.setattr(screen, "find_claim", self)

    def __call__(self, board: Board, revealed: Code | None) -> Claim:
        self.threads.append(current_thread())
        assert self.threads[-1] is not main_thread(), "The search blocks the keys."
        assert self.go.wait(20)
        return find_claim(board, revealed)


async def test_a_claim_is_searched_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    app, search = Host(claimable()), Search(monkeypatch)
    async with play(app) as pilot:
        await pilot.press(*"rg", "f3")
        await until(pilot, lambda: bool(search.threads))
        await pilot.press("f3", "f3", "b")
        search.go.set()
        await until(pilot, lambda: "cannot prove a mistake" in app.text)
        assert len(search.threads) == 1
        assert app.saved == []
        # The row that was typed is as it was, and can be played.
        await pilot.press("enter")
        assert [type(move) for move in app.saved] == [Guess]


async def test_a_proven_claim_is_saved_with_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    app, search = Host(played(claimable(), "guess AAB 0+0")), Search(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: bool(search.threads))
        assert app.saved == []
        search.go.set()
        await until(pilot, lambda: app.saved == [Claim((1, 2))])
        await pilot.pause()
        assert app.board.marked == {1, 2}


async def test_a_guess_during_the_search_cancels_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    app, search = Host(played(claimable(), "guess AAB 0+0")), Search(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: bool(search.threads))
        await pilot.press(*"rgb", "enter")
        search.go.set()
        await until(pilot, lambda: "changed meanwhile" in app.text)
        assert not any(isinstance(move, Claim) for move in app.saved)


async def test_leaving_during_the_search_cancels_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    app, search = Host(claimable()), Search(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("f3")
        await until(pilot, lambda: bool(search.threads))
        await pilot.press("escape")
        await until(pilot, lambda: app.left is not None)
        search.go.set()
        await pilot.pause()
        assert app.saved == []
        assert app.left == app.match


async def test_a_claim_that_is_not_yours_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("mini", players=("Ada", "computer expert"), answers=Answers.HAND)
    app = Host(played(match, "code AAA", "guess AAB 2+0"))
    search = Search(monkeypatch)
    async with play(app) as pilot:
        await pilot.press("space", "f3")
        assert "Only your opponent can do that" in app.text
        assert search.threads == []
