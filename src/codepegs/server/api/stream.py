"""What happens at a table as it happens: over a WebSocket, or as lines of JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import ExitStack, suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from codepegs.errors import CodepegsError
from codepegs.protocol import messages as wire
from codepegs.protocol.errors import FAULT, Malformed, RequestTooLarge, status
from codepegs.server.api.tables import obey
from codepegs.server.context import Json, ServerContext, client_of, known, name_of, site_of
from codepegs.server.http.auth import Sender, address_of, check_origin
from codepegs.server.ops import log
from codepegs.storage.archive import MatchId
from codepegs.table.errors import RateLimited
from codepegs.table.subscriber import Subscriber

PING = 15.0
"""Seconds of silence after which a stream sends an empty line, so that both sides see that it lives."""
STALL = 60.0
"""Seconds in which a reader has to take something before it is given up."""
PATIENCE = 50
"""Commands that may be refused as too many in a row before the socket is closed."""
KIND = "application/x-ndjson"

GOING_AWAY, REFUSED, TOO_LONG, FAULTY, RESTART = 1001, 1008, 1009, 1011, 1012
"""Codes of RFC 6455 and its registry with which a socket is closed."""


class Closed(msgspec.Struct, frozen=True):
    """The last line of a stream: why nothing more comes."""

    closed: str


class Lines(Response):
    """A stream of lines, for as long as somebody reads them."""

    def __init__(self, subscriber: Subscriber[bytes], leaving: ExitStack) -> None:
        """`leaving` is closed at the end."""
        super().__init__(media_type=KIND)
        del self.headers["content-length"]
        self._subscriber, self._leaving = subscriber, leaving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._leaving:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await _first(self._write(send), _gone(receive))

    async def _write(self, send: Send) -> None:
        async def line(message: bytes) -> None:
            async with asyncio.timeout(STALL):
                await send({"type": "http.response.body", "body": message + b"\n", "more_body": True})

        with suppress(TimeoutError, OSError):
            while True:
                try:
                    async with asyncio.timeout(PING):
                        message = await self._subscriber.next()
                except TimeoutError:
                    await line(b"")
                    continue
                if message is None:
                    break
                await line(message)
            await line(wire.write(Closed(self._subscriber.closed or "")))
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def stream(request: Request) -> Response:
    """The stream of a table."""
    site, name = site_of(request), name_of(request)
    client = client_of(Sender.of(request))
    with ExitStack() as stack:
        stack.enter_context(site.listening.slot(address_of(request)))
        subscriber = await site.registry.subscribe(name, client)
        stack.callback(site.registry.unsubscribe, name, subscriber)
        return Lines(subscriber, stack.pop_all())


async def socket(websocket: WebSocket) -> None:
    """The socket of a table: what happens there, and commands."""
    site = site_of(websocket)
    try:
        site.admit(websocket)
        name = name_of(websocket)
        sender = Sender.of(websocket)
        check_origin(websocket, sender, site.config.origins)
        with site.listening.slot(sender.address):
            subscriber = await site.registry.subscribe(name, client_of(sender))
            try:
                await websocket.accept()
                await _Socket(site, name, websocket, sender, subscriber).run()
            finally:
                site.registry.unsubscribe(name, subscriber)
    except CodepegsError as error:
        site.metrics.refusals.add(type(error).__name__)
        await websocket.send_denial_response(Json(wire.refused(error), status_code=status(error)))
    except WebSocketDisconnect:
        pass


class _Socket:
    """One open socket: reads commands one by one, and writes what its subscriber hears."""

    def __init__(
        self,
        site: ServerContext,
        name: MatchId,
        websocket: WebSocket,
        sender: Sender,
        subscriber: Subscriber[bytes],
    ) -> None:
        self._site, self._name, self._websocket = site, name, websocket
        self._sender, self._subscriber = sender, subscriber
        self._bucket, self._refused = site.bucket(), 0

    async def run(self) -> None:
        try:
            with suppress(WebSocketDisconnect, OSError, TimeoutError):
                await _first(self._write(), self._read())
        except Exception as error:
            self._site.metrics.faults.add()
            log.error("internal error on a socket", error)
            await self._websocket.close(FAULTY, FAULT)

    async def _write(self) -> None:
        while (message := await self._subscriber.next()) is not None:
            async with asyncio.timeout(STALL):
                await self._websocket.send_text(message.decode())
        code = RESTART if self._site.registry.stopping else GOING_AWAY
        await self._websocket.close(code, self._subscriber.closed)

    async def _read(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            text = message.get("text")
            if text is not None and len(text) > wire.LONGEST:
                return await self._websocket.close(TOO_LONG, str(RequestTooLarge(wire.LONGEST)))
            if self._refused > PATIENCE:
                return await self._websocket.close(REFUSED, str(RateLimited("commands")))
            await self._subscriber.reply(wire.write(await self._answer(text)))

    async def _answer(self, text: str | None) -> wire.Answered | wire.Refused:
        sent: wire.Sent | None = None
        try:
            if not self._bucket.take(self._site.seconds()):
                self._refused += 1
                raise RateLimited("commands on this socket")
            self._refused = 0
            if text is None:
                raise Malformed("Commands are text: send JSON in text frames.")
            sent = wire.read_sent(text.encode("utf-8", "replace"))
            client = self._site.commanding(known(self._sender))
        except CodepegsError as error:
            self._site.metrics.refusals.add(type(error).__name__)
            return wire.refused(error, key=None if sent is None else sent.key)
        message, _ = await obey(self._site, self._name, client, sent, address=self._sender.address)
        return message if isinstance(message, wire.Refused) else wire.Answered(message)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _first(*works: Awaitable[None]) -> None:
    """Do all of them until one ends; that one's error is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    await asyncio.wait(tasks)
    for task in done:
        task.result()
