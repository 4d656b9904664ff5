"""Connections that nobody can fill, or keep, by not reading what is written to them.

A transport that is closed goes on until all of its buffer has been read, so one that is
never read from would stay for ever, though nobody counts it any more.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from codepegs.table.errors import RateLimited

LINGER = 15.0
"""Seconds in which something has to be read from a connection that is closed, as long as anything is left."""
FRAMES = 64
"""Frames of one message, at most: empty ones add nothing to its length, and take up memory all the same."""

MESSAGES = 256
"""Messages that may wait to be answered: as many as fit into what is read at a time would be 40,000."""


class _Leaving:
    """A transport that, once closed, is given up when nobody reads what is left in it."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.write = transport.write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def close(self) -> None:
        if not self._transport.is_closing():
            self._transport.close()
            self._wait()

    def _wait(self) -> None:
        if left := self._transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(LINGER, self._look, left)

    def _look(self, before: int) -> None:
        # The system takes large pieces, so a peer who reads byte by byte does not get far with it.
        if self._transport.get_write_buffer_size() < before:
            self._wait()
        else:
            self._transport.abort()


def leaving(transport: asyncio.Transport) -> asyncio.Transport:
    """The transport, but closing it comes to an end."""
    return cast(asyncio.Transport, _Leaving(transport))


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that ends when pings come whose answers nobody reads, or too many frames or messages."""

    def handle_ping(self) -> None:
        # Unlike messages, answers to pings wait for nobody.
        _, most = self.transport.get_write_buffer_limits()
        if self.transport.get_write_buffer_size() > most:
            self.transport.abort()
        elif not self.transport.is_closing():
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if self.transport.is_closing():
            return
        if len(self.frames) >= FRAMES:
            self._refuse(CloseCode.MESSAGE_TOO_BIG, f"a message has {FRAMES} frames at most")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() >= MESSAGES and not self.close_sent:
            self._refuse(CloseCode.POLICY_VIOLATION, str(RateLimited("commands on this socket")))
        else:
            super().send_receive_event_to_app()

    def _refuse(self, code: CloseCode, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # It was not accepted yet, so there is nobody to tell why.
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
