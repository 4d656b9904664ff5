"""The table: rows before they are played, and boards on small screens."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widget import Widget

from codepegs.tui.widgets.app_screen import LEAST
from tests.support.match_host import Host, click_hole, hole, item, match_of, play, tray_of
from tests.support.strategies import played


async def test_only_a_complete_and_legal_row_is_played() -> None:
    app = Host(match_of("hasbro-2010"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rb", "enter")
        assert "2 holes are still empty" in app.words
        await pilot.press(*"rb", "enter")
        assert "a colour cannot appear twice" in app.words
        await pilot.press("x", "-")
        await pilot.press("y")
        assert "The row is full" in app.words
        assert app.saved == []
        await pilot.press("ctrl+u", *"12", "left", "left", "y", *"kg", "enter")
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


def pegs(app: Host) -> tuple[int | None, ...]:
    assert app.board.draft is not None
    return app.board.draft.pegs


async def test_a_click_on_a_colour_fills_the_marked_hole() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2")
        await pilot.click(tray_of(app), offset=item(app, 0))
        assert pegs(app) == (0, None, None, None)
        await click_hole(pilot, app, 0, 2)
        for colour in (1, 2):
            await pilot.click(tray_of(app), offset=item(app, colour))
        assert pegs(app) == (0, None, 1, 2)
        await pilot.click(tray_of(app), offset=item(app, 3))
        assert pegs(app) == (0, 3, 1, 2), "After the last hole comes the first empty one."


@pytest.mark.parametrize("button", [1, 3])
async def test_a_click_on_a_peg_takes_it_out(button: int) -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbyg")
        await click_hole(pilot, app, 0, 1, button=button)
        assert pegs(app) == (0, None, 2, 3)
        await pilot.press("k")
        assert pegs(app) == (0, 5, 2, 3)


@pytest.mark.parametrize(
    ("start", "end", "wanted"),
    [
        ("colour 4", "hole 2", (0, 1, 4, None)),
        ("colour 4", "hole 0", (4, 1, None, None)),
        ("hole 0", "hole 3", (None, 1, None, 0)),
        ("hole 0", "hole 1", (1, 0, None, None)),
        ("hole 1", "tray", (0, None, None, None)),
        ("hole 1", "panel", (0, None, None, None)),
        ("colour 4", "panel", (0, 1, None, None)),
        ("colour 4", "colour 3", (0, 1, None, None)),
    ],
)
async def test_pegs_are_dragged_both_ways(start: str, end: str, wanted: tuple[int | None, ...]) -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rb")

        def at(place: str) -> tuple[Widget, tuple[int, int]]:
            what, _, number = place.partition(" ")
            if what == "hole":
                return app.board, hole(app, 0, int(number))
            if what == "panel":
                return app.match_screen.query_one("#legend"), (2, 0)
            return tray_of(app), item(app, int(number or 2))

        widget, offset = at(start)
        await pilot.mouse_down(widget, offset=offset)
        widget, offset = at(end)
        await pilot.hover(widget, offset=offset)
        await pilot.mouse_up(widget, offset=offset)
        await pilot.pause()
        assert pegs(app) == wanted
        assert app.board.lifted is None


async def test_a_row_is_pasted() -> None:
    app = Host(match_of("classic-1"))
    async with play(app) as pilot:
        await pilot.press("f2")
        for text, wanted in (("rbyg\n", (0, 1, 2, 3)), ("KKK", (0, 1, 2, 3)), ("red, 2, w, k", (0, 1, 4, 5))):
            app.board.post_message(Paste(text))
            await pilot.pause()
            assert pegs(app) == wanted, text
        app.board.post_message(Paste("KKK"))
        await pilot.pause()
        assert "Paste a whole row: 4 pegs." in app.words


async def test_the_current_row_is_visible_at_any_size() -> None:
    match = match_of("classic-1", rows=30, pegs=12, colours=26)
    app = Host(played(match, "code ABCDEFGHIJKL", "guess BCDEFGHIJKLA"))
    async with play(app) as pilot:
        await pilot.press("f2", *"rbygwkacdef")
        for size in ((80, 24), (20, 5), (1, 1), (200, 100), (56, 20), (60, 40), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            if size < LEAST:
                assert "▶" not in app.text
                continue
            (row,) = [line for line in app.text.splitlines() if "▶ 2" in line]
            letters = [letter for letter in row[row.index("▶") :] if letter.isalpha()]
            assert letters[:11] == [*"RBYGWKACDEF"], size
            assert app.board.region.right <= size[0], "The answer is in view."
        await pilot.press("r")
        assert None not in pegs(app)


async def test_a_small_window_asks_to_be_enlarged() -> None:
    app = Host(played(match_of("classic-1"), "code ABCD"))
    async with play(app, size=(60, 20)) as pilot:
        await pilot.press("f2", "r")
        assert "▶ 1" in app.text
        for size in ((55, 20), (56, 19), (1, 1)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert f"to at least 56x20. It is {size[0]}x{size[1]} now. Your game is safe." in app.words
            assert "codepegs play" in app.words
            assert "▶" not in app.text
        await pilot.resize_terminal(56, 20)
        await pilot.pause()
        await pilot.press("b")
        assert pegs(app)[:2] == (0, 1), "The keys work again."


async def test_rows_scroll_if_there_are_too_many() -> None:
    app = Host(played(match_of("classic-1", rows=30), "code ABCD"))
    async with play(app, size=(60, 20)) as pilot:
        await pilot.press("f2")
        for number in range(1, 30):
            assert f"▶{number:>2}" in app.text
            await pilot.press("k", "=", "enter")
