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
    """WebSocket protocol that disconnects clients with unread pongs, too many frames or too many messages."""

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
        else:
            super().send_receive_event_to_app()

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
