"""Connections to each table at the other processes, as they have announced them."""

from __future__ import annotations

from collections.abc import Iterable

from codepegs.rules.seat import PlayerNumber
from codepegs.table.seats import PLAYER_NUMBERS
from codepegs.table.session import Elsewhere

SILENT_SECONDS = 10.0
"""A process that sends nothing for this long is dead or cut off."""


class PeerPresence:
    """Presence by process and table. Times are monotonic, in nanoseconds."""

    def __init__(self) -> None:
        self._heard: dict[str, int] = {}
        self._there: dict[str, dict[str, Elsewhere]] = {}

    def hear(self, peer: str, now: int) -> None:
        """Note that a process is alive."""
        self._heard[peer] = now

    def put(self, peer: str, table: str, there: Elsewhere) -> None:
        """Note who is connected to a table at a process."""
        tables = self._there.setdefault(peer, {})
        if there.players or there.spectators:
            tables[table] = there
        else:
            tables.pop(table, None)

    def forget(self, peer: str) -> Iterable[str]:
        """Forget a process that has stopped, and return the tables where it had somebody."""
        self._heard.pop(peer, None)
        return [*self._there.pop(peer, {})]

    def silent(self, now: int) -> list[str]:
        """Return the processes that have been silent for too long."""
        return [peer for peer, heard in self._heard.items() if now - heard > SILENT_SECONDS * 1e9]

    def at(self, table: str) -> Elsewhere:
        """Return who is connected to a table at all other processes."""
        there = [tables[table] for tables in self._there.values() if table in tables]
        return Elsewhere(
            frozenset(player for one in there for player in one.players), sum(one.spectators for one in there)
        )


def players(one: bool, two: bool) -> frozenset[PlayerNumber]:
    """Return the numbers of the players whose flag is set."""
    return frozenset(player for player, here in zip(PLAYER_NUMBERS, (one, two), strict=True) if here)
