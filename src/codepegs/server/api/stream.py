"""Live updates of a table, over a WebSocket or an NDJSON stream."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import ExitStack, suppress
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from codepegs.errors import CodepegsError
from codepegs.protocol import messages
from codepegs.protocol.errors import (
    INTERNAL_ERROR_MESSAGE,
    STATUS_MESSAGES,
    Malformed,
    Refusal,
    RequestTooLarge,
)
from codepegs.server.api.execution import Execution, Message
from codepegs.server.context import Json, ServerContext, context_of, refuse, require, table_id_of
from codepegs.server.http.auth import address_of, check_origin
from codepegs.server.http.transport import SEND_TIMEOUT
from codepegs.server.http.websocket import SEND_ALL, Receiver
from codepegs.server.ops import costs, log
from codepegs.storage.archive import MatchId
from codepegs.table.errors import RateLimited
from codepegs.table.seats import ClientId
from codepegs.table.subscriber import Subscriber

HEARTBEAT_INTERVAL = 15.0
"""Idle seconds after which a stream sends an empty line, so that both sides notice a lost connection."""
MAX_REFUSALS = 50
"""Consecutive rate-limited commands after which a socket is closed."""
CONTENT_TYPE = "application/x-ndjson"

GOING_AWAY, POLICY_VIOLATION, TOO_LARGE, INTERNAL_ERROR, RESTART = 1001, 1008, 1009, 1011, 1012
"""Close codes of RFC 6455 and its registry."""
T = TypeVar("T")
_Close = tuple[int, str | None]
"""Close code and reason."""


class Closed(msgspec.Struct, frozen=True):
    """Last line of a stream, with the reason why it ends."""

    closed: str


class LineStream(Response):
    """Endless response with one message per line."""

    def __init__(self, subscriber: Subscriber[bytes], cleanup: ExitStack) -> None:
        """`cleanup` is closed when the stream ends."""
        super().__init__(media_type=CONTENT_TYPE)
        del self.headers["content-length"]
        self._subscriber, self._cleanup = subscriber, cleanup

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._cleanup:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await run_until_first(self._write(send), _wait_for_disconnect(receive))

    async def _write(self, send: Send) -> None:
        async def line(message: bytes) -> None:
            async with asyncio.timeout(SEND_TIMEOUT):
                await send({"type": "http.response.body", "body": message + b"\n", "more_body": True})

        with suppress(TimeoutError, OSError):
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT_INTERVAL):
                        message = await self._subscriber.next()
                except TimeoutError:
                    await line(b"")
                    continue
                if message is None:
                    break
                await line(message)
            await line(messages.encode(Closed(self._subscriber.closed or "")))
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def stream(request: Request) -> Response:
    """Stream the messages of a table."""
    context, name = context_of(request), table_id_of(request)
    with ExitStack() as stack:
        stack.enter_context(context.connection_limit.slot(address_of(request)))
        session = await context.session_of(request, per_move=costs.VIEWED_MOVE)
        subscriber = await context.registry.subscribe(name, context.client_in(request, session))
        stack.callback(context.registry.unsubscribe, name, subscriber)
        return LineStream(subscriber, stack.pop_all())


async def socket(websocket: WebSocket) -> None:
    """Open a WebSocket that sends the messages of a table and takes commands."""
    context = context_of(websocket)
    try:
        context.admit(websocket)
        name = table_id_of(websocket)
        check_origin(websocket, context.sender_of(websocket), context.config)
        address = address_of(websocket)
        with context.connection_limit.slot(address):
            session = await context.session_of(websocket, per_move=costs.VIEWED_MOVE)
            client = context.client_in(websocket, session)
            subscriber = await context.registry.subscribe(name, client)
            try:
                await websocket.accept()
                await _Socket(context, name, websocket, address, subscriber).run()
            finally:
                context.registry.unsubscribe(name, subscriber)
    except CodepegsError as error:
        context.metrics.count_refusal(error)
        await websocket.send_denial_response(refuse(error))
    except WebSocketDisconnect:
        pass


async def refuse_socket(websocket: WebSocket) -> None:
    """Refuse a WebSocket at any other path, and count it like a request."""
    context = context_of(websocket)
    try:
        context.admit(websocket)
    except CodepegsError as error:
        context.metrics.count_refusal(error)
        await websocket.send_denial_response(refuse(error))
    else:
        unknown = messages.Refused(Refusal("NotHere", STATUS_MESSAGES[404]))
        await websocket.send_denial_response(Json(unknown, status_code=404))


class _Socket:
    """Open WebSocket. It executes commands one at a time and writes its subscriber's messages."""

    def __init__(
        self,
        context: ServerContext,
        name: MatchId,
        websocket: WebSocket,
        address: str,
        subscriber: Subscriber[bytes],
    ) -> None:
        self._context, self._name, self._websocket = context, name, websocket
        self._address, self._subscriber = address, subscriber
        self._bucket, self._refused = context.new_bucket(), 0
        self._ended: asyncio.Future[_Close] = asyncio.get_running_loop().create_future()
        self._preparing: asyncio.Task[None] | None = None
        self._queued = False
        """Whether a message waits for the one before it."""

    async def run(self) -> None:
        # It is closed here, when nothing can write any more.
        try:
            code, reason = await run_until_first(self._write(), self._read(), self._ended)
        except (WebSocketDisconnect, OSError, TimeoutError):
            return
        except Exception as error:
            self._context.metrics.internal_errors.inc()
            log.error("internal error on a socket", error)
            code, reason = INTERNAL_ERROR, INTERNAL_ERROR_MESSAGE
        finally:
            if self._preparing is not None:
                self._preparing.cancel()
        await self._websocket.close(code, reason)

    async def _write(self) -> _Close:
        await send_messages(self._websocket, self._subscriber, self)
        code = RESTART if self._context.registry.stopping else GOING_AWAY
        return code, self._subscriber.closed

    async def _read(self) -> _Close:
        """Wait for the client to disconnect, and take messages that come while one is being answered."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message["code"])
            # A client that does not read its replies is not read from either.
            self._queued = True
            await self._subscriber.drain()
            self._queued = False
            if not self._ended.done():
                self.receive(message.get("text"))

    @property
    def ready(self) -> bool:
        """Whether the last message is answered. A socket executes its commands one at a time."""
        return self._subscriber.ready and not self._queued and not self._ended.done()

    def receive(self, text: str | None) -> None:
        """Execute a command, or send a signal on."""
        try:
            if text is not None and len(text) > messages.MAX_MESSAGE_BYTES:
                self._ended.set_result((TOO_LARGE, str(RequestTooLarge(messages.MAX_MESSAGE_BYTES))))
            elif self._refused > MAX_REFUSALS:
                self._ended.set_result((POLICY_VIOLATION, str(RateLimited("commands"))))
            else:
                self._execute(text)
        except Exception as error:
            self._answer(None, error)

    def _execute(self, text: str | None) -> None:
        key: str | None = None
        try:
            if not self._bucket.take(self._context.seconds()):
                self._refused += 1
                raise RateLimited("commands on this socket", self._bucket.seconds_to_next())
            self._context.charge(self._address, 1)
            self._refused = 0
            if text is None:
                raise Malformed("Commands must be JSON in text frames.")
            sent = messages.decode_command(text.encode("utf-8", "replace"))
            if not isinstance(sent, messages.Signal):
                key = sent.key
            client = self._context.admit_command(require(self._subscriber.client))
            if isinstance(sent, messages.Signal):
                self._pass_on(client, sent)
                return
        except CodepegsError as error:
            self._context.metrics.count_refusal(error)
            self._answer(messages.make_refused(error, key=key), error)
            return
        self._subscriber.expect_reply()
        command = Execution(self._context, self._name, client, sent, self._address, self._answer)
        self._preparing = command.start()

    def _answer(self, message: Message | None, error: BaseException | None) -> None:
        """Send the reply to a command, or end the socket after a fault of the program."""
        if message is not None:
            reply = message if isinstance(message, messages.Refused) else messages.Answered(message)
            self._subscriber.reply(messages.encode(reply))
        elif error is not None and not self._ended.done():
            self._ended.set_exception(error)

    def _pass_on(self, client: ClientId, signal: messages.Signal) -> None:
        """Send a signal on to the others at the table."""
        registry = self._context.registry
        match signal:
            case messages.Laying(moves=moves, laid=pegs):
                registry.lay(self._name, client, moves=moves, pegs=pegs)
            case messages.Saying(say=phrase):
                self._context.admit_phrase(client)
                registry.say(self._name, client, phrase)


async def send_messages(
    websocket: WebSocket, subscriber: Subscriber[bytes], receiver: Receiver | None = None
) -> None:
    """Send the messages of a subscriber, until its subscription ends."""
    # Our own protocol takes the messages itself, and passes those of the client to the receiver. That saves
    # tasks, and several steps for each message.
    send_all = websocket.scope.get("extensions", {}).get(SEND_ALL)
    if send_all is not None:
        await send_all(subscriber, receiver)
        return
    while (message := await subscriber.next()) is not None:
        await websocket.send_text(message.decode())


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def run_until_first(*works: Awaitable[T]) -> T:
    """Run all of them until one ends, then cancel the others. Return its result, or raise its error."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    await asyncio.wait(tasks)
    results = [task.result() for task in done]
    return results[0]
