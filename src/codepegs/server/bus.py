"""Bus over PostgreSQL's NOTIFY, which needs no privilege. It reconnects after every failure.

NOTIFY comes after the commit of a move, on its own connection. Inside the transaction it would make all
commits wait for each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from psycopg import AsyncConnection, Error
from psycopg.conninfo import make_conninfo

from codepegs.server.ops import log
from codepegs.storage.postgresql.address import parse

CHANNEL = "codepegs"
CONNECT_TIMEOUT = "5"
SILENT_SECONDS = 10.0
"""A bus that delivers nothing for this long is broken, because every process receives its own heartbeats."""
SEND_TIMEOUT = 5.0
DRAIN_TIMEOUT = 1.0
"""Seconds to send the last messages when the server stops."""
RETRY_SECONDS = 0.5
MAX_QUEUE = 1000
"""Payloads in the queue. If there are more, the connection counts as broken."""
KEEPALIVE = {
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""Options of libpq with which this process notices a database that is cut off."""
ADVICE = "Servers notice each other's moves later. Check whether PostgreSQL runs."


class NotifyBus:
    """Implements :class:`~codepegs.table.bus.bus.Bus`. It belongs to one event loop."""

    def __init__(self, url: str) -> None:
        """`url` is that of the archive."""
        self._url = url
        self._queue: list[str] = []
        self._wake = asyncio.Event()
        self._sent = asyncio.Event()
        self.connected = False
        self._away = log.Throttle("bus lost")

    def send(self, payloads: list[str]) -> None:
        if self.connected:
            self._queue += payloads
            self._sent.clear()
            self._wake.set()

    async def drain(self) -> None:
        """Wait a moment until everything is sent."""
        if self.connected and self._queue:
            try:
                async with asyncio.timeout(DRAIN_TIMEOUT):
                    await self._sent.wait()
            except TimeoutError:
                pass

    async def run(self, *, on_payload: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        while True:
            try:
                async with self._connect("sends") as sending, self._connect("listens") as listening:
                    await listening.execute(f"LISTEN {CHANNEL}")
                    log.event("bus connected")
                    self.connected = True
                    on_connect()
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._listen(listening, on_payload))
                        both.create_task(self._publish(sending))
            except* (Error, OSError, TimeoutError) as lost:
                names = {type(error).__name__ for error in lost.exceptions}
                self._log_loss(" ".join(sorted(names)))
            finally:
                self.connected = False
                self._queue = []
            await asyncio.sleep(RETRY_SECONDS)

    @asynccontextmanager
    async def _connect(self, purpose: str) -> AsyncIterator[AsyncConnection]:
        settings = {**KEEPALIVE, "connect_timeout": CONNECT_TIMEOUT, **parse(self._url).options}
        connection = await AsyncConnection.connect(
            make_conninfo("", **settings, application_name=f"codepegs {purpose}"), autocommit=True
        )
        try:
            yield connection
        finally:
            await connection.close()

    def _log_loss(self, error: str) -> None:
        """Log that the bus is lost. While it stays away, log that once per minute."""
        if self.connected:
            self._away = log.Throttle("bus lost")
        self._away.event(error=error, advice=ADVICE)

    async def _listen(self, connection: AsyncConnection, on_payload: Callable[[str], None]) -> None:
        notifications = connection.notifies()
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                notification = await anext(notifications)
            on_payload(notification.payload)

    async def _publish(self, connection: AsyncConnection) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            payloads, self._queue = self._queue, []
            if len(payloads) > MAX_QUEUE:
                raise TimeoutError
            async with asyncio.timeout(SEND_TIMEOUT):
                for payload in payloads:
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
            if not self._queue:
                self._sent.set()
