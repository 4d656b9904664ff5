"""Motion: pegs appear one by one, any key finishes it, and nothing is told too early."""

from __future__ import annotations

from tests.support.match_host import Host, match_of, play, until
from tests.support.strategies import played


async def test_key_pegs_come_before_the_words(moving: None) -> None:
    app = Host(played(match_of("classic-1", games=1), "code ABCD"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter")
        assert app.board.motion.running
        assert "★" not in app.text
        assert "cracked" not in app.words
        await until(pilot, lambda: not app.board.motion.running)
        assert "★" in app.text
        assert "cracked it in 1." in app.words
        assert "?" not in app.text.splitlines()[1], "The shield is open."


async def test_any_key_finishes_a_movement_and_does_its_work(moving: None) -> None:
    app = Host(played(match_of("classic-1"), "code ABCD"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rrbb", "enter", *"kw")
        assert app.board.draft is not None
        assert app.board.draft.pegs == (5, 4, None, None)
        assert "Bob, your turn: guess 2 of 10" in app.words
