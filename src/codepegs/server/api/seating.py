"""Endpoints that give a client a seat: open, join, ask to join, move to another device, go to a rematch.

If the answer to opening or joining is lost, the client sends the same request again. The server
derives everything that it answers with from the key of the request, so it finds the seat that it
has given, and sends the same tokens. That is why nobody else may be able to guess the key.

A program has one token for all of its seats. A browser has one for each match, see
:mod:`codepegs.server.http.auth`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from codepegs.errors import NotNow
from codepegs.protocol import messages
from codepegs.rules.agreement import NOBODY
from codepegs.server.context import Json, ServerContext, client_at, context_of, require, table_id_of
from codepegs.server.http.auth import Sender, check_origin, set_seat, set_session
from codepegs.server.http.transfers import TRANSFER_SECONDS
from codepegs.storage.archive import MatchId
from codepegs.table import commands
from codepegs.table.errors import NotSeated
from codepegs.table.seats import ClientId, client_id, invitation_hash
from codepegs.table.table import Table, Transition


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
        challenge=opening.challenge,
        client=client_id(seat),
        owner=owner,
        invitation=None if invitation is None else invitation_hash(invitation),
    )

    def admit() -> None:
        if table.challenge:
            context.lobby.admit(name, owner, sender.address)
        context.admit_table(sender.address)

    opened = await context.registry.open(table, owner, key=key, admit=admit)
    context.lobby.add(opened.table, opened=context.now(), address=sender.address)
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
    """Take the empty seat with an invitation."""
    context, name = context_of(request), table_id_of(request)
    sender = context.authenticate(request)
    asked = messages.decode(await context.body(request), messages.Joining)
    taker = Taker.of(context, sender, name, asked.key)
    await context.session(name, taker.client, sender.address)
    command = partial(
        commands.join,
        client=taker.client,
        owner=taker.owner,
        name=asked.name,
        invitation=invitation_hash(asked.invitation),
        key=taker.key,
    )
    await context.registry.execute(name, command)
    return await taker.answer(request, context)


async def ask(request: Request) -> Response:
    """Ask the host for the empty seat, and get the cookie that will have it."""
    context, name = context_of(request), table_id_of(request)
    sender = context.authenticate(request)
    asked = messages.decode(await context.body(request), messages.Asking)
    taker = Taker.of(context, sender, name, asked.key)
    await context.session(name, taker.client, sender.address)
    await context.registry.ask(
        name,
        client=taker.client,
        owner=taker.owner,
        name=asked.name,
        key=taker.key,
        admit=partial(context.admit_ask, taker.owner, sender.address),
    )
    return await taker.answer(request, context)


async def list_asks(request: Request) -> Response:
    """List the requests to play that the sender may see."""
    context = context_of(request)
    asks = await context.registry.asks(table_id_of(request), await client_at(request))
    return Json(messages.make_asks(asks))


async def withdraw_ask(request: Request) -> Response:
    """Withdraw the sender's request to play."""
    context, name = context_of(request), table_id_of(request)
    check_origin(request, context.sender_of(request), context.config)
    await context.registry.withdraw_ask(name, context.admit_command(require(await client_at(request))))
    return Json(messages.Asks(()))


async def issue_transfer(request: Request) -> Response:
    """Make a one-time token that moves the sender's seat to another device."""
    context, name = context_of(request), table_id_of(request)
    check_origin(request, context.sender_of(request), context.config)
    session = await context.session_of(request)
    client = context.admit_command(require(context.client_in(request, session)))
    commands.check_movable(session.table, client=client)
    return Json(messages.Transfer(context.transfers.issue(name, client), TRANSFER_SECONDS))


async def take_over(request: Request) -> Response:
    """Take over a seat with such a token. The device that had it becomes a spectator."""
    context, name = context_of(request), table_id_of(request)
    sender = context.authenticate(request)
    asked = messages.decode(await context.body(request), messages.TakingOver)
    taker = Taker.of(context, sender, name, asked.key)
    await context.session(name, None, sender.address)

    def move(table: Table) -> Transition:
        player = context.transfers.find_seat(asked.token, name, table.seats)
        return commands.move_seat(table, player=player, client=taker.client, owner=taker.owner)

    await context.registry.execute(name, move)
    return await taker.answer(request, context)


@dataclass(frozen=True, slots=True)
class Taker:
    """Sender of a request for a seat at a table: who would play it, and with which tokens."""

    table: MatchId
    client: ClientId
    owner: ClientId
    key: str | None
    """Key of the request if the client id depends on it."""
    new_session: str | None
    new_seat: str | None

    def __repr__(self) -> str:
        # Keeps the tokens out of logs.
        return f"Taker({self.table})"

    @classmethod
    def of(cls, context: ServerContext, sender: Sender, table: MatchId, key: str) -> Taker:
        """Derive the tokens from the key of the request, and count it as a command of its owner."""
        session = sender.token or context.issuer.new_session(key)
        owner = context.admit_command(client_id(session))
        if not sender.browser:
            return cls(table, owner, owner, None, None, None)
        seat = context.issuer.seat(table, key)
        return cls(table, client_id(seat), owner, key, None if sender.token else session, seat)

    async def answer(self, request: Request, context: ServerContext) -> Response:
        """Return the view of the table, with the cookies."""
        response = Json(await context.registry.view(self.table, self.client))
        if self.new_session is not None:
            set_session(response, request, self.new_session)
        if self.new_seat is not None:
            set_seat(response, request, self.new_seat, path=_path(self.table))
        return response


async def take_rematch_seat(request: Request) -> Response:
    """Give a browser the cookie of its seat at the rematch.

    The seats of both tables have the same tokens, but a browser sends a cookie to one table only.
    """
    context = context_of(request)
    sender = context.sender_of(request)
    check_origin(request, sender, context.config)
    table = (await context.session_of(request)).table
    token = sender.choose_token(lambda client: bool(table.seats.find_seats(client)))
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
