"""Interface of the storage that a table service needs."""

from __future__ import annotations

from typing import Protocol

from codepegs.storage.archive import MatchId
from codepegs.storage.tables import TableRow
from codepegs.table.seats import ClientId
from codepegs.table.table import Table, Transition


class Store(Protocol):
    """Durable storage of tables. Every method may raise ArchiveUnavailable."""

    async def open(self, table: Table, *, at: int) -> None:
        """Store a new table."""

    async def load(self, table: MatchId) -> Table:
        """Return a stored table, or raise UnknownTable or DamagedMatch."""

    async def save(self, before: Table, transition: Transition, *, at: int) -> bool:
        """Store the effect of `transition` on the table `before`, and return when it is durable.

        Returns False if the same effect was stored earlier, so that `before` is outdated. Raises Stale
        or VersionConflict if another process changed the table.
        """

    async def delete(self, table: MatchId) -> None:
        """Delete a table, or raise UnknownTable."""

    async def list_tables(self, client: ClientId, *, limit: int) -> list[TableRow]:
        """Return the tables of a client, the most recent first."""

    async def count_unfinished(self, client: ClientId) -> int:
        """Return how many tables of a client are not over."""
