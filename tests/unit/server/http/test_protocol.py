"""HTTP protocol: when a connection waits, and clients that break off, send too much or do not read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn

from codepegs.server.http import transport
from codepegs.server.http.connections import Connections, ConnectionState
from codepegs.server.http.headers import MAX_HEAD_SIZE
from codepegs.server.http.protocol import BoundedHttp
from codepegs.server.http.websocket import BoundedWebSocket
from codepegs.server.ops.metrics import Metrics
from tests.support.held import Held

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class App:
    """Application that responds when the test says so, without reading the body."""

    def __init__(self) -> None:
        self.begin, self.finish = asyncio.Event(), asyncio.Event()
        self.errors: list[Exception] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            return
        try:
            await self.begin.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await self.finish.wait()
            await send({"type": "http.response.body", "body": b"done"})
        except Exception as error:
            self.errors.append(error)


class Session:
    """Connection to the protocol over a transport that keeps everything."""

    def __init__(self, *, timeout: float = 60) -> None:
        self.app, self.held = App(), Held()
        config = uvicorn.Config(self.app, ws=BoundedWebSocket, h11_max_incomplete_event_size=MAX_HEAD_SIZE)
        self.limited = Connections(per_address=10, total=20, proxies=(), metrics=Metrics())
        self.state = ConnectionState(self.limited, timeout=timeout)
        self.protocol = BoundedHttp(config, self.state, {})
        self.protocol.connection_made(self.held)  # type: ignore[arg-type]

    def is_waiting(self) -> bool:
        return bool(self.limited._waiting[None])

    async def receive(self, data: bytes) -> None:
        if data:
            self.protocol.data_received(data)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


@asynccontextmanager
async def session(**options: Any) -> AsyncIterator[Session]:
    made = Session(**options)
    yield made
    made.app.begin.set()
    made.app.finish.set()
    await made.settle()
    (made.held.protocol or made.protocol).connection_lost(None)
    await made.settle()
    assert made.app.errors == []
    assert not made.limited._open


@pytest.mark.parametrize(
    ("sent", "waiting"),
    [
        (b"", True),
        (HEAD, True),
        (HEAD + b"\r\n", False),
        (POST + b"Content-Length: 5\r\n\r\n1234", True),
        (POST + b"Content-Length: 5\r\n\r\n12345", False),
        (POST + CHUNKED + b"1\r\na\r\n", True),
        (POST + CHUNKED + b"1\r\na\r\n0\r\n\r\n", False),
        (HEAD + UPGRADE, False),
    ],
)
async def test_a_connection_waits_for_a_whole_request(sent: bytes, *, waiting: bool) -> None:
    async with session() as here:
        await here.receive(sent)
        assert here.is_waiting() == waiting


async def test_a_connection_waits_again_after_its_response() -> None:
    async with session() as here:
        await here.receive(HEAD + b"\r\n")
        here.app.begin.set()
        await here.settle()
        assert not here.is_waiting()
        here.app.finish.set()
        await here.settle()
        assert here.is_waiting()
        assert here.held.buffer.endswith(b"4\r\ndone\r\n0\r\n\r\n")


@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("method", [b"GET", b"HEAD", b"POST"])
async def test_a_malformed_body_ends_the_connection(method: bytes, *, begun: bool) -> None:
    async with session() as here:
        await here.receive(HEAD.replace(b"GET", method) + CHUNKED)
        if begun:
            here.app.begin.set()
            await here.settle()
        await here.receive(b"zz\r\n")
        assert here.held.closed
        assert here.held.aborted == begun
        assert here.held.buffer.startswith(b"" if begun else b"HTTP/1.1 400 ")
        here.app.begin.set()
        here.app.finish.set()
        await here.settle()
        assert b" 200 " not in here.held.buffer, "the application's response comes too late"


@pytest.mark.parametrize(("size", "aborted"), [(MAX_HEAD_SIZE, False), (MAX_HEAD_SIZE + 1, True)])
async def test_few_bytes_can_follow_an_unfinished_request(size: int, *, aborted: bool) -> None:
    async with session() as here:
        await here.receive(HEAD + b"\r\n" + b"a" * size)
        assert here.held.aborted == aborted


@pytest.mark.parametrize("reads", [True, False])
async def test_a_client_that_does_not_read_its_response_is_aborted(
    monkeypatch: pytest.MonkeyPatch, *, reads: bool
) -> None:
    monkeypatch.setattr(transport, "SEND_TIMEOUT", 0)
    async with session() as here:
        here.protocol.pause_writing()
        if reads:
            here.protocol.resume_writing()
        await here.settle()
        assert here.held.aborted == (not reads)


@pytest.mark.parametrize("sent", [b"", HEAD])
async def test_a_request_that_does_not_come_is_not_waited_for(sent: bytes) -> None:
    async with session(timeout=0) as here:
        await here.receive(sent)
        assert here.held.closed
