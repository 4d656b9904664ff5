"""Stores of tables: a server's, one user's archive, and one that forgets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from datetime import date
from functools import partial
from typing import Any, assert_never

from codepegs.errors import NotationError
from codepegs.players.level import level_of
from codepegs.rules.agreement import NOBODY
from codepegs.rules.match import Match
from codepegs.storage.archive import Added, Archive, MatchId
from codepegs.storage.errors import DamagedMatch, UnknownMatch, UnknownTable
from codepegs.storage.tables import Place, TableRow, Tables
from codepegs.table import commands, offers
from codepegs.table.seats import ClientId, Seats
from codepegs.table.table import (
    Deleted,
    Joined,
    OffersChanged,
    Played,
    Rematched,
    SeatMoved,
    Table,
    Transition,
)
from codepegs.table.threads import start_thread

MAX_EXPIRED = 1000
"""Idle tables that are listed at once, because each of them is loaded into memory."""


class ServedStore:
    """Implements :class:`~codepegs.table.store.Store` with the tables of an archive."""

    def __init__(self, archive: Tables) -> None:
        self._archive = archive

    async def open(self, table: Table, *, at: int) -> None:
        moves = () if table.match is None else table.match.moves
        await asyncio.wrap_future(self._archive.open(table.to_row(), at=at, moves=moves))

    async def load(self, table: MatchId) -> Table:
        return await asyncio.to_thread(self._load, table)

    async def moves_since(self, table: Table) -> list[Transition] | None:
        return await asyncio.to_thread(self._moves_since, table)

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        after = transition.table
        match transition.effect:
            case Played(number, move, key):
                return self._archive.add_later(
                    before.id,
                    number,
                    move,
                    at=at,
                    seat=None if key is None else transition.by,
                    key=key,
                    before=before.match,
                    after=after.match,
                    offers=None if after.offers == before.offers else offers.write(after.offers),
                    # Such a move would close an offer that another process has just stored.
                    notes=before.notes if offers.may_close(move, over=after.over) else None,
                )
            case OffersChanged():
                text = offers.write(after.offers)
                return self._archive.save_offers(before.id, version=before.version, offers=text, at=at)
            case Joined(_, client, owner, name, invitation):
                return self._archive.join(
                    before.id, client=client, owner=owner, name=name, invitation=invitation, at=at
                )
            case SeatMoved(player, client, owner):
                return self._archive.move_seat(
                    before.id, version=before.version, player=player, client=client, owner=owner, at=at
                )
            case Rematched(new):
                return self._archive.rematch(before.id, version=before.version, new=new.to_row(), at=at)
            case Deleted():
                return self._archive.delete(before.id)
            case None:
                raise ValueError("There is nothing to save.")
            case _:
                assert_never(transition.effect)

    async def versions(self, tables: Sequence[MatchId]) -> Mapping[MatchId, int]:
        return await asyncio.to_thread(self._archive.versions, tables)

    async def list_tables(self, owner: ClientId, *, limit: int, after: Place | None) -> list[TableRow]:
        return await asyncio.to_thread(self._archive.tables_of, owner, limit=limit, after=after)

    async def hide(self, table: MatchId, owner: ClientId) -> None:
        await asyncio.wrap_future(self._archive.hide(table, owner))

    async def find_daily(self, day: date, owner: ClientId) -> MatchId | None:
        found = await asyncio.to_thread(self._archive.find_daily, day, owner)
        return None if found is None else found.id

    async def idle_tables(self, *, solo_before: int, match_before: int) -> Mapping[MatchId, int]:
        return await asyncio.to_thread(
            self._archive.idle_tables, solo_before=solo_before, match_before=match_before, limit=MAX_EXPIRED
        )

    def _load(self, table: MatchId) -> Table:
        try:
            row = self._archive.table(table)
            if not row.begun:
                return Table.from_row(row, None, {})
            match = self._archive.match(table)
            if match.length > row.moves:
                # Another process has played in between, and may have changed the offers.
                return self._load(table)
            _check_commitments(table, match)
            stored = self._archive.keys(table)
            keys = {key: number for key, number in stored.items() if number < match.length}
            return Table.from_row(row, match, keys)
        except UnknownMatch:
            raise UnknownTable(table) from None
        except NotationError:
            raise DamagedMatch(table, "its offers cannot be read.") from None

    def _moves_since(self, table: Table) -> list[Transition] | None:
        if table.match is None:
            return None
        later = self._archive.moves_since(table.match)
        if later.notes != table.notes:
            return None
        steps: list[Transition] = []
        for move, seat, key in later.moves:
            by = commands.player_of(table, move) if seat is None else seat
            steps.append(commands.play(table, move, by=by, key=key))
            table = steps[-1].table
        _check_commitments(table.id, table.require_match())
        return steps if offers.write(table.offers) == later.offers else None


def _check_commitments(name: MatchId, match: Match) -> None:
    """Raise DamagedMatch for a code without a commitment: it was altered.

    The record reader checks commitments that are there.
    """
    known = () if match.agreement.solo else match.games
    if any(game.secret is not None and game.secret.commitment is None for game in known):
        raise DamagedMatch(name, "a code has lost its commitment.")


class _LocalStore:
    """Base of the stores for one user. They do not list tables by owner, and expire none."""

    async def moves_since(self, table: Table) -> list[Transition] | None:
        return None

    async def versions(self, tables: Sequence[MatchId]) -> Mapping[MatchId, int]:
        return {}

    async def list_tables(self, owner: ClientId, *, limit: int, after: Place | None) -> list[TableRow]:
        return []

    async def hide(self, table: MatchId, owner: ClientId) -> None: ...

    async def idle_tables(self, *, solo_before: int, match_before: int) -> Mapping[MatchId, int]:
        return {}


class ArchiveStore(_LocalStore):
    """Matches in one user's archive. Only their moves are stored: seats and offers live in this process."""

    def __init__(self, archive: Callable[[], Archive]) -> None:
        """`archive` returns the archive. The first call runs in a thread, because it opens the archive."""
        self._archive = archive

    async def open(self, table: Table, *, at: int) -> None:
        archive = await asyncio.to_thread(self._archive)
        await asyncio.wrap_future(archive.begin_later(table.id, table.require_match().agreement, at=at))

    async def load(self, table: MatchId) -> Table:
        return make_local_table(table, await asyncio.to_thread(self._load, table))

    def _load(self, table: MatchId) -> Match:
        match = self._archive().match(table)
        if not match.over:
            self._archive().check_not_served(table)
        return match

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        match transition.effect:
            case Played(number, move, _):
                return self._archive().add_later(
                    before.id, number, move, at=at, before=before.match, after=transition.table.match
                )
            case Rematched(new):
                return self._archive().begin_later(new.id, new.require_match().agreement, at=at)
            case Deleted():
                return start_thread(partial(self._archive().delete, before.id))
            case _:
                return done_future()

    async def find_daily(self, day: date, owner: ClientId) -> MatchId | None:
        found = await asyncio.to_thread(lambda: self._archive().find_daily(day, _player(owner)))
        return None if found is None else found.id


class MemoryStore(_LocalStore):
    """Matches that are not stored anywhere."""

    def __init__(self) -> None:
        self._tables: dict[MatchId, Table] = {}

    async def open(self, table: Table, *, at: int) -> None:
        self._tables[table.id] = table

    async def load(self, table: MatchId) -> Table:
        if table not in self._tables:
            raise UnknownTable(table)
        return self._tables[table]

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        self._tables[before.id] = transition.table
        match transition.effect:
            case Played(number):
                return done_future(Added(number, repeated=False))
            case Rematched(new):
                self._tables[new.id] = new
            case Deleted():
                del self._tables[before.id]
        return done_future()

    async def find_daily(self, day: date, owner: ClientId) -> MatchId | None:
        theirs = (table for table in self._tables.values() if owner in table.seats.owners)
        return next((table.id for table in theirs if table.daily == day), None)


_LOCAL = "local "
"""Beginning of the client ids of people in this process. Their names follow."""


def _player(owner: ClientId) -> str:
    return owner.removeprefix(_LOCAL)


def done_future(result: Added | None = None) -> Future[Any]:
    """Return a Future that has its result already, for an effect that needs no disk."""
    done: Future[Any] = Future()
    done.set_result(result)
    return done


def make_local_table(match_id: MatchId, match: Match) -> Table:
    """Return a table whose people all play in this process. Raises UnknownLevel."""
    agreement = match.agreement
    # Clients are named after their players, so that they keep their seats in a rematch, which swaps players.
    first, second = (
        None if name == NOBODY or level_of(name) else ClientId(_LOCAL + name) for name in agreement.players
    )
    clients = (first, second)
    return Table(
        id=match_id,
        edition=agreement.edition,
        games=agreement.games,
        hints=agreement.hints,
        friendly=agreement.friendly,
        daily=agreement.daily,
        seats=Seats(agreement.players, clients, owners=clients),
        match=match,
    )
