"""Endpoints for open challenges: list them, over HTTP or live over a WebSocket, and take one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from codepegs.errors import CodepegsError
from codepegs.protocol import messages
from codepegs.server.api.seating import Taker
from codepegs.server.api.stream import (
    GOING_AWAY,
    POLICY_VIOLATION,
    RESTART,
    run_until_first,
    send_messages,
)
from codepegs.server.context import Json, context_of, refuse, table_id_of
from codepegs.server.http.auth import address_of, check_origin
from codepegs.server.ops import costs
from codepegs.table import commands
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Table, Transition


async def list_challenges(request: Request) -> Response:
    """Return all open challenges."""
    context = context_of(request)
    context.charge(address_of(request), costs.LISTED_TABLE * context.lobby.count())
    return Json(context.lobby.challenges(context.sender_of(request).client))


async def take(request: Request) -> Response:
    """Take the empty seat of an open challenge."""
    context, name = context_of(request), table_id_of(request)
    sender = context.authenticate(request)
    asked = messages.decode(await context.body(request), messages.Taking)
    taker = Taker.of(context, sender, name, asked.key)
    await context.session(name, taker.client, sender.address)

    def command(table: Table) -> Transition:
        taken = commands.take(table, client=taker.client, owner=taker.owner, name=asked.name, key=taker.key)
        if taken.effect is not None:
            # Nobody may take them all.
            context.admit_table(sender.address)
        return taken

    await context.registry.execute(name, command)
    return await taker.answer(request, context)


async def socket(websocket: WebSocket) -> None:
    """Open a WebSocket that sends the open challenges, and then each change. It takes no commands."""
    context = context_of(websocket)
    try:
        context.admit(websocket)
        sender = context.sender_of(websocket)
        check_origin(websocket, sender, context.config)
        with context.connection_limit.slot(address_of(websocket)):
            context.charge(address_of(websocket), costs.LISTED_TABLE * context.lobby.count())
            subscriber = context.lobby.subscribe(sender.client)
            try:
                await websocket.accept()
                await _serve(websocket, subscriber)
            finally:
                context.lobby.unsubscribe(subscriber)
    except CodepegsError as error:
        context.metrics.count_refusal(error)
        await websocket.send_denial_response(refuse(error))
    except (WebSocketDisconnect, OSError, TimeoutError):
        pass


async def _serve(websocket: WebSocket, subscriber: Subscriber[bytes]) -> None:
    code, reason = await run_until_first(_write(websocket, subscriber), _read(websocket))
    await websocket.close(code, reason)


async def _write(websocket: WebSocket, subscriber: Subscriber[bytes]) -> tuple[int, str | None]:
    await send_messages(websocket, subscriber)
    return RESTART if context_of(websocket).registry.stopping else GOING_AWAY, subscriber.closed


async def _read(websocket: WebSocket) -> tuple[int, str | None]:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return POLICY_VIOLATION, "This socket takes no commands."
