"""The table: rows before they are played, and boards on small screens."""

from __future__ import annotations

from tests.support.match_host import Host, click_hole, hole, match_of, play
from tests.support.strategies import played


async def test_only_a_complete_and_legal_row_is_played() -> None:
    app = Host(match_of("hasbro-2010"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rb", "enter")
        assert "2 holes are still empty" in app.text
        await pilot.press(*"rb", "enter")
        assert "a colour cannot appear twice" in app.text
        await pilot.press("x", "-")
        await pilot.press("y")
        assert "The row is full" in app.text
        assert app.saved == []
        await pilot.press("ctrl+u", *"12", "left", "left", "y", "end", "left", "left", *"kg", "enter")
        assert len(app.saved) == 1


async def test_rows_are_filled_and_copied() -> None:
    app = Host(match_of("classic-2"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"rr", "-", "=", "enter", *"kk", "=", "enter")
        spell = app.match.agreement.edition.spell
        assert [spell(row.guess) for row in app.match.game.board.rows if row.guess] == ["RR--", "KKKK"]

        def drafted() -> str:
            assert app.board.draft is not None
            assert app.board.draft.code is not None
            return spell(app.board.draft.code)

        await pilot.press("up")
        assert drafted() == "KKKK"
        await pilot.press("up", "up")
        assert drafted() == "RR--"
        await pilot.press("down", "backspace", "y")
        assert drafted() == "KKKY"


async def test_a_colour_is_clicked_or_dragged_to_a_hole() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2")
        await pilot.click("#tray", offset=(2, 0))
        assert "▸ R  red" in app.text
        await click_hole(pilot, app, 0, 2)
        await pilot.mouse_down("#tray", offset=(2, 0))
        await pilot.mouse_up("#board", offset=hole(app, 0, 0))
        await pilot.pause()
        assert app.board.draft is not None
        assert app.board.draft.pegs == (0, None, 0, None)
        await pilot.mouse_down("#tray", offset=(2, 0))
        await pilot.mouse_up("#status")
        assert app.board.dragged is None


async def test_the_current_row_is_visible_at_any_size() -> None:
    match = match_of("classic-1", rows=30, pegs=12, colours=26)
    app = Host(played(match, "code ABCDEFGHIJKL", "guess BCDEFGHIJKLA"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbygwkacdef")
        for size in ((80, 24), (20, 5), (1, 1), (200, 100), (60, 15), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if size >= (80, 24):
                assert "▸  2" in app.text, size
        await pilot.press("r")
        assert app.board.draft is not None
        assert app.board.draft.code is not None


async def test_a_small_terminal_scrolls_the_rows() -> None:
    app = Host(played(match_of("classic-1"), "code ABCD"))
    async with play(app, size=(50, 12)) as pilot:
        await pilot.press("f2")
        for number in range(1, 10):
            assert f"▸{number:>3}" in app.text
            await pilot.press("k", "=", "enter")
