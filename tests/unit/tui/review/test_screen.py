"""The review of finished games in the application: figures, reasons, a plot, sums; in a thread, stoppable."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.widgets import Static

from codepegs.analysis import evaluator, review_match
from codepegs.analysis.review.review import review_game
from codepegs.notation.sentences import spell_out
from codepegs.rules import Agreement, Edition, find_edition
from codepegs.table.local import LocalSeat
from codepegs.tui.review.screen import ReviewScreen
from codepegs.tui.review.text import figures
from tests.support.application import SMALL, User, archive_match, open_context, play
from tests.support.match_host import until
from tests.support.strategies import alone, played, two

CLASSIC = find_edition("classic-1")
OVER = played(
    two(CLASSIC),
    "code AABC",
    "guess ABCD",
    "guess AACB",
    "guess AABC",
    "code DEFA",
    "guess DDEE",
    "guess DEFA",
)


def said(user: User) -> str:
    """All that is said beside the board, on one line."""
    return " ".join(str(user.app.screen.query_one("#words", Static).render()).split())


def told(user: User) -> str:
    """The line that says how far it is."""
    return str(user.app.screen.query_one("#progress", Static).render())


async def test_nobody_is_awaited_in_the_review_of_a_solo_game(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(alone(CLASSIC), "code AABC", "guess ABCD", "give up"))
    async with play(context, size=SMALL) as user:
        await user.press("m", "v", "enter", "home")
        assert said(user) == "Ada tries to crack the code. Start of the game."
        await user.press("right", "right")
        assert "Row 1: " in said(user)
        assert "Waiting" not in said(user)


async def test_each_row_shows_the_analysis_of_the_library(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    found = review_match(OVER)
    first, last = found.games
    row = first.rows[1]
    assert row.grade is not None
    async with play(context, size=SMALL) as user:
        await user.press("m", "v", "right", "right", "right")
        assert "Codes left: 132 before this guess, 3 after." in user.seen
        assert f"Grade: {row.grade.value}, " in user.seen
        assert "Codes left, on a log scale" in user.seen
        words = said(user)
        assert "RRYB can't be the code: row 1 got 1 black, 2 white" in words
        for sentence in row.words[:-1]:
            assert spell_out(sentence) in words
        assert told(user) == ""
        await user.press(*["pagedown"] * 3)
        assert "s to see the code" in user.seen
        await user.press("pageup", "pageup", "pageup")
        assert "Game 1 of 2" in user.seen
        # The best play ends with the code, so it appears with the code.
        assert "Best play from here" not in said(user)
        assert "RRBY" not in said(user)
        await user.press("s")
        assert "Best play from here: " in said(user)
        assert "RRBY 4+0." in said(user)
        # Totals of the game after its last move, and of the match at the end.
        await user.press("right")
        for sentence in (*first.words, *first.made.words):
            assert spell_out(sentence) in said(user)
        assert "The match" not in said(user)
        await user.press("end")
        for sentence in (*last.words, *found.words):
            assert spell_out(sentence) in said(user)


async def test_c_copies_the_result_of_the_game_on_the_screen(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    async with play(context, size=SMALL) as user:
        await user.press("m", "v")
        assert "c copy result" in user.seen.splitlines()[-1]
        await user.press("c")
        assert user.app.clipboard.startswith("codepegs · Classic\n3/10 · par ")
        await user.press("enter", "down")
        assert "c copy" in user.seen.splitlines()[-1]
        await user.click_key("copy")
        assert user.app.clipboard.startswith("codepegs · Classic\n2/10 · par ")
        assert len(user.notifications) == 2


def test_hints_are_told_beside_their_row() -> None:
    terms = Agreement(find_edition("mini"), ("Ada", "Bob"), 1, hints=True)
    [game] = review_match(played(terms, "code ABC", "hint 1", "hint 2", "guess ABC")).games
    assert "Hints taken: steps 1 and 2." in map(str, figures(game, game.rows[0]))


async def test_a_game_that_goes_on_is_not_judged(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(two(CLASSIC), "code AABC", "guess AABC", "code DEFA", "guess DDEE"))
    async with play(context) as user:
        await user.press("m", "v", "end", "s")
        screen = user.app.screen
        assert isinstance(screen, ReviewScreen)
        assert [*screen._over] == [*screen._reviews] == [0]
        assert "Codes left" not in said(user)
        await user.press("home", "right", "right")
        assert "Codes left" in said(user)


@pytest.mark.parametrize("by_mouse", [False, True])
async def test_the_end_of_a_game_leads_to_its_review_and_back(tmp_path: Path, by_mouse: bool) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(two(find_edition("mini")), "code ABC"))
    async with play(context) as user:
        await user.press("r", "enter", "f2", *"rby")
        await user.press("f6")
        assert user.screen == "MatchScreen"
        await user.press("enter")
        await (user.click_key("review") if by_mouse else user.press("f6"))
        assert user.screen == "ReviewScreen"
        await user.settle()
        await user.press("end", "up", "right", "right")
        assert "Grade: " in said(user)
        await user.press("escape")
        assert user.screen == "MatchScreen"


async def test_a_table_whose_record_does_not_read_has_no_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nonsense(_: LocalSeat) -> str:
        return "nonsense"

    monkeypatch.setattr(LocalSeat, "record", nonsense)
    context = open_context(tmp_path)
    archive_match(context, played(two(find_edition("mini")), "code ABC"))
    async with play(context) as user:
        await user.press("r", "enter", "f2", *"rby", "f6", "enter", "f6")
        await user.settle()
        assert user.screen == "MatchScreen"
        assert "Line 1: " in user.seen


async def test_the_analysis_can_be_stopped_and_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = open_context(tmp_path)
    archive_match(context, OVER)
    real, begun, held = review_game, Event(), True
    stops: list[Callable[[], bool]] = []
    found = evaluator.Evaluator

    def stoppable(terms: Edition, stop: Callable[[], bool]) -> evaluator.Evaluator:
        stops.append(stop)
        return found(terms, stop=stop)

    def slow(agreement: Any, game: Any, *, done: Callable[[], None], on: Any) -> Any:
        done()
        begun.set()
        while held and not stops[-1]():
            Event().wait(0.01)
        return real(agreement, game, on=on)

    monkeypatch.setattr(evaluator, "Evaluator", stoppable)
    monkeypatch.setattr(sys.modules["codepegs.analysis.review.review"], "review_game", slow)
    async with play(context) as user:
        await user.press("m")
        await user.pilot.press("v")
        await until(user.pilot, begun.is_set)
        await user.pilot.press("right", "right")
        assert "Row 1: " in user.seen
        screen = user.app.screen
        assert isinstance(screen, ReviewScreen)
        screen._show_progress()
        assert told(user) == "Rating the guesses: 1 of 7 positions. Press a to stop."
        await user.press("a")
        assert "Grade: " in said(user)
        held = False
        await user.press("a")
        assert len(stops) == 2
        assert told(user) == ""
        held = True
        begun.clear()
        await user.pilot.press("a")
        await until(user.pilot, begun.is_set)
        await user.press("escape")
        assert stops[-1](), "Whoever leaves is not worked for any more."


async def test_a_board_too_large_to_analyse_says_so(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    terms = find_edition("classic-1", pegs=8, colours=8)
    archive_match(context, played(two(terms), "code AABBCCDD", "guess AABBCCDE", "guess AABBCCDD"))
    async with play(context) as user:
        await user.press("m", "v", "right", "right")
        assert "16,777,216" in told(user)
        assert "without hints and reviews" in told(user)
        assert "Row 1: " in user.seen
