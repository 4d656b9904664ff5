"""Store of a server: tables in an archive."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any, assert_never

from codepegs.errors import NotationError
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import DamagedMatch
from codepegs.storage.tables import TableRow, Tables
from codepegs.table import offers
from codepegs.table.seats import ClientId
from codepegs.table.table import Deleted, Joined, OffersChanged, Played, Rematched, Table, Transition


class ServedStore:
    """Implements :class:`~codepegs.table.store.Store` with the tables of an archive."""

    def __init__(self, archive: Tables) -> None:
        self._archive = archive

    async def open(self, table: Table, *, at: int) -> None:
        await asyncio.wrap_future(self._archive.open(table.to_row(), at=at))

    async def load(self, table: MatchId) -> Table:
        return await asyncio.to_thread(self._load, table)

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
                )
            case OffersChanged():
                text = offers.write(after.offers)
                return self._archive.save_offers(before.id, version=before.version, offers=text, at=at)
            case Joined(_, client, name, invitation):
                return self._archive.join(before.id, client=client, name=name, invitation=invitation, at=at)
            case Rematched(new):
                return self._archive.rematch(before.id, version=before.version, new=new.to_row(), at=at)
            case Deleted():
                return self._archive.delete(before.id)
            case None:
                raise ValueError("There is nothing to save.")
            case _:
                assert_never(transition.effect)

    async def list_tables(self, client: ClientId, *, limit: int) -> list[TableRow]:
        return await asyncio.to_thread(self._archive.tables_of, client, limit=limit)

    async def count_unfinished(self, client: ClientId) -> int:
        return await asyncio.to_thread(self._archive.count_unfinished, client)

    def _load(self, table: MatchId) -> Table:
        row = self._archive.table(table)
        try:
            if not row.begun:
                return Table.from_row(row, None, {})
            match = self._archive.match(table)
            # The record reader checks commitments that are there. A code without one was altered.
            if any(game.secret is not None and game.secret.commitment is None for game in match.games):
                raise DamagedMatch(table, "a code has lost its commitment.")
            return Table.from_row(row, match, self._archive.keys(table))
        except NotationError:
            raise DamagedMatch(table, "its offers do not read.") from None
