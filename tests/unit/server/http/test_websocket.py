"""Transports of clients that stop reading: closing ends, buffers and queues are bounded."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import NoneType
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from codepegs.server.http import transport
from codepegs.server.http.connections import ConnectionState, limit_connections
from codepegs.server.http.transport import with_close_timeout
from codepegs.server.http.websocket import (
    MAX_FRAMES,
    MAX_QUEUED_MESSAGES,
    MAX_WRITTEN_MESSAGES,
    SEND_ALL,
    BoundedWebSocket,
)
from codepegs.server.ops.config import Config
from codepegs.server.ops.metrics import Metrics
from tests.support.held import Held

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING, WHOLE, TEXT, CONTINUED, LAST = b"\x89\x80", b"\x81\x80", b"\x01\x80", b"\x00\x80", b"\x80\x80"
MASK = bytes(4)


class Peer(asyncio.Protocol):
    """Protocol that notes how its connection ended."""

    def __init__(self) -> None:
        self.lost = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(exc)


async def filled(size: int) -> tuple[asyncio.Transport, Peer, socket.socket]:
    """Return a transport with unsent bytes in its buffer, and the other end of it."""
    ours, theirs = socket.socketpair()
    made, peer = await asyncio.get_running_loop().create_connection(Peer, sock=ours)
    kept = with_close_timeout(made)
    kept.write(os.urandom(size))
    assert kept.get_write_buffer_size() > 0
    return kept, peer, theirs


async def test_a_closing_connection_without_a_reader_is_aborted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "CLOSE_TIMEOUT", 0.01)
    kept, peer, theirs = await filled(10 << 20)
    with theirs:
        kept.close()
        await peer.lost
        assert kept.get_write_buffer_size() == 0


async def test_a_closing_connection_with_a_reader_is_drained(monkeypatch: pytest.MonkeyPatch) -> None:
    later: list[Any] = []
    loop = asyncio.get_running_loop()
    size = 4 << 20
    kept, peer, theirs = await filled(size)
    monkeypatch.setattr(loop, "call_later", lambda _, look, *about: later.append((look, about)))
    kept.close()
    kept.close()
    theirs.setblocking(False)
    heard, looks = 0, 0
    while part := await loop.sock_recv(theirs, 1 << 19):
        heard += len(part)
        await asyncio.sleep(0)
        if heard > (looks + 1) << 20 and later:
            (look, about) = later.pop()
            assert not later, "one check at a time"
            look(*about)
            looks += 1
    theirs.close()
    assert heard == size
    assert looks > 1
    assert await peer.lost is None


class App:
    """Application that accepts a WebSocket, and sends a message when the test says so."""

    def __init__(self, *, accepted: bool) -> None:
        self.accepted, self.speak = accepted, asyncio.Event()
        self.error: Exception | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self.accepted:
            await send({"type": "websocket.accept"})
        speaking = asyncio.create_task(self._speak(send))
        while (await receive())["type"] != "websocket.disconnect":
            pass
        await speaking

    async def _speak(self, send: Any) -> None:
        await self.speak.wait()
        try:
            if not self.accepted:
                await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": "a reply"})
        except Exception as error:
            self.error = error


@asynccontextmanager
async def opened(*, accepted: bool = True) -> AsyncIterator[tuple[BoundedWebSocket, Held]]:
    """Open a WebSocket over a transport that keeps everything."""
    application, held = App(accepted=accepted), Held()
    state = ConnectionState(limit_connections(Config(), Metrics(), descriptors=1000), timeout=1)
    config = uvicorn.Config(application, ws_ping_interval=None, ws_max_size=4096 + 1)
    made = BoundedWebSocket(config, state, {})
    made.connection_made(held)  # type: ignore[arg-type]
    made.data_received(HANDSHAKE)
    await asyncio.sleep(0)
    assert held.buffer.startswith(b"HTTP/1.1 101" if accepted else b"")
    held.buffer.clear()
    yield made, held
    # A message that comes too late finds the end of the socket, and no other error.
    expected = ClientDisconnected if held.closed or made.close_sent else NoneType
    application.speak.set()
    for _ in range(3):
        await asyncio.sleep(0)
    made.connection_lost(None)
    while made.tasks:
        await asyncio.sleep(0)
    assert isinstance(application.error, expected)


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (b"\x81\x82" + MASK + b"\xff\xfe", 1007),
        (TEXT + MASK + b"\x80\x81" + MASK + b"\xff", 1007),
        (b"\xff" * 100, 1002),
        # Too long, and without a mask, are refused before the frame is complete.
        (b"\x81\xfe\x10\x02" + bytes(30), 1009),
        (b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(30), 1009),
        (b"\x81\x01x" + bytes(30), 1002),
    ],
)
async def test_bad_frames_end_the_socket(bad: bytes, code: int, *, accepted: bool) -> None:
    async with opened(accepted=accepted) as (made, held):
        made.data_received(bad)
        assert held.closed
        if accepted:
            assert (held.buffer[0], int.from_bytes(held.buffer[2:4])) == (0x88, code)


async def test_a_refused_socket_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def refuse(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b"no"})

    held = Held()
    state = ConnectionState(limit_connections(Config(), Metrics(), descriptors=1000), timeout=1)
    made = BoundedWebSocket(uvicorn.Config(refuse, log_config=None), state, {})
    made.connection_made(held)  # type: ignore[arg-type]
    made.data_received(HANDSHAKE)
    await asyncio.wait(made.tasks)
    assert held.buffer.startswith(b"HTTP/1.1 404 ")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    made.connection_lost(None)


async def test_unread_pongs_end_the_connection() -> None:
    async with opened() as (made, held):
        made.data_received(PING + MASK)
        assert held.buffer == b"\x8a\x00"
        while not held.aborted:
            made.data_received(b"\x89\xfd" + MASK + b"p" * 125)
            assert len(held.buffer) < 1 << 17
        made.data_received(PING + MASK)
        assert not held.buffer


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("frames", [MAX_FRAMES, MAX_FRAMES + 1, 2 * MAX_FRAMES])
async def test_frames_per_message_are_limited(frames: int, *, accepted: bool) -> None:
    async with opened(accepted=accepted) as (made, held):
        for kind in (TEXT, *[CONTINUED] * (frames - 2), LAST):
            made.data_received(kind + MASK)
            assert len(made.frames) <= MAX_FRAMES
        assert held.closed == (frames > MAX_FRAMES)
        assert held.aborted == (frames > MAX_FRAMES and not accepted)


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("messages", [MAX_QUEUED_MESSAGES, MAX_QUEUED_MESSAGES + 1, 10 * MAX_QUEUED_MESSAGES])
async def test_queued_messages_are_limited(messages: int, *, accepted: bool) -> None:
    async with opened(accepted=accepted) as (made, held):
        made.data_received((WHOLE + MASK) * messages)
        assert held.closed == (messages > MAX_QUEUED_MESSAGES)
        if held.closed and accepted:
            assert held.buffer[0] == 0x88
            assert int.from_bytes(held.buffer[2:4]) == 1008
        assert made.queue.qsize() <= MAX_QUEUED_MESSAGES + 1


@pytest.mark.parametrize("reading", [True, False])
async def test_a_silent_client_is_closed_or_aborted(*, reading: bool) -> None:
    async with opened() as (made, held):
        held.reading = reading
        made.keepalive_timeout()
        assert held.closed
        assert held.aborted == (not reading)


async def test_reading_pauses_only_while_several_messages_wait() -> None:
    async with opened() as (made, held):
        await asyncio.sleep(0)
        for messages, paused in ((1, False), (2, True), (1, False)):
            made.data_received((WHOLE + MASK) * messages)
            assert held.paused == paused
            while made.queue.qsize():
                await asyncio.sleep(0)
            assert not held.paused


TEXTS = ["", "a", "é" * 60, "x" * 125, "x" * 126, "x" * 4096]


@pytest.mark.parametrize("step", [1, 3, 7, 10_000])
async def test_frames_arrive_in_any_pieces(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Text in one frame and in several, and a ping in between, cut anywhere."""
    client = ClientProtocol(parse_uri("ws://x"), state=State.OPEN)
    for text in TEXTS:
        client.send_text(text.encode())
        client.send_text(text.encode(), fin=False)
        client.send_ping(b"p")
        client.send_continuation(b"!", fin=True)
    sent = b"".join(client.data_to_send())
    async with opened() as (made, held):
        await asyncio.sleep(0)
        heard: list[Any] = []
        monkeypatch.setattr(made.queue, "put_nowait", heard.append)
        for start in range(0, len(sent), step):
            made.data_received(sent[start : start + step])
        assert [event["text"] for event in heard] == [each for text in TEXTS for each in (text, text + "!")]
        assert held.buffer == b"\x8a\x01p" * len(TEXTS)
        monkeypatch.undo()


async def test_only_a_silent_client_is_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as (made, held):
        made.ping_interval, now = 20.0, made.loop.time()
        later: list[float] = []
        monkeypatch.setattr(made.loop, "call_later", lambda delay, *_: later.append(delay))
        made.data_received(WHOLE + MASK)
        for passed, delay in ((5.0, 15.0), (19.0, 1.0)):
            monkeypatch.setattr(made.loop, "time", lambda at=now + passed: at)
            made.send_keepalive_ping()
            assert not held.buffer
            assert later[-1] == pytest.approx(delay, abs=1)
        monkeypatch.setattr(made.loop, "time", lambda: now + 21)
        made.send_keepalive_ping()
        assert held.buffer[0] == 0x89
        monkeypatch.undo()
        made.ping_timer = made.pong_timer = None


class Messages:
    """Source of messages for a socket."""

    def __init__(self, *messages: bytes) -> None:
        self.queue = deque(messages)
        self.closed: str | None = None
        self.notify: Callable[[], None] | None = None

    def pop(self) -> bytes | None:
        return self.queue.popleft() if self.queue else None


class Taken:
    """Receiver of messages."""

    def __init__(self) -> None:
        self.ready = True
        self.texts: list[str | None] = []

    def receive(self, text: str | None) -> None:
        self.texts.append(text)


@asynccontextmanager
async def sending(
    *messages: bytes, receiver: Taken | None = None
) -> AsyncIterator[tuple[BoundedWebSocket, Held, Messages, asyncio.Task[None]]]:
    """Open a WebSocket that sends the messages of a source."""
    async with opened() as (made, held):
        source = Messages(*messages)
        extensions: dict[str, Any] = {**(made.scope["extensions"] or {})}
        task = asyncio.ensure_future(extensions[SEND_ALL](source, receiver))
        await asyncio.sleep(0)
        yield made, held, source, task
        task.cancel()


async def test_a_receiver_gets_messages_while_it_is_ready() -> None:
    receiver = Taken()
    async with sending(receiver=receiver) as (made, _, _, _):
        made.data_received(b"\x81\x81" + MASK + b"a" + b"\x82\x81" + MASK + b"b")
        assert receiver.texts == ["a", None]
        receiver.ready = False
        made.data_received(b"\x81\x81" + MASK + b"c")
        receiver.ready = True
        # One that waits is not overtaken.
        made.data_received(b"\x81\x81" + MASK + b"d")
        assert receiver.texts == ["a", None]
        events = [await made.receive() for _ in range(2)]
        assert [event.get("text") for event in events] == ["c", "d"]
        made.data_received(b"\x81\x81" + MASK + b"e")
        assert receiver.texts == ["a", None, "e"]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
async def test_messages_are_frames_of_any_length(size: int) -> None:
    async with sending(b"x" * size) as (_, held, _, _):
        await asyncio.sleep(0)
        client = ClientProtocol(parse_uri("ws://x"), state=State.OPEN, max_size=None)
        client.receive_data(bytes(held.buffer))
        (frame,) = client.events_received()
        assert isinstance(frame, Frame)
        assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, b"x" * size)


async def test_messages_of_one_turn_are_written_together() -> None:
    async with sending() as (_, held, source, task):
        source.queue += [b"1", b"2"]
        assert source.notify is not None
        source.notify()
        source.notify()
        assert not held.buffer
        await asyncio.sleep(0)
        assert held.buffer == b"\x81\x011\x81\x012"
        assert not task.done()


@pytest.mark.parametrize("messages", [0, 1, MAX_WRITTEN_MESSAGES, MAX_WRITTEN_MESSAGES + 1])
async def test_all_messages_are_sent_before_the_end(messages: int) -> None:
    async with sending(*[b"x"] * messages) as (_, held, source, task):
        source.closed = "the end"
        assert source.notify is not None
        source.notify()
        await task
        assert held.buffer == b"\x81\x01x" * messages
        assert source.notify is None


async def test_messages_wait_until_the_client_reads() -> None:
    async with sending() as (made, held, source, _):
        made.pause_writing()
        source.queue.append(b"x")
        assert source.notify is not None
        source.notify()
        await asyncio.sleep(0)
        assert source.queue
        made.resume_writing()
        await asyncio.sleep(0)
        assert held.buffer == b"\x81\x01x"


async def test_nothing_is_sent_after_a_close_frame() -> None:
    async with sending() as (made, held, source, task):
        await made.send({"type": "websocket.close", "code": 1001, "reason": ""})
        held.buffer.clear()
        source.queue.append(b"x")
        assert source.notify is not None
        source.notify()
        with pytest.raises(ClientDisconnected):
            await task
        assert not held.buffer


@pytest.mark.parametrize("reads", [True, False])
async def test_a_client_that_does_not_read_is_aborted(
    monkeypatch: pytest.MonkeyPatch, *, reads: bool
) -> None:
    monkeypatch.setattr(transport, "SEND_TIMEOUT", 0)
    async with opened() as (made, held):
        made.pause_writing()
        if reads:
            made.resume_writing()
        for _ in range(3):
            await asyncio.sleep(0)
        assert held.aborted == (not reads)
