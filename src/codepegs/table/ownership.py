"""Ownership of tables: which of several server processes runs the clock and the computers of a table."""

from __future__ import annotations

from typing import Protocol

from codepegs.storage.archive import MatchId


class Ownership(Protocol):
    """The tables that this process owns. Every table has at most one owner.

    Without it everything would stay correct, because the number of a move decides which one is
    stored, but two processes would do the same work.
    """

    def holds(self, table: MatchId) -> bool:
        """Return whether this process owns a table now. It may lose the table at any time."""

    async def acquire(self, table: MatchId) -> bool:
        """Try to become the owner, and return whether this process owns the table now."""

    def release(self, table: MatchId) -> None:
        """Let another process become the owner."""


class SoleOwner:
    """Ownership of a process that has the archive for itself."""

    def holds(self, table: MatchId) -> bool:
        return True

    async def acquire(self, table: MatchId) -> bool:
        return True

    def release(self, table: MatchId) -> None: ...
