"""Endpoints for the list of a client's tables: read it, and remove a table from it."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import Response

from codepegs.notation import edition_line, headlines
from codepegs.protocol.errors import Malformed
from codepegs.protocol.messages import MAX_PAGE, Deleted, Listed, Listing
from codepegs.rules.agreement import Agreement
from codepegs.rules.seat import PlayerNumber
from codepegs.server.context import Json, client_at, context_of, require, table_id_of
from codepegs.server.http.auth import address_of, check_origin
from codepegs.server.ops import costs
from codepegs.storage.archive import MatchId
from codepegs.storage.tables import Place, TableRow
from codepegs.table.seats import ClientId

PAGE = 50
"""Tables on a page, unless the request says how many."""
WAITING = "Waiting for a player"
_PLACE = re.compile(r"([012])-([0-9]{1,18})-([a-z0-9]{10})", re.ASCII)


async def list_tables(request: Request) -> Response:
    """Return a page of the list of the client who asks. Without a token or cookie it is empty."""
    context = context_of(request)
    owner, limit, after = context.sender_of(request).client, _limit(request), _after(request)
    if owner is None:
        return Json(Listing((), None))
    context.charge(address_of(request), costs.LIST)
    rows = await context.registry.list_tables(owner, limit=limit + 1, after=after)
    context.charge(address_of(request), len(rows) * costs.LISTED_TABLE)
    more, rows = len(rows) > limit, rows[:limit]
    following = "-".join(map(str, rows[-1].place(owner))) if more else None
    return Json(Listing(tuple(_listed(row, owner) for row in rows), following))


async def delete_table(request: Request) -> Response:
    """Delete a table, or remove a finished match from the list of the client who asks."""
    context, name = context_of(request), table_id_of(request)
    sender = context.sender_of(request)
    check_origin(request, sender, context.config)
    client = context.admit_command(require(await client_at(request)))
    await context.registry.delete(name, client, owner=sender.client)
    return Json(Deleted(name))


def _limit(request: Request) -> int:
    text = request.query_params.get("limit", str(PAGE))
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MAX_PAGE):
        raise Malformed(f"The limit must be a whole number from 1 to {MAX_PAGE}.")
    return int(text)


def _after(request: Request) -> Place | None:
    """Return the place after which the page begins, as `next` of the page before has it."""
    text = request.query_params.get("after")
    if text is None:
        return None
    found = _PLACE.fullmatch(text)
    if found is None:
        raise Malformed("There is no such page. Use `next` of the page before it.")
    return Place(int(found[1]), int(found[2]), MatchId(found[3]))


def _listed(row: TableRow, owner: ClientId) -> Listed:
    you: PlayerNumber | None = 0 if row.owners[0] == owner else 1
    if row.owners[0] == row.owners[1]:
        you = None
    return Listed(
        id=row.id,
        edition=edition_line.write(row.edition),
        title=row.edition.box.title,
        games=row.games,
        names=row.names,
        you=you,
        daily=row.daily,
        status=_status(row, you),
        turn=row.turn,
        game=row.game,
        guesses=row.guesses,
        points=row.points,
        winner=None if row.outcome is None else row.outcome.winner,
        cracked_in=None if row.outcome is None else row.outcome.cracked_in,
        moves=row.moves,
        over=row.over,
        opened=row.opened,
        changed=row.changed,
        ended=row.ended,
        reviewable=row.game > 1 or _played_out(row),
        challenge=row.challenge and not row.begun,
        rematch_of=row.rematch_of,
    )


def _played_out(row: TableRow) -> bool:
    """Return whether the match is over and nobody has left or stopped it."""
    return row.outcome is not None and row.outcome.abandoned_by is None and not row.outcome.stopped


def _status(row: TableRow, you: PlayerNumber | None) -> str:
    one, two = row.names
    if one is None or two is None:
        return WAITING
    agreement = Agreement(row.edition, (one, two), row.games, row.hints, row.friendly, row.daily)
    if row.outcome is not None:
        return headlines.describe_outcome(agreement, row.points, row.outcome, you)
    return headlines.describe_progress(agreement, you, game=row.game, guesses=row.guesses, points=row.points)
