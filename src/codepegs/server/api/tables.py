"""What can be asked over HTTP, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line, record
from codepegs.players.level import LEVELS
from codepegs.protocol import edition as catalogue
from codepegs.protocol import messages as wire
from codepegs.protocol.errors import status
from codepegs.protocol.messages import Introduced, Listed, Opened, Withdrawn
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.claim import find_claim
from codepegs.rules.seat import PlayerNumber
from codepegs.server.context import Json, ServerContext, client_of, known, name_of, site_of
from codepegs.server.http.auth import Sender, address_of, check_origin, set_cookie
from codepegs.server.learn import records as reading
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale, VersionConflict
from codepegs.storage.tables import TableRow
from codepegs.table import commands, seats
from codepegs.table import moves as line
from codepegs.table.seats import ClientId
from codepegs.table.table import Table, Transition

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class LevelFacts(msgspec.Struct, frozen=True):
    """How well a computer plays; its name as a player is `computer` and this."""

    name: str
    summary: str


async def tokens(request: Request) -> Response:
    """A token for a program."""
    site = site_of(request)
    check_origin(request, Sender.of(request), site.config.origins)
    return Json(Introduced(site.random_source.token()), status_code=201)


async def editions(_: Request) -> Response:
    return Json([catalogue.facts(edition) for edition in CATALOGUE.values()])


async def edition(request: Request) -> Response:
    """An edition under house rules, or why there is none like it."""
    return Json(catalogue.facts(edition_line.read(request.path_params["line"])))


async def levels(_: Request) -> Response:
    return Json([LevelFacts(level.name, level.summary) for level in LEVELS.values()])


async def tables(request: Request) -> Response:
    return await (create if request.method == "POST" else mine)(request)


async def create(request: Request) -> Response:
    site = site_of(request)
    sender = site.sender(request)
    opening = wire.read(await site.body(request), wire.Opening)
    token = sender.token or site.random_source.token()
    client = site.commanding(seats.client_id(token))
    site.admit_table(sender)
    session, invitation = await site.registry.open(
        client,
        edition=opening.edition,
        games=opening.games,
        players=opening.players,
        hints=opening.hints,
    )
    view = await site.registry.view(session.table.id, client)
    response = Json(Opened(session.table.id, invitation, view), status_code=201)
    response.headers["location"] = f"/api/tables/{session.table.id}"
    return _introduced(request, sender, token, response)


async def mine(request: Request) -> Response:
    site, client = site_of(request), client_of(Sender.of(request))
    rows = [] if client is None else await site.registry.list_tables(client)
    return Json([_listed(row, client) for row in rows])


async def look(request: Request) -> Response:
    return Json(await site_of(request).registry.view(name_of(request), client_of(Sender.of(request))))


async def at(request: Request) -> Response:
    return await (withdraw if request.method == "DELETE" else look)(request)


async def withdraw(request: Request) -> Response:
    """Take back a table that nobody has joined."""
    site, name, sender = site_of(request), name_of(request), Sender.of(request)
    check_origin(request, sender, site.config.origins)
    await site.registry.withdraw(name, site.commanding(known(sender)))
    return Json(Withdrawn(name))


async def records(request: Request) -> Response:
    """What a record tells. It is not kept, and nobody has to be known."""
    asked = await site_of(request).brought(request, reading.Reading)
    return Json(await _read(request, reading.told, asked.record))


async def pictures(request: Request) -> Response:
    """A game of a record as a picture."""
    asked = await site_of(request).brought(request, reading.Drawing)
    drawn = await _read(request, reading.drawn, asked.record, asked.game, asked.rows)
    return Response(drawn, media_type="image/svg+xml")


async def _read(request: Request, work: Callable[[*Ts], T], *args: *Ts) -> T:
    """What `work` makes of a record, in a process."""
    site = site_of(request)
    with site.studying.slot(address_of(request)):
        async with site.desk.slot():
            return await site.thinker.run(work, *args)


async def written(request: Request) -> Response:
    """The record of a match; a hidden code stays hidden in it."""
    session = await site_of(request).registry.table(name_of(request))
    text = await asyncio.to_thread(record.write, session.table.require_match())
    return PlainTextResponse(
        text, headers={"content-disposition": f'attachment; filename="{session.table.id}.pegs"'}
    )


async def join(request: Request) -> Response:
    site, name = site_of(request), name_of(request)
    sender = site.sender(request)
    asked = wire.read(await site.body(request), wire.Joining)
    token = sender.token or site.random_source.token()
    client = site.commanding(seats.client_id(token))
    invitation = seats.invitation_hash(asked.invitation)
    await site.registry.execute(
        name, lambda table: commands.join(table, client=client, name=asked.name, invitation=invitation)
    )
    return _introduced(request, sender, token, Json(await site.registry.view(name, client)))


async def move(request: Request) -> Response:
    return await _commanded(request, wire.Moving)


async def offer(request: Request) -> Response:
    return await _commanded(request, wire.Offering)


async def reply(request: Request) -> Response:
    return await _commanded(request, wire.Replying)


async def _commanded(request: Request, kind: type[wire.Sent]) -> Response:
    site = site_of(request)
    sender = site.sender(request)
    client = site.commanding(known(sender))
    sent = wire.read(await site.body(request), kind)
    message, error = await obey(site, name_of(request), client, sent, address=sender.address)
    return Json(message, status_code=200 if error is None else status(error))


async def obey(
    site: ServerContext, name: MatchId, client: ClientId, sent: wire.Sent, *, address: str
) -> tuple[wire.Reply | wire.Agreed | wire.Refused, CodepegsError | None]:
    """Do what was sent, over HTTP or a socket; the answer, or the refusal with its error."""
    try:
        if isinstance(sent, wire.Moving) and sent.move == line.CLAIM:
            sent = await _with_rows(site, name, client, sent, address=address)
        step = await site.registry.execute(name, _work(site, client, sent))
    except (Stale, VersionConflict) as error:
        site.metrics.refusals.add(type(error).__name__)
        view = await site.registry.view(name, client)
        return wire.refused(error, view=view, key=sent.key), error
    except CodepegsError as error:
        site.metrics.refusals.add(type(error).__name__)
        return wire.refused(error, key=sent.key), error
    if isinstance(sent, wire.Moving):
        assert step.number is not None
        return wire.answer(step.table.require_match(), step.number, sent.key), None
    return wire.Agreed(sent.key, sent.offer if isinstance(sent, wire.Offering) else sent.reply), None


async def _with_rows(
    site: ServerContext, name: MatchId, client: ClientId, sent: wire.Moving, *, address: str
) -> wire.Moving:
    """Return a claim with the rows that prove it. One that was made before is returned as it is."""
    table = await site.registry.current(name)
    game = commands.find_claimed_game(table, client=client, key=sent.key, moves=sent.moves)
    if game is None:
        return sent
    board, code = game.board, game.revealed
    # The search shares the queue of hints and reviews, so that claims cannot starve the computers.
    with site.studying.slot(address):
        claim = await site.recall.run(
            ("claim", board, code), lambda: site.thinker.run(find_claim, board, code)
        )
    return msgspec.structs.replace(sent, move=line.write(table.require_match(), claim))


def _work(site: ServerContext, client: ClientId, sent: wire.Sent) -> Callable[[Table], Transition]:
    match sent:
        case wire.Moving(key=key, moves=moves, move=text):
            salt = site.random_source.salt()
            return lambda table: commands.move(
                table, client=client, key=key, moves=moves, text=text, salt=salt
            )
        case wire.Offering(key=key, offer=text):
            new_id = site.random_source.match_id()
            return lambda table: commands.offer(table, client=client, key=key, text=text, new_id=new_id)
        case wire.Replying(key=key, reply=text, yes=yes):
            new_id = site.random_source.match_id()
            return lambda table: commands.reply(
                table, client=client, key=key, text=text, yes=yes, new_id=new_id
            )


def _introduced(request: Request, sender: Sender, token: str, response: Response) -> Response:
    """The answer, with a cookie for a browser that was a stranger until now."""
    if sender.token is None:
        set_cookie(response, token, https=request.url.scheme == "https")
    return response


def _listed(row: TableRow, client: ClientId | None) -> Listed:
    you: PlayerNumber | None = 0 if row.clients[0] == client else 1 if row.clients[1] == client else None
    return Listed(
        id=row.id,
        edition=catalogue.line(row.edition),
        games=row.games,
        names=row.names,
        you=you,
        moves=row.moves,
        over=row.over,
        opened=row.opened,
        changed=row.changed,
    )
