"""WebSocket and HTTP transports with bounded buffers: a client that stops reading is disconnected.

asyncio keeps a closed transport until its write buffer is empty. If the client never
reads, it would stay open forever, without counting against any limit.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from codepegs.table.errors import RateLimited

CLOSE_TIMEOUT = 15.0
"""Seconds without progress after which a closing connection with unread data is aborted."""
MAX_FRAMES = 64
"""Frames per message. Empty frames add nothing to a message's length, but they use memory."""
MAX_QUEUED_MESSAGES = 256
"""Messages of one client that may wait for a reply. One read buffer alone could hold 40,000."""
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


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """WebSocket protocol that disconnects clients that do not read, or send too many frames or messages."""

    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(SEND_TIMEOUT, self.transport.abort)

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

    def handle_ping(self) -> None:
        # Unlike messages, pongs are written without waiting for the buffer to drain.
        _, limit = self.transport.get_write_buffer_limits()
        if self.transport.get_write_buffer_size() > limit:
            self.transport.abort()
        elif not self.transport.is_closing():
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if self.transport.is_closing():
            return
        if len(self.frames) >= MAX_FRAMES:
            self._refuse(CloseCode.MESSAGE_TOO_BIG, f"A message can have at most {MAX_FRAMES} frames.")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= MAX_QUEUED_MESSAGES and not self.close_sent:
            self._refuse(CloseCode.POLICY_VIOLATION, str(RateLimited("commands on this socket")))
            return
        # uvicorn pauses reading for every message. Most of them are taken at once, so it is enough to pause
        # when a second one waits.
        alone = self.queue.empty() and not self.read_paused
        self.read_paused = self.read_paused or alone
        super().send_receive_event_to_app()
        if alone:
            self.read_paused = False

    def _refuse(self, code: CloseCode, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # The handshake is not finished, so no close frame can be sent.
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
