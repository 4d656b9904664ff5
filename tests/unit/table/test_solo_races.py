"""Solo games of one player that are opened, won and played again at once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from codepegs.rules.agreement import NOBODY
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import AlreadyPlayed
from tests.support.asgi import Site


async def open_solo(here: Site) -> MatchId:
    return (await here.open("Ada", games=1, players=(NOBODY, "Ada"))).table.id


async def test_of_daily_codes_opened_at_once_there_is_one(here: Site) -> None:
    today = datetime(2026, 11, 20, 12, tzinfo=UTC)
    here.hands.day = round(today.timestamp() * 1_000_000)
    opening = (
        here.open("Ada", "classic-1", games=1, players=(NOBODY, "Ada"), daily=today.date()) for _ in range(5)
    )
    found = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(each, AlreadyPlayed) for each in found) == 4
    assert len(here.archive.rows) == 1
