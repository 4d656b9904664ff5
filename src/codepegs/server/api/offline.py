"""Endpoint for solo games that were played without the server."""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from codepegs.protocol import messages
from codepegs.server.context import Json, context_of
from codepegs.server.http.auth import set_session
from codepegs.table import offline
from codepegs.table.seats import client_id


async def receive(request: Request) -> Response:
    """Store a solo game that the sender played offline. Sending it again has no effect."""
    context = context_of(request)
    sender = context.authenticate(request)
    async with context.record_request(request, messages.Offline) as sent:
        session = sender.token or context.issuer.new_session(sent.key)
        owner = context.admit_command(client_id(session))
        # A worker has limits of time and memory. It cannot return a match, which holds a secret.
        await context.compute.run(check_game, sent.record, address=sender.address)
        match = await asyncio.to_thread(offline.read_game, sent.record)
    table = offline.make_table(match, table_id=context.issuer.table_id(owner, sent.key), owner=owner)
    admit = partial(context.admit_table, sender.address)
    await context.registry.open(table, owner, key=sent.key, admit=admit)
    response = Json(messages.Received(table.id), status_code=201)
    if sender.token is None:
        set_session(response, request, session)
    return response


def check_game(text: str) -> None:
    """Raise an error unless the record is that of a finished solo game."""
    offline.read_game(text)
