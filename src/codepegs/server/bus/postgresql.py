"""Bus over PostgreSQL's NOTIFY, and ownership of tables by its advisory locks. Neither needs a privilege.

NOTIFY comes after the commit of a move, on its own connection. Inside the transaction it would make all
commits wait for each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from logging import WARNING

from psycopg import AsyncConnection, Error
from psycopg.conninfo import make_conninfo
from psycopg.errors import OutOfMemory

from codepegs.server.bus.reconnecting import RETRY_SECONDS, ReconnectingBus
from codepegs.server.ops import log
from codepegs.storage.archive import MatchId
from codepegs.storage.postgresql.address import parse

CHANNEL = "codepegs"
ANSWER_TIMEOUT = 5.0
"""Seconds to wait for an answer before the connection counts as lost."""
PING_SECONDS = 2.0
"""Interval at which the connection that holds the locks is pinged while it is idle."""
KEEPALIVE = {
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Options of libpq with which this process notices a database that is cut off."""
SERVER_KEEPALIVE = """
    SELECT set_config('tcp_keepalives_idle', '5', false),
        set_config('tcp_keepalives_interval', '2', false),
        set_config('tcp_keepalives_count', '3', false)
"""
"""Settings with which the database notices a process that is cut off, and releases its locks."""


@asynccontextmanager
async def _connect(url: str, purpose: str) -> AsyncIterator[AsyncConnection]:
    settings = {**KEEPALIVE, "connect_timeout": f"{ANSWER_TIMEOUT:.0f}", **parse(url).options}
    connection = await AsyncConnection.connect(
        make_conninfo("", **settings, application_name=f"codepegs {purpose}"), autocommit=True
    )
    try:
        await connection.execute(SERVER_KEEPALIVE)
        yield connection
    finally:
        await connection.close()


class _NotifyChannel:
    def __init__(self, sending: AsyncConnection, listening: AsyncConnection) -> None:
        self._sending, self._listening = sending, listening

    async def publish(self, payload: str) -> None:
        await self._sending.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    async def listen(self) -> AsyncIterator[str]:
        async for notification in self._listening.notifies():
            yield notification.payload


def notify_bus(url: str) -> ReconnectingBus:
    """Return a bus for the processes at the database of `url`."""

    @asynccontextmanager
    async def connect() -> AsyncIterator[_NotifyChannel]:
        async with _connect(url, "sends") as sending, _connect(url, "listens") as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            yield _NotifyChannel(sending, listening)

    return ReconnectingBus(connect, errors=(Error,))


class AdvisoryLocks:
    """Implements :class:`~codepegs.table.ownership.Ownership`. It belongs to one event loop.

    The locks belong to one connection. If that is lost, so are all of them, and PostgreSQL gives
    them to the next process that asks.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._held: set[MatchId] = set()
        self._wanted: dict[MatchId, asyncio.Future[bool]] = {}
        self._released: list[MatchId] = []
        self._wake = asyncio.Event()
        self.connected = False

    def count(self) -> int:
        """Return how many tables this process owns."""
        return len(self._held)

    def holds(self, table: MatchId) -> bool:
        return table in self._held

    async def acquire(self, table: MatchId) -> bool:
        if not self.connected or table in self._held:
            return table in self._held
        future = self._wanted.get(table)
        if future is None:
            future = self._wanted[table] = asyncio.get_running_loop().create_future()
            self._wake.set()
        return await asyncio.shield(future)

    def release(self, table: MatchId) -> None:
        if table in self._held:
            self._held.discard(table)
            self._released.append(table)
            self._wake.set()

    async def run(self) -> None:
        """Connect and serve requests until cancelled, and connect again after a failure."""
        while True:
            try:
                async with _connect(self._url, "owns tables") as connection:
                    self.connected = True
                    await self._serve(connection)
            except (Error, OSError, TimeoutError) as error:
                log.event("ownership lost", level=WARNING, error=type(error).__name__)
            finally:
                self._lose_all()
            await asyncio.sleep(RETRY_SECONDS)

    def _lose_all(self) -> None:
        self.connected = False
        self._held, self._released = set(), []
        wanted, self._wanted = self._wanted, {}
        for future in wanted.values():
            if not future.done():
                future.set_result(False)

    async def _serve(self, connection: AsyncConnection) -> None:
        while True:
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await self._unlock(connection)
                await self._lock(connection)

    async def _unlock(self, connection: AsyncConnection) -> None:
        released, self._released = self._released, []
        # With an empty list, this pings the database.
        keys = [lock_key(table) for table in released]
        await connection.execute("SELECT pg_advisory_unlock(key) FROM unnest(%s::bigint[]) AS key", (keys,))

    async def _lock(self, connection: AsyncConnection) -> None:
        wanted = {lock_key(table): table for table in self._wanted}
        if not wanted:
            return
        try:
            found = await connection.execute(
                "SELECT key FROM unnest(%s::bigint[]) AS key WHERE pg_try_advisory_lock(key)", ([*wanted],)
            )
            got = {wanted[key] for (key,) in await found.fetchall()}
        except OutOfMemory:
            # Two owners do no harm, because only one of two moves with the same number is stored. Without an
            # owner, clocks and computers would stop.
            log.event("too many locks", level=WARNING, tables=len(self._held))
            got = {*wanted.values()}
        self._held |= got
        for table in wanted.values():
            future = self._wanted.pop(table)
            if not future.done():
                future.set_result(table in got)


def lock_key(table: MatchId) -> int:
    """Return the number of a table's advisory lock."""
    return int.from_bytes(sha256(f"codepegs {table}".encode()).digest()[:8], "big", signed=True)
