"""Computers at the table: watched, played against, and their claims."""

from __future__ import annotations

from codepegs.rules.edition import Answers
from codepegs.rules.game import Ending
from codepegs.rules.move import Act, Guess
from tests.support.match_host import Host, match_of, play, until


async def test_two_computers_are_watched_stepped_and_hurried() -> None:
    app = Host(match_of("mini", players=("computer novice", "computer expert"), games=3))
    async with play(app) as pilot:
        await pilot.press("space")
        await until(pilot, lambda: len(app.saved) == 1)
        await pilot.pause(0.1)
        assert "paused" in app.text
        assert len(app.saved) == 1
        await pilot.press("right")
        await until(pilot, lambda: len(app.saved) == 2)
        assert isinstance(app.saved[1], Guess)
        await pilot.press("+", "+", "+", "+", "-", "+", "space")
        await until(pilot, lambda: app.match.over)
        await pilot.pause()
        assert len(app.match.games) == 3
        await pilot.press("enter")
        await pilot.pause()
        assert app.left is app.match


async def test_a_person_plays_against_a_computer_in_both_roles() -> None:
    app = Host(match_of("mini", players=("Ada", "computer expert"), games=2))
    async with play(app) as pilot:
        await pilot.press("+", "+", "+", *"rby", "enter")
        await until(pilot, lambda: app.match.games[0].over)
        await pilot.press("enter")
        await until(pilot, lambda: app.board.asked is not None)
        while not app.match.over:
            await pilot.press("r", "=", "enter")
        assert app.match.games[1].ending in (Ending.HELD, Ending.BROKEN)
        assert "Ada" in app.text


async def test_the_first_guess_appears_in_its_row() -> None:
    app = Host(match_of("mini", players=("computer expert", "Ada"), games=1))
    async with play(app) as pilot:
        await until(pilot, lambda: app.board.asked is Act.GUESS)
        await pilot.press(*"rb")
        (row,) = [line for line in app.text.splitlines() if "▸  1" in line]
        assert "R" in row
        assert "B" in row


async def test_a_computer_answered_wrongly_claims_at_the_table() -> None:
    app = Host(match_of("mini", players=("Ada", "computer expert"), games=1, answers=Answers.HAND))
    async with play(app) as pilot:
        await pilot.press("+", "+", "+", *"rby", "enter")
        for _ in range(30):
            await until(pilot, lambda: app.board.answer_draft is not None or app.match.games[0].over)
            if app.match.games[0].over:
                break
            await pilot.press("0", "0", "enter")
        assert app.match.games[0].ending is Ending.VOID
        await until(pilot, lambda: bool(app.board.marked))


async def test_a_refused_claim_does_not_stop_a_computer() -> None:
    app = Host(match_of("mini", players=("computer expert", "Ada"), games=2, answers=Answers.HAND))
    async with play(app) as pilot:
        await until(pilot, lambda: app.board.asked is not None)
        await pilot.press(*"rby", "enter")
        await until(pilot, lambda: app.board.asked is not None)
        await pilot.press(*"gwk", "enter", "f3")
        await until(pilot, lambda: "cannot prove a mistake" in app.text)
        await pilot.press("enter")
        await until(pilot, lambda: len(app.match.game.board.rows) == 2 and not app.match.game.board.open)
