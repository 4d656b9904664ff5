"""Solo games and daily codes of one user, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from codepegs.errors import NotNow
from codepegs.rules import (
    DAILY_EDITION,
    NOBODY,
    Agreement,
    GiveUp,
    Guess,
    Secret,
    SetCode,
    find_edition,
)
from codepegs.storage import open_archive
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import AlreadyPlayed
from codepegs.table.keyboard import Keyboard
from codepegs.table.local import LocalTables
from codepegs.table.persistence import ArchiveStore, MemoryStore
from codepegs.table.store import Store

MINI = find_edition("mini", code_repeats=False)
SOLO = Agreement(MINI, (NOBODY, "Ada"), 1)
TODAY = date(2026, 11, 20)
NOON = round(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1_000_000)


@pytest.fixture(params=["archive", "memory"])
async def tables(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[LocalTables]:
    with closing(open_archive(f"sqlite:///{tmp_path}/matches.db")) as archive:
        store: Store = MemoryStore() if request.param == "memory" else ArchiveStore(lambda: archive)
        found = LocalTables(store, random=Random(1), now=lambda: NOON, monotonic=lambda: 0)
        yield found
        await found.close()


async def begin(tables: LocalTables, agreement: Agreement = SOLO) -> Keyboard:
    """Open a solo game, and wait for its code."""
    keyboard = await tables.open(agreement)
    async with asyncio.timeout(120):
        async for view in keyboard.changes():
            if view.moves:
                break
    return keyboard


async def guess(keyboard: Keyboard, text: str = "RRR") -> None:
    edition = DAILY_EDITION if len(text) == 4 else MINI
    await keyboard.play(Guess(edition.code(text)), 1, at=keyboard.view.moves)


async def outcome(tables: LocalTables, name: str) -> object:
    return (await tables.registry.table(MatchId(name))).table.require_match().outcome


async def test_a_new_game_ends_no_other(tables: LocalTables) -> None:
    fresh, begun = await begin(tables), await begin(tables)
    await guess(begun)
    await begin(tables)
    await tables.open(Agreement(MINI, ("Ada", "Bob"), 1))
    await tables.open(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=TODAY))
    assert await outcome(tables, begun.view.id) is None
    assert await outcome(tables, fresh.view.id) is None


async def test_a_daily_code_is_begun_once_per_player(tables: LocalTables) -> None:
    daily = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=TODAY)
    first = await begin(tables, daily)
    with pytest.raises(AlreadyPlayed) as refused:
        await tables.open(daily)
    assert refused.value.table == first.view.id
    await begin(tables, Agreement(DAILY_EDITION, (NOBODY, "Bob"), 1, daily=TODAY))
    with pytest.raises(NotNow):
        await tables.open(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=TODAY + timedelta(days=2)))


async def test_codes_left_and_the_text_to_share(tables: LocalTables) -> None:
    keyboard = await begin(tables)
    with pytest.raises(NotNow):
        await keyboard.codes_left()
    with pytest.raises(NotNow):
        await keyboard.share()
    await keyboard.offer("hints")
    assert await keyboard.codes_left() == MINI.size
    await keyboard.play(GiveUp(), 1, at=keyboard.view.moves)
    shared = await keyboard.share()
    assert "X/8" in shared.text


async def test_two_at_one_keyboard_do_not_count_for_the_codebreaker(tables: LocalTables) -> None:
    keyboard = await tables.open(Agreement(MINI, ("Ada", "Bob"), 2))
    await keyboard.play(SetCode(Secret(MINI.code("RGB"))), 0, at=0)
    with pytest.raises(NotNow):
        await keyboard.codes_left()
    await keyboard.offer("hints")
    assert await keyboard.codes_left() == MINI.size


async def test_those_who_watch_computers_may_count(tables: LocalTables) -> None:
    keyboard = await tables.open(Agreement(MINI, ("computer easy", "computer beginner"), 1))
    assert await keyboard.codes_left() == MINI.size
