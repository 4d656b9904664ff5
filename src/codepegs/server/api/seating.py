"""Endpoints that give a client a seat: open a table, join one, and go on to the rematch.

If the answer to opening or joining is lost, the client sends the same request again. The server
derives everything that it answers with from the key of the request, so it finds the seat that it
has given, and sends the same tokens. That is why nobody else may be able to guess the key.

A program has one token for all of its seats. A browser has one for each match, see
:mod:`codepegs.server.http.auth`.
"""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from codepegs.errors import NotNow
from codepegs.protocol import messages
from codepegs.rules.agreement import NOBODY
from codepegs.server.context import Json, context_of, require, table_id_of
from codepegs.server.http.auth import check_origin, set_seat, set_session
from codepegs.storage.archive import MatchId
from codepegs.table import commands
from codepegs.table.errors import NotSeated
from codepegs.table.seats import client_id, invitation_hash


async def open_table(request: Request) -> Response:
    context = context_of(request)
    sender = context.authenticate(request)
    opening = messages.decode(await context.body(request), messages.Opening)
    issuer, key = context.issuer, opening.key
    session = sender.token or issuer.new_session(key)
    owner = context.admit_command(client_id(session))
    name = issuer.table_id(owner, key)
    # A solo game has no code to steal from its player, so the session is enough.
    seat = issuer.seat(name, key) if sender.browser and opening.players[0] != NOBODY else session
    invitation = issuer.invitation(owner, key) if None in opening.players else None
    table = commands.open_table(
        table_id=name,
        edition=opening.edition,
        games=opening.games,
        players=opening.players,
        hints=opening.hints,
        friendly=opening.friendly,
        daily=opening.daily,
        client=client_id(seat),
        owner=owner,
        invitation=None if invitation is None else invitation_hash(invitation),
    )
    await context.registry.open(table, owner, key=key, admit=partial(context.admit_table, sender.address))
    await context.session(name, client_id(seat), sender.address)
    view = await context.registry.view(name, client_id(seat))
    response = Json(messages.Opened(name, invitation, view), status_code=201)
    response.headers["location"] = _path(name)
    if sender.token is None:
        set_session(response, request, session)
    if seat != session and table.seats.find_seats(client_id(seat)):
        set_seat(response, request, seat, path=_path(name))
    return response


async def join(request: Request) -> Response:
    context, name = context_of(request), table_id_of(request)
    sender = context.authenticate(request)
    asked = messages.decode(await context.body(request), messages.Joining)
    session = sender.token or context.issuer.new_session(asked.key)
    owner = context.admit_command(client_id(session))
    seat = context.issuer.seat(name, asked.key) if sender.browser else session
    command = partial(
        commands.join,
        client=client_id(seat),
        owner=owner,
        name=asked.name,
        invitation=invitation_hash(asked.invitation),
        key=asked.key if sender.browser else None,
    )
    await context.session(name, client_id(seat), sender.address)
    await context.registry.execute(name, command)
    response = Json(await context.registry.view(name, client_id(seat)))
    if sender.token is None:
        set_session(response, request, session)
    if sender.browser:
        set_seat(response, request, seat, path=_path(name))
    return response


async def take_rematch_seat(request: Request) -> Response:
    """Give a browser the cookie of its seat at the rematch.

    The seats of both tables have the same tokens, but a browser sends a cookie to one table only.
    """
    context = context_of(request)
    sender = context.sender_of(request)
    check_origin(request, sender, context.config.origins)
    table = (await context.session_of(request)).table
    token = sender.token_at(table.seats)
    client = context.admit_command(require(None if token is None else client_id(token)))
    if not table.seats.find_seats(client):
        raise NotSeated
    if table.rematch is None:
        raise NotNow("There is no rematch yet.")
    response = Json(messages.Rematch(table.rematch))
    if token in sender.seats:
        set_seat(response, request, token, path=_path(table.rematch))
    return response


def _path(table: MatchId) -> str:
    return f"/api/tables/{table}"
