"""Connections that nobody reads from: closing them comes to an end, and pings do not fill them."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from codepegs.server.http import websocket as transport
from codepegs.server.http.websocket import FRAMES, MESSAGES, BoundedSocket, leaving

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
PING, WHOLE, TEXT, CONTINUED, LAST = b"\x89\x80", b"\x81\x80", b"\x01\x80", b"\x00\x80", b"\x80\x80"
MASK = bytes(4)
SOON = 20.0


class Peer(asyncio.Protocol):
    """Notes how its connection ended."""

    def __init__(self) -> None:
        self.lost = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(exc)


async def filled(size: int) -> tuple[asyncio.Transport, Peer, socket.socket]:
    """A transport to which `size` bytes were written, more than are on the way, and the other end of it."""
    ours, theirs = socket.socketpair()
    made, peer = await asyncio.get_running_loop().create_connection(Peer, sock=ours)
    kept = leaving(made)
    kept.write(os.urandom(size))
    assert kept.get_write_buffer_size() > 0
    return kept, peer, theirs


def run(test: Any) -> None:
    asyncio.run(asyncio.wait_for(test, SOON))


def test_a_closed_connection_that_nobody_reads_from_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        monkeypatch.setattr(transport, "LINGER", 0.01)
        kept, peer, theirs = await filled(10 << 20)
        with theirs:
            kept.close()
            await peer.lost
            assert kept.get_write_buffer_size() == 0

    run(test())


def test_a_closed_connection_that_is_read_from_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
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
                assert not later, "one look at a time"
                look(*about)
                looks += 1
        theirs.close()
        assert heard == size
        assert looks > 1
        assert await peer.lost is None

    run(test())


class Held:
    """A transport in which all that is written stays, unless the other side is `reading`."""

    def __init__(self) -> None:
        self.reading = False
        self.buffer, self.closed, self.aborted = bytearray(), False, False

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
        pass

    resume_reading = pause_reading

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True
        self.buffer.clear()


@asynccontextmanager
async def opened(*, accepted: bool = True) -> AsyncIterator[tuple[BoundedSocket, Held]]:
    """A socket over a transport that holds everything, until it is accepted or before."""

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if accepted:
            await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    held = Held()
    made = BoundedSocket(uvicorn.Config(application, ws_ping_interval=None), ServerState(), {})
    made.connection_made(held)  # type: ignore[arg-type]
    made.data_received(HANDSHAKE)
    await asyncio.sleep(0)
    assert held.buffer.startswith(b"HTTP/1.1 101" if accepted else b"")
    held.buffer.clear()
    yield made, held
    made.connection_lost(None)
    await asyncio.wait(made.tasks)


def test_pings_are_answered_until_the_answers_fill_the_buffer() -> None:
    async def test() -> None:
        async with opened() as (made, held):
            made.data_received(PING + MASK)
            assert held.buffer == b"\x8a\x00"
            while not held.aborted:
                made.data_received(b"\x89\xfd" + MASK + b"p" * 125)
                assert len(held.buffer) < 1 << 17
            made.data_received(PING + MASK)
            assert not held.buffer

    run(test())


@pytest.mark.parametrize("accepted", [True, False])
def test_a_message_has_so_many_frames_and_no_more(*, accepted: bool) -> None:
    async def test(frames: int) -> None:
        async with opened(accepted=accepted) as (made, held):
            for kind in (TEXT, *[CONTINUED] * (frames - 2), LAST):
                made.data_received(kind + MASK)
                assert len(made.frames) <= FRAMES
            assert held.closed == (frames > FRAMES)
            assert held.aborted == (frames > FRAMES and not accepted)

    for frames in (FRAMES, FRAMES + 1, 2 * FRAMES):
        run(test(frames))


@pytest.mark.parametrize("accepted", [True, False])
def test_so_many_messages_wait_for_an_answer_and_no_more(*, accepted: bool) -> None:
    """However many there are in what is read at a time."""

    async def test(messages: int) -> None:
        async with opened(accepted=accepted) as (made, held):
            made.data_received((WHOLE + MASK) * messages)
            assert held.closed == (messages > MESSAGES)
            if held.closed and accepted:
                assert held.buffer[0] == 0x88
                assert int.from_bytes(held.buffer[2:4]) == 1008
            assert made.queue.qsize() <= MESSAGES + 1

    for messages in (MESSAGES, MESSAGES + 1, 10 * MESSAGES):
        run(test(messages))


@pytest.mark.parametrize("accepted", [True, False])
def test_bytes_that_are_no_frame_end_a_socket_whether_it_is_accepted_or_not(*, accepted: bool) -> None:
    async def test() -> None:
        async with opened(accepted=accepted) as (made, held):
            made.data_received(b"\xff" * 100)
            assert held.closed

    run(test())


@pytest.mark.parametrize("reading", [True, False])
def test_who_does_not_answer_is_told_so_if_it_reads_and_cut_off_if_not(*, reading: bool) -> None:
    async def test() -> None:
        async with opened() as (made, held):
            held.reading = reading
            made.keepalive_timeout()
            assert held.closed
            assert held.aborted == (not reading)

    run(test())
