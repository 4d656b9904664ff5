"""What is said below the board: read to its end, and the board stays what it was."""

from __future__ import annotations

import pytest

from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Answers
from codepegs.tui.widgets.status import StatusLine
from tests.support.match_host import LARGE, Host, claim_decided, letters, match_of, play

SHEETS = [slug for slug, known in CATALOGUE.items() if known.box.sheet is not None]


@pytest.mark.parametrize("key", ["z", "f3"])
@pytest.mark.parametrize("slug", SHEETS)
async def test_a_long_refusal_is_read_to_its_end_with_the_row_in_play_in_sight(slug: str, key: str) -> None:
    app = Host(match := match_of(slug, answers=Answers.HAND))
    code = letters(match, "ABCD")
    async with play(app) as pilot:
        await pilot.press("f2", *code, "enter", "f2", *letters(match, "EEFF"), "enter", "f2", "0", "0")
        await pilot.press("enter", "f2", *code[:2])
        before = app.text
        await pilot.press(key)
        await claim_decided(pilot, app)
        said = app.match_screen.query_one(StatusLine)
        words = str(said.render())
        assert len(words) > said.content_size.width
        assert words in " ".join(line.strip() for line in app.text.splitlines()[said.region.y :])
        for name in ("#heading", "#board", "#tray", "#actions", "#status"):
            part = app.match_screen.query_one(name)
            assert part.region.area
            assert app.screen.region.contains_region(part.region), name
        assert "▸  2 " in app.text
        await pilot.press(code[2], "backspace")
        await pilot.pause()
        assert app.text == before, "The next key takes it away."


async def test_a_long_refusal_leaves_the_pegs_as_large_as_they_are() -> None:
    app = Host(match_of("classic-1", answers=Answers.HAND))
    async with play(app, size=LARGE) as pilot:
        await pilot.press("f2", *"rbyg", "enter", "f2", *"wwkk", "enter", "f2", *"00", "enter", "f2", *"rb")
        await pilot.pause()
        before = app.text
        assert app.board.scale_.tall
        await pilot.press("f3")
        await claim_decided(pilot, app)
        assert app.match_screen.query_one(StatusLine).extra_lines == 1
        assert app.board.scale_.tall
        await pilot.press("y", "backspace")
        await pilot.pause()
        assert app.text == before
