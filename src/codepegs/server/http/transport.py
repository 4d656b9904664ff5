"""Transports and protocols with bounded buffers: a client that stops reading is disconnected.

asyncio keeps a closed transport until its write buffer is empty. If the client never
reads, it would stay open forever, without counting against any limit.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

CLOSE_TIMEOUT = 15.0
"""Seconds without progress after which a closing connection with unread data is aborted."""
SEND_TIMEOUT = 60.0
"""Seconds that a client has to read before it is disconnected."""


class _ClosingTransport:
    """Transport wrapper that aborts a closing connection if the client stops reading."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.write = transport.write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        if not self._transport.is_closing():
            self._transport.close()
            self._schedule_check()

    def _schedule_check(self) -> None:
        if left := self._transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._check, left)

    def _check(self, before: int) -> None:
        # The kernel takes large chunks, so a client that reads byte by byte does not gain much time.
        if self._transport.get_write_buffer_size() < before:
            self._schedule_check()
        else:
            self._transport.abort()


def with_close_timeout(transport: asyncio.Transport) -> asyncio.Transport:
    """Return the transport with a timeout for closing it."""
    return cast(asyncio.Transport, _ClosingTransport(transport))


class SendTimeout(asyncio.Protocol):
    """Mixin for protocols that aborts the connection of a client that does not read."""

    transport: asyncio.Transport
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = asyncio.get_running_loop().call_later(SEND_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_timeout()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timeout()
        super().connection_lost(exc)

    def _stop_timeout(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None
