"""Fleet: the server processes that share an archive, as one of them sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from codepegs.server.bus.reconnecting import ReconnectingBus
from codepegs.server.errors import BadBus
from codepegs.server.ops.metrics import Metrics
from codepegs.table.bus.peers import BusPeers
from codepegs.table.ownership import Ownership
from codepegs.table.peers import Host

SHARED = ("postgresql", "postgres")
"""Databases that several processes can use at once."""
REDIS = ("redis", "rediss", "unix")
METRICS = {
    "codepegs_bus_connected": "1 while this process is connected to the bus, else 0.",
    "codepegs_owned_tables": "Tables whose clock and computers run in this process.",
    "codepegs_bus_sent_total": "Messages sent to the other processes.",
    "codepegs_bus_received_total": "Messages received from the other processes.",
    "codepegs_bus_ignored_total": "Payloads on the bus that are not from a process at this archive.",
}
"""Metrics of a process that shares its archive, and their meanings."""


class Locks(Ownership, Protocol):
    """Ownership over a connection."""

    def count(self) -> int:
        """Return how many tables this process owns."""

    async def run(self) -> None:
        """Stay connected until cancelled, and reconnect after a failure."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """Peers of this process, and the ownership of tables among them."""

    peers: BusPeers
    locks: Locks

    def add_metrics(self, metrics: Metrics) -> None:
        """Add the metrics of the bus and of owned tables."""
        peers, locks = self.peers, self.locks
        values: dict[str, Callable[[], float]] = {
            "codepegs_bus_connected": lambda: peers.connected,
            "codepegs_owned_tables": locks.count,
            "codepegs_bus_sent_total": lambda: peers.sent,
            "codepegs_bus_received_total": lambda: peers.received,
            "codepegs_bus_ignored_total": lambda: peers.ignored,
        }
        for name, meaning in METRICS.items():
            add = metrics.add_counter if name.endswith("_total") else metrics.add_gauge
            add(name, meaning, values[name])

    async def run(self, host: Host) -> None:
        """Stay in contact until cancelled."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self.peers.run(host))
            both.create_task(self.locks.run())


def is_shared(archive: str) -> bool:
    """Return whether several processes can use an archive at once."""
    return archive.partition(":")[0] in SHARED


def check_bus(archive: str, bus: str | None) -> None:
    """Raise BadBus if the archive cannot use a bus, or the bus is of an unknown kind."""
    if bus is None:
        return
    if not is_shared(archive):
        raise BadBus("A bus connects several server processes, which need PostgreSQL. Leave out --bus.")
    # Only the scheme, because a URL may contain a password.
    scheme = urlsplit(bus).scheme
    if scheme not in REDIS:
        raise BadBus(f"There is no bus at {scheme[:20]!r}. Use a URL such as redis://127.0.0.1:6379.")


def open_fleet(
    archive: str,
    *,
    bus: str | None,
    name: str,
    key: bytes,
    now: Callable[[], int],
    monotonic: Callable[[], int],
) -> Fleet | None:
    """Return the fleet at an archive, with the bus at a URL, or over the archive itself if that is None.

    Returns None if the archive serves one process only. Raises BadBus.
    """
    check_bus(archive, bus)
    if not is_shared(archive):
        return None
    from codepegs.server.bus import postgresql

    peers = BusPeers(_open_bus(bus, archive), name=name, key=key, now=now, monotonic=monotonic)
    return Fleet(peers, postgresql.AdvisoryLocks(archive))


def _open_bus(bus: str | None, archive: str) -> ReconnectingBus:
    if bus is None:
        from codepegs.server.bus import postgresql

        return postgresql.notify_bus(archive)
    try:
        from codepegs.server.bus import redis

        return redis.redis_bus(bus)
    except ModuleNotFoundError:
        raise BadBus("A Redis bus needs the package redis. Run: pip install 'codepegs[redis]'") from None
    except ValueError:
        raise BadBus("The URL of the bus is not valid. Use one such as redis://127.0.0.1:6379.") from None
