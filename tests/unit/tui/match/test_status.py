"""Messages to the player: long ones are readable, and the board stays as it was."""

from __future__ import annotations

import pytest

from codepegs.rules.edition import Answers
from codepegs.tui.widgets.status import StatusLine
from tests.support.match_host import LARGE, Host, letters, match_of, play
from tests.support.strategies import played


@pytest.mark.parametrize("size", [(56, 20), LARGE])
@pytest.mark.parametrize("key", ["z", "f3"])
@pytest.mark.parametrize("slug", ["classic-1", "hasbro-2010"])
async def test_a_long_refusal_is_readable_and_the_board_stays(
    slug: str, key: str, size: tuple[int, int]
) -> None:
    match = played(match_of(slug, answers=Answers.HAND), "code ABCD", "guess EEFF 0+0")
    app, code = Host(match), letters(match, "ABCD")
    async with play(app, size=size) as pilot:
        await pilot.press("f2", *code[:2])
        await pilot.pause()
        before, board = app.text, app.board.region
        await pilot.press(key)
        await pilot.pause()
        said = app.match_screen.query_one(StatusLine).content_region
        lines = app.text.splitlines()[said.y : said.bottom]
        words = " ".join(" ".join(line[said.x : said.right].strip() for line in lines).split())
        assert words == str(app.match_screen.query_one(StatusLine).render())
        assert len(words) > said.width
        assert app.board.region == board
        for name in ("#board", "#side", "#status", "#legend", "#actions"):
            part = app.match_screen.query_one(name)
            assert part.region.area
            assert app.screen.region.contains_region(part.region), name
        assert "▶ 2 " in app.text
        await pilot.press(code[2], "backspace")
        await pilot.pause()
        assert app.text == before, "The next key takes it away."
