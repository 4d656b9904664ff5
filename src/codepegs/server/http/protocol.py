"""HTTP protocol with timeouts, and limits on connections and buffers."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from codepegs.server.http.connections import ConnectionState
from codepegs.server.http.headers import MAX_HEAD_SIZE
from codepegs.server.http.transport import SendTimeout, with_close_timeout

_SENTENCE = b"The request is not valid HTTP/1.1. Check its headers and the length of its body.\n"
BAD_REQUEST = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"X-Content-Type-Options: nosniff\r\nContent-Length: %d\r\n"
    b"Connection: close\r\n\r\n%s" % (len(_SENTENCE), _SENTENCE)
)
"""Response to a request that cannot be parsed."""


class BoundedHttp(SendTimeout, H11Protocol):
    """HTTP protocol that disconnects clients that do not finish a request or do not read."""

    server_state: ConnectionState
    _timer: asyncio.TimerHandle | None = None
    _upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(with_close_timeout(transport))
        self._limited = self.server_state.limited
        self._limited.add(self.transport, self.client[0] if self.client else "")
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded:
            return
        if self._is_idle():
            self._start_timer()
        else:
            self._stop_timer()
            # What follows a request waits until that is served.
            if len(self.conn.trailing_data[0]) > MAX_HEAD_SIZE:
                self.transport.abort()
        self._count()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._count()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._upgraded = True
        self._stop_timer()
        self._limited.serve(self.transport)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            # The application works on a request whose body turns out to be malformed.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            # Not by way of h11, which would check the response against the request.
            self.transport.write(BAD_REQUEST)
            self.transport.close()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self._limited.remove(self.transport)
        super().connection_lost(exc)

    def _is_idle(self) -> bool:
        """Return whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    def _count(self) -> None:
        """Count the connection as waiting until its request is complete."""
        if self._is_idle() or self.cycle.more_body:
            self._limited.wait(self.transport)
        else:
            self._limited.serve(self.transport)

    def _start_timer(self) -> None:
        if self._timer is None and not self._upgraded and not self.transport.is_closing():
            self._timer = self.loop.call_later(self.server_state.timeout, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
