"""Bus that reconnects after every failure. PostgreSQL and Redis differ only in their channel."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from codepegs.server.ops import log

SILENT_SECONDS = 10.0
"""A bus that delivers nothing for this long is broken, because every process receives its own heartbeats."""
SEND_TIMEOUT = 5.0
DRAIN_TIMEOUT = 1.0
"""Seconds to send the last messages when the server stops."""
RETRY_SECONDS = 0.5
MAX_QUEUE = 1000
"""Payloads in the queue. If there are more, the connection counts as broken."""

ADVICE = "Servers notice each other's moves later. Check the URL of the bus, and whether its server runs."


class Channel(Protocol):
    """Open connection to a bus."""

    async def publish(self, payload: str) -> None:
        """Send a payload to all processes."""

    def listen(self) -> AsyncIterator[str]:
        """Yield the payloads that processes have sent since the channel was opened."""


class ReconnectingBus:
    """Implements :class:`~codepegs.table.bus.bus.Bus`. It belongs to one event loop."""

    def __init__(
        self,
        connect: Callable[[], AbstractAsyncContextManager[Channel]],
        *,
        errors: tuple[type[Exception], ...],
    ) -> None:
        """`connect` opens a channel. `errors` mean that the channel is lost."""
        self._connect = connect
        self._errors: tuple[type[Exception], ...] = (*errors, OSError, TimeoutError, EOFError)
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
                async with self._connect() as channel:
                    log.event("bus connected")
                    self.connected = True
                    on_connect()
                    async with asyncio.TaskGroup() as both:
                        both.create_task(self._listen(channel, on_payload))
                        both.create_task(self._publish(channel))
            except* self._errors as lost:
                names = {type(error).__name__ for error in lost.exceptions}
                self._log_loss(" ".join(sorted(names)))
            finally:
                self.connected = False
                self._queue = []
            await asyncio.sleep(RETRY_SECONDS)

    def _log_loss(self, error: str) -> None:
        """Log that the bus is lost. While it stays away, log that once per minute."""
        if self.connected:
            self._away = log.Throttle("bus lost")
        self._away.event(error=error, advice=ADVICE)

    async def _listen(self, channel: Channel, on_payload: Callable[[str], None]) -> None:
        payloads = channel.listen()
        while True:
            async with asyncio.timeout(SILENT_SECONDS):
                payload = await anext(payloads)
            on_payload(payload)

    async def _publish(self, channel: Channel) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            payloads, self._queue = self._queue, []
            if len(payloads) > MAX_QUEUE:
                raise TimeoutError
            async with asyncio.timeout(SEND_TIMEOUT):
                for payload in payloads:
                    await channel.publish(payload)
            if not self._queue:
                self._sent.set()
