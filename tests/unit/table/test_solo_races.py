"""Solo games of one player that are opened, won and played again at once."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from codepegs.rules.agreement import NOBODY
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import AlreadyPlayed, DamagedMatch
from tests.support.asgi import Site, site
from tests.support.memory_store import MemoryTables
from tests.unit.server.api.test_stream import settled


class SlowTables(MemoryTables):
    """Archive that finds unfinished solo games, and returns them when a test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on, self.found = threading.Event(), threading.Event()
        self.go_on.set()

    def unfinished_solo(self, client: str) -> list[MatchId]:
        names = super().unfinished_solo(client)
        self.found.set()
        self.go_on.wait(10)
        return names


async def open_solo(here: Site) -> MatchId:
    return (await here.open("Ada", games=1, players=(NOBODY, "Ada"))).table.id


def unfinished(here: Site) -> list[MatchId]:
    return [name for name, row in here.archive.rows.items() if not row.over]


async def test_a_rematch_and_a_new_game_do_not_wait_for_each_other() -> None:
    archive = SlowTables()
    async with site(archive=archive) as here, asyncio.timeout(30):
        here.table = await open_solo(here)
        code = archive.matches[here.table].game.secret
        assert code is not None
        archive.go_on.clear()
        archive.found.clear()
        opening = asyncio.create_task(open_solo(here))
        await asyncio.to_thread(archive.found.wait, 10)
        # The game is found unfinished. Before the search returns, its player wins it and plays again.
        spelled = archive.matches[here.table].agreement.edition.spell(code.reveal())
        assert (await here.play("Ada", f"guess {spelled}"))[0] == 200
        again = asyncio.create_task(here.post("offers", {"key": "again", "offer": "rematch"}, who="Ada"))
        await settled()
        archive.go_on.set()
        async with asyncio.timeout(5):
            await opening
            assert (await again)[0] == 200
        assert unfinished(here) == [archive.rows[here.table].rematch]


async def test_of_solo_games_opened_at_once_one_stays(here: Site) -> None:
    opened = await asyncio.gather(*(open_solo(here) for _ in range(5)))
    assert len(set(opened)) == 5
    assert len(unfinished(here)) == 1


async def test_of_daily_codes_opened_at_once_there_is_one(here: Site) -> None:
    today = datetime(2026, 11, 20, 12, tzinfo=UTC)
    here.hands.day = round(today.timestamp() * 1_000_000)
    opening = (
        here.open("Ada", "classic-1", games=1, players=(NOBODY, "Ada"), daily=today.date()) for _ in range(5)
    )
    found = await asyncio.gather(*opening, return_exceptions=True)
    assert sum(isinstance(each, AlreadyPlayed) for each in found) == 4
    assert len(here.archive.rows) == 1


async def test_a_damaged_solo_game_is_not_in_the_way(here: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged, plain = MatchId("damaged123"), here.archive.match

    def match(name: MatchId) -> object:
        if name == damaged:
            raise DamagedMatch(name, "a test has damaged it.")
        return plain(name)

    monkeypatch.setattr(here.archive, "match", match)
    here.archive.rows[damaged] = replace(here.archive.rows[await open_solo(here)], id=damaged)
    here.archive.sent[damaged] = {}
    last = await open_solo(here)
    assert unfinished(here) == [damaged, last]
