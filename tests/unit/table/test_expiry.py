"""Expiry: tables without a recent move are ended or deleted."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from codepegs.rules import NOBODY, Outcome
from codepegs.server.ops import expiry
from codepegs.storage import MatchId, open_tables
from codepegs.storage.archive import DAY
from codepegs.storage.errors import ArchiveUnavailable, UnknownTable, VersionConflict
from codepegs.table import commands
from tests.support.asgi import Site, site
from tests.support.strategies import spelled
from tests.support.world import CONFIG
from tests.unit.server.api.test_stream import listening

NEVER = 0


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Site]:
    """An application with a real archive."""
    tables = open_tables(f"sqlite:///{tmp_path}/matches.db")
    async with site(archive=tables) as running:
        yield running
    tables.close()


async def open_table(here: Site, *players: str | None) -> MatchId:
    one, two = players
    here.table = (await here.open("Ada", games=1 if one == NOBODY else 2, players=(one, two))).table.id
    return here.table


async def expire_all(here: Site) -> None:
    await here.registry.expire(solo_before=here.hands.day + 1, match_before=here.hands.day + 1)


def outcome(here: Site, table: MatchId) -> Outcome | None:
    """Return the stored outcome of a match."""
    found: Outcome | None = here.archive.match(table).outcome
    return found


async def test_the_player_to_move_has_left(here: Site) -> None:
    table = await here.seat()
    await here.play("Ada", "code RGB")
    async with listening(here) as talk:
        await talk.message()
        await expire_all(here)
        change = (await talk.message())["change"]
        assert change["line"] == "leave codebreaker"
    assert outcome(here, table) == Outcome(winner=0, abandoned_by=1)


async def test_a_computer_never_leaves(here: Site) -> None:
    await open_table(here, "Ada", "computer beginner")
    table = (await here.registry.table(here.table)).table
    guessing = commands.play(table, spelled("code ABC"), by=0).table
    assert guessing.automatic_turn == 1
    ended = commands.expire(guessing, version=guessing.version).table
    assert ended.match is not None
    assert ended.match.outcome == Outcome(winner=1, abandoned_by=0)


async def test_two_computers_stop_without_a_winner(here: Site) -> None:
    table = await open_table(here, "computer beginner", "computer easy")
    await expire_all(here)
    assert outcome(here, table) == Outcome(stopped=True)


async def test_a_solo_game_is_deleted_and_counts_nowhere(here: Site) -> None:
    table = await open_table(here, NOBODY, "Ada")
    while not (await here.registry.current(table)).moves:
        await asyncio.sleep(0)  # until the program has set the code
    async with listening(here) as talk:
        await talk.message()
        await expire_all(here)
        assert "nobody has moved" in (await talk.message())["reason"]
    with pytest.raises(UnknownTable):
        here.archive.table(table)
    found = here.archive.solo_statistics(here.client_id("Ada"), today=date(2026, 11, 17))
    assert found.overall.games == 0


async def test_a_table_that_waits_for_a_player_is_deleted(here: Site) -> None:
    table = await open_table(here, "Ada", None)
    await here.registry.expire(solo_before=here.hands.day + 1, match_before=NEVER)
    assert not here.archive.table(table).begun
    await expire_all(here)
    with pytest.raises(UnknownTable):
        here.archive.table(table)


async def test_a_table_that_has_changed_does_not_expire(here: Site) -> None:
    await here.seat()
    version = (await here.registry.table(here.table)).table.version
    await here.play("Ada", "code RGB")
    with pytest.raises(VersionConflict):
        await here.registry.execute(here.table, partial(commands.expire, version=version))
    assert outcome(here, here.table) is None


async def test_a_damaged_table_does_not_stop_the_others(here: Site, tmp_path: Path) -> None:
    damaged, table = await open_table(here, "Bob", None), await here.seat()
    async with site(archive=here.archive) as later:
        with closing(sqlite3.connect(tmp_path / "matches.db")) as database, database:
            database.execute("UPDATE tables SET edition = 'chess' WHERE id = ?", (damaged,))
        await expire_all(later)
    assert outcome(here, table) == Outcome(winner=1, abandoned_by=0)


async def test_expiry_waits_while_the_archive_is_unavailable() -> None:
    async with site() as here:
        table = await here.seat()
        here.archive.refuses = ArchiveUnavailable("the disk is full")
        await expire_all(here)
        here.archive.refuses = None
        assert not here.archive.rows[table].over
        await expire_all(here)
        assert here.archive.rows[table].over


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ({}, {"solo": 6, "match": 89}),
        ({"expire_solo_days": 30, "expire_match_days": 3}, {"solo": 29, "match": 2}),
        ({"expire_solo_days": 0, "expire_match_days": 0}, {"solo": 1000, "match": 1000}),
    ],
    ids=["default", "set", "never"],
)
async def test_the_server_expires_tables_after_the_days_in_its_settings(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], left: dict[str, int]
) -> None:
    monkeypatch.setattr(expiry, "INTERVAL", 0)
    async with site(replace(CONFIG, **settings)) as here:
        kinds = {"solo": await open_table(here, NOBODY, "Ada"), "match": await here.seat()}
        begun = here.hands.day
        for kind, days in sorted(left.items(), key=lambda pair: pair[1]):
            here.hands.day = begun + days * DAY
            await passes(here)
            assert going(here, kinds[kind])
            if settings.get(f"expire_{kind}_days") != 0:
                here.hands.day += DAY + 1
                await passes(here)
                assert not going(here, kinds[kind])


def going(here: Site, table: MatchId) -> bool:
    return table in here.archive.rows and not here.archive.rows[table].over


async def passes(here: Site) -> None:
    """Wait until the server has looked for idle tables, and looked again."""
    seen = here.archive.searches
    async with asyncio.timeout(120):
        while here.archive.searches < seen + 2:
            await asyncio.sleep(0.001)
