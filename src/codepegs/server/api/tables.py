"""Endpoints for tables, tokens, editions, records and commands.

Those that give a seat are in :mod:`codepegs.server.api.seating`.
"""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line
from codepegs.players.level import LEVELS
from codepegs.protocol import edition as catalogue
from codepegs.protocol import messages
from codepegs.protocol.messages import Introduced
from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.api.execution import execute
from codepegs.server.context import (
    Json,
    client_at,
    context_of,
    refuse,
    require,
    table_id_of,
)
from codepegs.server.http.auth import address_of, check_origin
from codepegs.server.http.compression import compressed
from codepegs.server.learn import records
from codepegs.server.ops import costs


class LevelFacts(msgspec.Struct, frozen=True):
    """Level of a computer player. As a player it is called `computer` and this name."""

    name: str
    summary: str


async def create_token(request: Request) -> Response:
    """Return a new token for a program."""
    context = context_of(request)
    check_origin(request, context.sender_of(request), context.config)
    return Json(Introduced(context.issuer.issue(context.random_source.token())), status_code=201)


async def list_editions(request: Request) -> Response:
    return compressed(request, Json(_describe_catalogue()))


@cache
def _describe_catalogue() -> list[catalogue.EditionFacts]:
    return [catalogue.describe_edition(edition) for edition in CATALOGUE.values()]


async def get_edition(request: Request) -> Response:
    """Return an edition with house rules."""
    edition = edition_line.read(request.path_params["line"])
    return compressed(request, Json(catalogue.describe_edition(edition)))


async def list_levels(request: Request) -> Response:
    found = [LevelFacts(level.name, level.summary) for level in LEVELS.values()]
    return compressed(request, Json(found))


async def get_table(request: Request) -> Response:
    context = context_of(request)
    session = await context.session_of(request, per_move=costs.VIEWED_MOVE)
    return Json(await context.registry.view(session.table.id, context.client_in(request, session)))


async def read_record(request: Request) -> Response:
    """Read a record without storing it. No token is needed."""
    context = context_of(request)
    async with context.record_request(request, records.ReadRequest) as asked:
        job = context.compute.run(records.read_record, asked.record, address=address_of(request))
        return Json(await job)


async def draw_game(request: Request) -> Response:
    """Draw a game of a record."""
    context = context_of(request)
    async with context.record_request(request, records.DrawRequest) as asked:
        drawn = await context.compute.run(
            records.draw_game, asked.record, asked.game, asked.rows, address=address_of(request)
        )
    return Response(drawn, media_type="image/svg+xml")


async def get_record(request: Request) -> Response:
    """Return the record of a match, without a code that is still hidden."""
    context = context_of(request)
    table = (await context.session_of(request, per_move=costs.WRITTEN_MOVE)).table
    text = await context.write_record(table)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{table.id}.pegs"'})


async def move(request: Request) -> Response:
    return await _run_command(request, messages.Moving)


async def offer(request: Request) -> Response:
    return await _run_command(request, messages.Offering)


async def reply(request: Request) -> Response:
    return await _run_command(request, messages.Replying)


async def admit(request: Request) -> Response:
    return await _run_command(request, messages.Admitting)


async def lay(request: Request) -> Response:
    """Show the others the row that a player is laying. Nothing of it is stored."""
    context = context_of(request)
    sender = context.authenticate(request)
    client = context.admit_command(require(await client_at(request)))
    laid = messages.decode(await context.body(request), messages.Laying)
    name = table_id_of(request)
    await context.session(name, client, sender.address)
    context.registry.lay(name, client, moves=laid.moves, pegs=laid.laid)
    return Json(messages.Laid(laid.moves, laid.laid))


async def _run_command(request: Request, kind: type[messages.Sent]) -> Response:
    context = context_of(request)
    sender = context.authenticate(request)
    client = context.admit_command(require(await client_at(request)))
    sent = messages.decode(await context.body(request), kind)
    message, error = await execute(context, table_id_of(request), client, sent, address=sender.address)
    return refuse(error, message) if isinstance(error, CodepegsError) else Json(message)
