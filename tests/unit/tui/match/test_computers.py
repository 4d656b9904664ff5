"""Computers at the table: watched, and played against."""

from __future__ import annotations

from codepegs.rules.edition import Answers
from codepegs.rules.game import Ending
from codepegs.rules.move import Guess
from tests.support.match_host import Host, match_of, play, until


async def test_two_computers_are_watched_stepped_and_hurried() -> None:
    app = Host(match_of("mini", players=("computer beginner", "computer expert"), games=3))
    app.pace.pause()
    async with play(app) as pilot:
        assert "paused" in app.text
        assert app.saved == []
        await pilot.press("right")
        await until(pilot, lambda: len(app.saved) == 1)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.saved) == 2)
        assert isinstance(app.saved[1], Guess)
        await pilot.press("+", "+", "+", "+", "-", "+", "space")
        await until(pilot, lambda: app.match.over)
        await pilot.pause()
        assert "game 3 of 3" in app.text
        await pilot.press("enter")
        assert app.over


async def test_a_computer_answered_wrongly_claims_at_the_table() -> None:
    app = Host(match_of("mini", players=("Ada", "computer expert"), games=1, answers=Answers.HAND))
    async with play(app) as pilot:
        await pilot.press("+", "+", "+", *"rby", "enter")
        while not app.match.games[0].over:
            await until(pilot, lambda: app.board.answer_draft is not None or app.match.games[0].over)
            await pilot.press("0", "0", "enter")
        assert app.match.games[0].ending is Ending.VOID
        await until(pilot, lambda: bool(app.board.marked))
