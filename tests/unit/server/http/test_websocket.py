"""Transports of clients that stop reading: closing ends, buffers and queues are bounded."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from codepegs.server.http import transport
from codepegs.server.http.connections import ConnectionState, limit_connections
from codepegs.server.http.transport import with_close_timeout
from codepegs.server.http.websocket import MAX_FRAMES, MAX_QUEUED_MESSAGES, BoundedWebSocket
from codepegs.server.ops.config import Config
from codepegs.server.ops.metrics import Metrics

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


class Held:
    """Transport whose buffer keeps everything unless the client is `reading`."""

    def __init__(self) -> None:
        self.reading = False
        self.buffer, self.closed, self.aborted = bytearray(), False, False
        self.paused = False

    def get_extra_info(self, _: str) -> None:
        return None

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return 1 << 14, 1 << 16

    def get_write_buffer_size(self) -> int:
        return len(self.buffer)

    def is_closing(self) -> bool:
        return self.closed

    def write(self, data: bytes) -> None:
        self.buffer += b"" if self.reading else data

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True
        self.buffer.clear()


@asynccontextmanager
async def opened(*, accepted: bool = True) -> AsyncIterator[tuple[BoundedWebSocket, Held]]:
    """Open a WebSocket over a transport that keeps everything."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if accepted:
            await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    held = Held()
    state = ConnectionState(limit_connections(Config(), Metrics(), descriptors=1000), timeout=1)
    made = BoundedWebSocket(uvicorn.Config(application, ws_ping_interval=None), state, {})
    made.connection_made(held)  # type: ignore[arg-type]
    made.data_received(HANDSHAKE)
    await asyncio.sleep(0)
    assert held.buffer.startswith(b"HTTP/1.1 101" if accepted else b"")
    held.buffer.clear()
    yield made, held
    made.connection_lost(None)
    await asyncio.wait(made.tasks)


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


@pytest.mark.parametrize("accepted", [True, False])
async def test_invalid_frames_close_the_socket(*, accepted: bool) -> None:
    async with opened(accepted=accepted) as (made, held):
        made.data_received(b"\xff" * 100)
        assert held.closed


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
