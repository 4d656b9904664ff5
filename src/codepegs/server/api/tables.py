"""Endpoints for tables, tokens, editions and records, and the execution of commands.

Those that give a seat are in :mod:`codepegs.server.api.seating`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeVar, TypeVarTuple

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line
from codepegs.players.level import LEVELS
from codepegs.protocol import edition as catalogue
from codepegs.protocol import messages
from codepegs.protocol.messages import Introduced
from codepegs.rules.board import Board
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.claim import check_claim, find_claim
from codepegs.rules.code import Code
from codepegs.rules.move import Claim
from codepegs.server.context import (
    Json,
    ServerContext,
    client_at,
    context_of,
    refuse,
    require,
    table_id_of,
)
from codepegs.server.http.auth import address_of, check_origin
from codepegs.server.http.compression import compressed
from codepegs.server.learn import jobs, records
from codepegs.server.ops import costs
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import Stale, VersionConflict
from codepegs.table import commands
from codepegs.table.preparation import LONG_MOVES, prepare_move
from codepegs.table.seats import ClientId
from codepegs.table.table import Transition

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


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


async def _run_command(request: Request, kind: type[messages.Sent]) -> Response:
    context = context_of(request)
    sender = context.authenticate(request)
    client = context.admit_command(require(await client_at(request)))
    sent = messages.decode(await context.body(request), kind)
    message, error = await execute(context, table_id_of(request), client, sent, address=sender.address)
    return Json(message) if error is None else refuse(error, message)


async def execute(
    context: ServerContext, name: MatchId, client: ClientId, sent: messages.Sent, *, address: str
) -> tuple[messages.Done | messages.Refused, CodepegsError | None]:
    """Execute a command sent over HTTP or a socket, and return its reply, or a refusal and its error."""
    try:
        await context.session(name, client, address)
        if isinstance(sent, messages.Moving):
            text = sent.move
            if text.startswith(LONG_MOVES):
                table = await context.registry.current(name)
                text = await prepare_move(
                    table,
                    client=client,
                    key=sent.key,
                    at=sent.moves,
                    text=text,
                    jobs=_Jobs(context, address),
                )
            transition = await context.registry.move(name, client, key=sent.key, moves=sent.moves, text=text)
        else:
            transition = await _execute(context, name, client, sent, address=address)
    except (Stale, VersionConflict) as error:
        return await _refuse_outdated(context, name, client, sent, error, address=address)
    except CodepegsError as error:
        context.metrics.count_refusal(error)
        return messages.make_refused(error, key=sent.key), error
    return _confirm(sent, transition), None


def _confirm(sent: messages.Sent, transition: Transition) -> messages.Done:
    """Return the reply to a command that was done."""
    match sent:
        case messages.Moving(key=key):
            assert transition.number is not None
            return messages.make_reply(transition.table.require_match(), transition.number, key)
        case messages.Offering(key=key, offer=text) | messages.Replying(key=key, reply=text):
            return messages.Agreed(key, text)
        case messages.Admitting(key=key, admit=ask_id):
            return messages.Admitted(key, ask_id)


async def _refuse_outdated(
    context: ServerContext,
    name: MatchId,
    client: ClientId,
    sent: messages.Sent,
    error: CodepegsError,
    *,
    address: str,
) -> tuple[messages.Refused, CodepegsError]:
    """Return the refusal of a command whose sender has not seen the latest change, with a view."""
    view = None
    try:
        await context.session(name, client, address, per_move=costs.VIEWED_MOVE)
        view = await context.registry.view(name, client)
    except CodepegsError as another:
        error = another
    context.metrics.count_refusal(error)
    return messages.make_refused(error, view=view, key=sent.key), error


@dataclass(frozen=True, slots=True)
class _Jobs:
    """Long computations for one request."""

    context: ServerContext
    address: str

    async def find_claim(self, board: Board) -> Claim:
        return await self._run(("claim", board), find_claim, board)

    async def check_claim(self, board: Board, rows: tuple[int, ...]) -> object:
        return await self._run(("claim", board, rows), check_claim, board, rows)

    async def find_hint(self, board: Board, plan: Code | None) -> object:
        return await self._run(("hint", board, plan), jobs.find_hints, board, plan)

    async def _run(self, key: Hashable, job: Callable[[*Ts], T], *args: *Ts) -> T:
        return await self.context.run_job(
            key, self.address, lambda: self.context.compute.run(job, *args, address=self.address)
        )


async def _execute(
    context: ServerContext,
    name: MatchId,
    client: ClientId,
    sent: messages.Offering | messages.Replying | messages.Admitting,
    *,
    address: str,
) -> Transition:
    def new_id() -> MatchId:
        context.admit_table(address)
        return context.random_source.match_id()

    match sent:
        case messages.Offering(key=key, offer=text):
            command = partial(commands.offer, client=client, key=key, text=text, new_id=new_id)
            return await context.registry.execute(name, command)
        case messages.Replying(key=key, reply=text, yes=yes):
            answer = partial(commands.reply, client=client, key=key, text=text, yes=yes, new_id=new_id)
            return await context.registry.execute(name, answer)
        case messages.Admitting(admit=ask_id, yes=yes):
            return await context.registry.admit(name, client, ask_id=ask_id, yes=yes)
