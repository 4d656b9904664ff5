"""WebSocket protocol with bounded buffers: a client that floods it or stops reading is disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, cast

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.utils import apply_mask

from codepegs.server.http.connections import ConnectionState
from codepegs.server.http.transport import SendTimeout
from codepegs.table.errors import RateLimited

MAX_FRAMES = 64
"""Frames per message. Empty frames add nothing to a message's length, but they use memory."""
MAX_QUEUED_MESSAGES = 256
"""Messages of one client that may wait for a reply. One read buffer alone could hold 40,000."""
SEND_ALL = "codepegs.send_all"
"""Extension of ASGI: a function that sends all messages of a :class:`Source`, without an event for each.

It can pass messages of the client to a :class:`Receiver`. Those that come while the receiver is not ready are
events, as in ASGI.
"""
WHOLE_TEXT = 0x81
"""First byte of a frame that is a whole text message."""
MASKED = 0x80
"""Bit in the second byte of a frame that has a mask."""
MASK_SIZE = 4
MAX_WRITTEN_MESSAGES = 8
"""Messages in one write, so that a client that does not read is noticed soon."""


class Source(Protocol):
    """Queue of messages for one client."""

    notify: Callable[[], None] | None
    """Called when a message can be popped, and at the end."""

    @property
    def closed(self) -> str | None:
        """Why no more messages come, or None."""

    def pop(self) -> bytes | None:
        """Return the next message, or None if there is none now."""


class Receiver(Protocol):
    """Takes the messages of one client, one at a time."""

    @property
    def ready(self) -> bool:
        """Whether it takes the next message now."""

    def receive(self, text: str | None) -> None:
        """Take a message, None for a binary one. Raises nothing."""


class BoundedWebSocket(SendTimeout, WebSocketsSansIOProtocol):
    """WebSocket protocol that disconnects clients that do not read, or send too many frames or messages."""

    def __init__(
        self,
        config: Config,
        server_state: ConnectionState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limited = server_state.limited
        self._source: Source | None = None
        self._receiver: Receiver | None = None
        self._source_ended: asyncio.Future[None] = self.loop.create_future()
        self._flushing = False
        self._received, self._received_at = b"", 0.0

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            cast(dict[str, Any], self.scope["extensions"])[SEND_ALL] = self._send_all

    def data_received(self, data: bytes) -> None:
        """Take whole text messages out of the data, and leave all other frames to websockets.

        Nearly all frames are such messages, and websockets takes several times as long for one.
        """
        self._received_at = self.loop.time()
        if not self.handshake_initiated:
            super().data_received(data)
            return
        data, start = self._received + data, 0
        while not self.transport.is_closing():
            payload, end = _find_payload(data, start)
            if end > len(data):
                self._received = data[start:]
                if end - payload > self.config.ws_max_size:
                    # websockets refuses the frame before it is complete.
                    super().data_received(self._received)
                return
            if data[start] == WHOLE_TEXT and payload == start + 2 + MASK_SIZE and not self.frames:
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[payload:end], data[start + 2 : payload])]
                self.send_receive_event_to_app()
            else:
                super().data_received(data[start:end])
            start = end

    def send_keepalive_ping(self) -> None:
        # A client that has just sent something needs no ping.
        silent = self.loop.time() - self._received_at
        if self.ping_interval is not None and silent < self.ping_interval:
            self.ping_timer = self.loop.call_later(self.ping_interval - silent, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        self._limited.remove(self.transport)
        super().connection_lost(exc)

    async def send(self, message: ASGISendEvent) -> None:
        await self.writable.wait()
        if self.close_sent or self.transport.is_closing():
            # The client has ended the socket, or broken a rule. The application may not have noticed yet.
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # The handshake has ended in a refusal, which uvicorn would log as an error.
            self.handshake_complete = True

    async def _send_all(self, source: Source, receiver: Receiver | None = None) -> None:
        """Send the messages of `source` as they come. Return after the last one."""
        self._source, source.notify = source, self._send_soon
        self._receiver = receiver
        self._send_soon()
        try:
            await self._source_ended
        finally:
            self._source, source.notify, self._receiver = None, None, None

    def resume_writing(self) -> None:
        super().resume_writing()
        self._send_soon()

    def _send_soon(self) -> None:
        """Send what the source has at the end of this turn of the event loop, in one write."""
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._send_queued)

    def _send_queued(self) -> None:
        self._flushing = False
        source, ended = self._source, self._source_ended
        if source is None or ended.done() or not self.writable.is_set():
            return
        if self.close_sent or self.transport.is_closing():
            ended.set_exception(ClientDisconnected())
            return
        frames: list[bytes] = []
        while len(frames) < MAX_WRITTEN_MESSAGES and (message := source.pop()) is not None:
            frames.append(_text_frame(message))
        if frames:
            self.transport.write(b"".join(frames))
        if len(frames) == MAX_WRITTEN_MESSAGES:
            self._send_soon()
        elif source.closed is not None:
            ended.set_result(None)

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
        text: str | None = None
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._refuse(CloseCode.INVALID_DATA, "A text message must be UTF-8.")
                return
        if self._receiver is not None and self._receiver.ready and self.queue.empty() and not self.close_sent:
            self.frames = []
            self._receiver.receive(text)
            return
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


def _find_payload(data: bytes, start: int) -> tuple[int, int]:
    """Return where the payload of the frame at `start` begins and ends.

    If the header is not complete, it ends after the end of the data.
    """
    if len(data) < start + 2:
        return start + 2, start + 2
    size, payload = data[start + 1] & 127, start + 2
    if size >= 126:
        payload += 2 if size == 126 else 8
        size = int.from_bytes(data[start + 2 : payload]) if len(data) >= payload else 0
    payload += MASK_SIZE if data[start + 1] & MASKED else 0
    return payload, payload + size


def _text_frame(message: bytes) -> bytes:
    """Return a message of the server as one frame."""
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), message)
