"""Endpoints of the API: one table that makes both the routes and the OpenAPI description."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from codepegs.protocol import analysis as analysed
from codepegs.protocol import edition, messages
from codepegs.protocol import learn as wire
from codepegs.protocol.view import View
from codepegs.server.api import challenges, listing, offline, qr, seating, stream, tables
from codepegs.server.learn import analysis, records, statistics
from codepegs.server.learn import routes as learn

Handler = Callable[[Request], Awaitable[Response]]

TABLE = "/api/tables/{table}"
PUZZLE = "/api/puzzles/{puzzle}"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Method and path, what handles it, and what its caller has to know."""

    method: str
    path: str
    handler: Handler
    reply: Any
    """Message type of the reply; a tuple for a stream of several."""
    summary: str
    body: Any = None
    """Message type of the request."""
    errors: tuple[int, ...] = ()
    """Statuses of refusals, besides those that follow from the fields above and `token`."""
    status: int = 200
    content_type: str = "application/json"
    token: bool = False
    """Whether it needs a token."""
    query: tuple[str, ...] = ()
    """Names of its query parameters."""

    @property
    def refusals(self) -> list[int]:
        """Statuses of all refusals."""
        found = {429, *self.errors}
        if self.body is not None:
            found |= {400, 401, 403, 413, 503}
        if self.token:
            found |= {401, 403}
        if self.path.startswith(TABLE):
            found |= {404, 409, 503}
        if self.path.startswith(PUZZLE):
            found |= {400, 404, 422, 503}
        return sorted(found)


_PUZZLE_QUERY = ("edition", "theme", "difficulty")

ENDPOINTS = (
    Endpoint(
        "POST", "/api/tokens", tables.create_token, messages.Introduced, "Get a token, for a program.",
        status=201, errors=(401, 403),
    ),
    Endpoint(
        "GET", "/api/editions", tables.list_editions, list[edition.EditionFacts], "List the editions.",
    ),
    Endpoint(
        "GET", "/api/editions/{line}", tables.get_edition, edition.EditionFacts,
        "Get an edition with house rules.", errors=(400, 422),
    ),
    Endpoint(
        "GET", "/api/levels", tables.list_levels, list[tables.LevelFacts],
        "List the levels of computer players.",
    ),
    Endpoint(
        "GET", "/api/tables", listing.list_tables, messages.Listing,
        "List the tables at which you have a seat.", query=("limit", "after"), errors=(400, 401, 503),
    ),
    Endpoint(
        "POST", "/api/tables", seating.open_table, messages.Opened, "Open a table.",
        body=messages.Opening, status=201, errors=(409, 422),
    ),
    Endpoint(
        "GET", TABLE, tables.get_table, View, "Get the view of a table.", query=("seat",), errors=(401,),
    ),
    Endpoint(
        "DELETE", TABLE, listing.delete_table, messages.Deleted,
        "Delete a table or an unfinished game, or remove a finished match from your list.", token=True,
    ),
    Endpoint(
        "GET", f"{TABLE}/record", tables.get_record, str,
        "Get the record of the match, without a hidden code.", content_type="text/plain",
    ),
    Endpoint(
        "POST", f"{TABLE}/join", seating.join, View, "Take the empty seat with an invitation.",
        body=messages.Joining, errors=(422,),
    ),
    Endpoint(
        "POST", f"{TABLE}/asks", seating.ask, View, "Ask the host for the empty seat, without an invitation.",
        body=messages.Asking, errors=(422,),
    ),
    Endpoint(
        "GET", f"{TABLE}/asks", seating.list_asks, messages.Asks,
        "List the requests to play: all at your own table, or else yours.", errors=(401,),
    ),
    Endpoint(
        "DELETE", f"{TABLE}/asks", seating.withdraw_ask, messages.Asks, "Withdraw your request to play.",
        token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/admissions", tables.admit, messages.Admitted,
        "Admit somebody who asks to play, or decline.", body=messages.Admitting, errors=(422,), token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/qr", qr.draw_link, str,
        "Draw the link to a table as a QR code; with a secret only for the player who has it.",
        body=messages.Linking, content_type="image/svg+xml",
    ),
    Endpoint(
        "POST", f"{TABLE}/transfers", seating.issue_transfer, messages.Transfer,
        "Get a one-time token that moves your seat to another device.", token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/take-over", seating.take_over, View, "Take over your own seat from another device.",
        body=messages.TakingOver,
    ),
    Endpoint(
        "POST", f"{TABLE}/moves", tables.move, messages.Reply, "Make a move.",
        body=messages.Moving, query=("seat",), errors=(422,), token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/offers", tables.offer, messages.Agreed, "Make an offer to the other player.",
        body=messages.Offering, query=("seat",), errors=(422,), token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/replies", tables.reply, messages.Agreed, "Accept or decline an offer.",
        body=messages.Replying, query=("seat",), errors=(422,), token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/laid", tables.lay, messages.Laid,
        "Show the others the row that you are laying as the next guess; nothing is stored.",
        body=messages.Laying, query=("seat",), errors=(422,), token=True,
    ),
    Endpoint(
        "POST", f"{TABLE}/rematch", seating.take_rematch_seat, messages.Rematch,
        "Get the cookie of your seat at the rematch, for a browser.", token=True,
    ),
    Endpoint(
        "GET", "/api/challenges", challenges.list_challenges, messages.Challenges,
        "List the open challenges, whose seats anybody may take.", errors=(401,),
    ),
    Endpoint(
        "POST", f"{TABLE}/take", challenges.take, View, "Take the empty seat of an open challenge.",
        body=messages.Taking, errors=(422,),
    ),
    Endpoint(
        "POST", "/api/offline-games", offline.receive, messages.Received,
        "Send a solo game that you played offline.",
        body=messages.Offline, status=201, errors=(409, 422),
    ),
    Endpoint(
        "POST", "/api/records", tables.read_record, View,
        "Check a record and get its view; nothing is stored.", body=records.ReadRequest, errors=(422,),
    ),
    Endpoint(
        "POST", "/api/pictures", tables.draw_game, str, "Draw a game of a record; nothing is stored.",
        body=records.DrawRequest, content_type="image/svg+xml", errors=(422,),
    ),
    Endpoint(
        "GET", f"{TABLE}/stream", stream.stream,
        (
            messages.Viewed, messages.Changed, messages.Presence, messages.Asks, messages.Laid, messages.Said,
            stream.Closed,
        ),
        "Stream the messages of a table, one per line.",
        content_type=stream.CONTENT_TYPE, query=("seat",), errors=(400, 401),
    ),
    Endpoint(
        "GET", f"{TABLE}/hint", learn.hint, wire.Hints, "Get the hints that you took for the current row.",
        query=("plan", "seat"), errors=(400, 422), token=True,
    ),
    Endpoint(
        "GET", f"{TABLE}/codes-left", learn.codes_left, wire.CodesLeft,
        "Count the codes that fit the answers. A codebreaker needs hints for it.",
        query=("game", "seat"), errors=(400, 401, 422),
    ),
    Endpoint(
        "GET", f"{TABLE}/share", learn.share, wire.Shared, "Get the text to share about a solo game.",
        errors=(422,),
    ),
    Endpoint(
        "GET", f"{TABLE}/result", learn.result, wire.Result,
        "Get how a finished game went, in words for you.", query=("game", "seat"), errors=(400, 401, 422),
    ),
    Endpoint(
        "GET", f"{TABLE}/review", learn.review, wire.Reviewed, "Review a finished game.",
        query=("game",), errors=(400, 422),
    ),
    Endpoint(
        "POST", "/api/review", learn.review_record, wire.Reviewed,
        "Review a game of a record; nothing is stored.", body=wire.Looking, errors=(409, 422),
    ),
    Endpoint(
        "GET", "/api/analysis", analysis.get_analysis, analysed.Analysis,
        "Analyse a position: codes left, the best guess, and what the answers to a guess leave.",
        query=("position", "guess"), errors=(400, 422, 503),
    ),
    Endpoint(
        "GET", "/api/openings/{edition}", analysis.get_opening, analysed.ExploredOpening,
        "Explore the first two guesses of an edition.",
        query=("guess", "answer", "second"), errors=(400, 409, 422, 503),
    ),
    Endpoint(
        "GET", "/api/statistics", statistics.statistics, wire.Statistics, "Get your statistics.",
        query=("today",), errors=(400, 401, 503),
    ),
    Endpoint(
        "GET", "/api/puzzles/today", learn.today, wire.Puzzle,
        "Get the puzzle of the day, one for everyone.", errors=(422, 503),
    ),
    Endpoint(
        "GET", "/api/puzzles/new", learn.fresh, wire.Puzzle, "Get a new puzzle, for practice.",
        query=_PUZZLE_QUERY, errors=(400, 422, 503),
    ),
    Endpoint("GET", PUZZLE, learn.puzzle, wire.Puzzle, "Get a puzzle by its ID."),
    Endpoint("POST", f"{PUZZLE}/try", learn.attempt, wire.Verdict, "Try a code.", body=wire.Trying),
    Endpoint(
        "GET", f"{PUZZLE}/clue", learn.clue, wire.Clue, "Get a clue.", query=("number",), errors=(409,)
    ),
    Endpoint("GET", f"{PUZZLE}/answer", learn.answer, wire.Solution, "Give up, and get the answer."),
)  # fmt: skip


def routes() -> list[Route]:
    """Return one route for each path, so that the refusal of a wrong method lists all the right ones."""
    paths: dict[str, dict[str, Handler]] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method] = each.handler
    found = [Route(path, _by_method(handlers), methods=list(handlers)) for path, handlers in paths.items()]
    for route in found:
        if route.path == f"{TABLE}/stream" and route.methods is not None:
            route.methods.discard("HEAD")  # a response without a body would never end
    return found


def _by_method(handlers: dict[str, Handler]) -> Handler:
    if len(handlers) == 1:
        return next(iter(handlers.values()))

    async def handle(request: Request) -> Response:
        handler = handlers["GET" if request.method == "HEAD" else request.method]
        request.scope["endpoint"] = handler  # its name goes to the access log
        return await handler(request)

    return handle
