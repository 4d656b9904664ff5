"""Interface of the storage that a table service needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from datetime import date
from typing import Any, Protocol

from codepegs.storage.archive import MatchId
from codepegs.storage.tables import Place, TableRow
from codepegs.table.seats import ClientId
from codepegs.table.table import Table, Transition


class Store(Protocol):
    """Durable storage of tables. Every method may raise ArchiveUnavailable."""

    async def open(self, table: Table, *, at: int) -> None:
        """Store a new table."""

    async def load(self, table: MatchId) -> Table:
        """Return a stored table, or raise UnknownTable or DamagedMatch."""

    async def moves_since(self, table: Table) -> list[Transition] | None:
        """Return the moves that other processes have stored since `table`, or None.

        None means that something else has changed too, or may have, so the table has to be loaded.
        Raises what `load` does.
        """

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        """Store the effect of `transition` on the table `before`, without waiting for the disk.

        The Future is done when the effect is durable. Its result is an `Added` for a move: if that was
        stored earlier, `before` is outdated. Its error is Stale or VersionConflict if another process
        changed the table, and UnknownMatch or UnknownTable if one deleted it. Errors that need no disk
        may be raised immediately.
        """

    async def versions(self, tables: Sequence[MatchId]) -> Mapping[MatchId, int]:
        """Return the version of each of these tables that exists."""

    async def list_tables(self, owner: ClientId, *, limit: int, after: Place | None) -> list[TableRow]:
        """Return the tables in the list of an owner, from a place on."""

    async def hide(self, table: MatchId, owner: ClientId) -> None:
        """Remove a table from the list of an owner."""

    async def find_daily(self, day: date, owner: ClientId) -> MatchId | None:
        """Return the table at which an owner has begun the daily code of `day`."""

    async def idle_tables(self, *, solo_before: int, match_before: int) -> Mapping[MatchId, int]:
        """Return the version of some unfinished tables without a recent move, by id.

        Times are in microseconds since 1970. See :meth:`codepegs.storage.tables.Tables.idle_tables`.
        """
