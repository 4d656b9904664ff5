"""Status line: long messages are readable, and the board stays as it was."""

from __future__ import annotations

import pytest

from codepegs.rules.edition import Answers
from codepegs.tui.match.layout import MatchLayout
from codepegs.tui.widgets.status import StatusLine
from tests.support.match_host import LARGE, Host, letters, match_of, play
from tests.support.strategies import played


@pytest.mark.parametrize("key", ["z", "f3"])
@pytest.mark.parametrize("slug", ["classic-1", "hasbro-2010"])
async def test_a_long_refusal_is_readable_next_to_the_current_row(slug: str, key: str) -> None:
    match = played(match_of(slug, answers=Answers.HAND), "code ABCD", "guess EEFF 0+0")
    app, code = Host(match), letters(match, "ABCD")
    async with play(app) as pilot:
        await pilot.press("f2", *code[:2])
        before = app.text
        await pilot.press(key)
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


async def test_a_long_refusal_does_not_shrink_the_pegs() -> None:
    match = played(match_of("classic-1", answers=Answers.HAND), "code ABCD", "guess EEFF 0+0")
    app = Host(match)
    async with play(app, size=LARGE) as pilot:
        await pilot.press("f2", *"rb")
        await pilot.pause()
        before = app.text
        assert app.board.scale_.tall
        status = app.match_screen.query_one(StatusLine)
        app.match_screen.query_one(MatchLayout).show_status("A refusal that needs two lines. " * 5)
        await pilot.pause()
        assert status.extra_lines == 1
        assert app.board.scale_.tall
        await pilot.press("y", "backspace")
        await pilot.pause()
        assert app.text == before
