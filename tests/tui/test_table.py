"""The table: matches played through keys and through the mouse."""

from __future__ import annotations

import asyncio

import pytest

from codepegs.rules import Agreement, Match, edition
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.match import Outcome
from codepegs.tui.cover import CoverScreen
from tests.tui.host import Host

SHEETS = [slug for slug, known in CATALOGUE.items() if known.box.sheet is not None]


@pytest.mark.parametrize("slug", SHEETS)
def test_two_people_play_a_series_by_keys(slug: str) -> None:
    match = Match.start(Agreement(edition(slug), ("Ada", "Bob"), games=2))
    letters = [hue.letter.lower() for hue in match.agreement.edition.hues]

    async def run() -> None:
        app = Host(match)
        async with app.run_test(size=(80, 24)) as pilot:
            for game, wrong in ((1, 2), (2, 1)):
                assert isinstance(app.screen, CoverScreen)
                await pilot.press("f2", *letters[:4], "enter")
                assert isinstance(app.screen, CoverScreen)
                await pilot.press("f2")
                for _ in range(wrong):
                    await pilot.press(*letters[1:5], "enter")
                await pilot.press(*letters[:4], "enter")
                assert len(app.table_match.games) == min(game + 1, 2)
                await pilot.press("enter")
            await pilot.pause()
            assert app.left is app.table_match
            assert app.left.points == (3, 2)
            assert app.left.outcome == Outcome(winner=0)

    asyncio.run(run())
