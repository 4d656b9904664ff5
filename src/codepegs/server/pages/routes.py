"""HTML pages from templates. Scripts in `static/` make them interactive."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from codepegs import __version__
from codepegs.errors import Busy, CodepegsError, ComputationError
from codepegs.notation import edition_line
from codepegs.notation.drawing import poster, svg
from codepegs.notation.house_rules import BOARD_RULES, MATCH_RULES, RULES
from codepegs.notation.record import read_day
from codepegs.notation.sentences import COMPUTER
from codepegs.players.level import LEVELS, MEDIUM, RESERVED_NAME
from codepegs.rules.agreement import MAX_GAMES, MAX_NAME_LENGTH
from codepegs.rules.board import Board
from codepegs.rules.catalogue import CATALOGUE, printed_edition
from codepegs.rules.daily import DAILY_EDITION, FIRST_DAY, check_begun, daily_number
from codepegs.rules.edition import Edition
from codepegs.server.context import context_of, public_origin, table_of
from codepegs.server.http.compression import compressed
from codepegs.server.learn.routes import find_puzzle
from codepegs.server.pages import examples, pictures, play, service_worker, static_files
from codepegs.server.pages.previews import (
    Preview,
    preview_daily,
    preview_puzzle,
    preview_site,
    preview_table,
)
from codepegs.storage.errors import UnknownTable
from codepegs.table.errors import RateLimited

TEMPLATES = Path(__file__).parent / "templates"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = static_files.url_of
    environment.globals["imported"] = static_files.imports_of
    environment.globals["longest_name"] = MAX_NAME_LENGTH
    return environment


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    preview: Preview | None = None,
    index: bool = True,
    **context: object,
) -> Response:
    """Render a template. Values in `context` are escaped.

    A chat shows `preview` for the address of the page, by default that of the site. Without
    `index`, search engines leave the page out.
    """
    path = request.url.path
    text = (
        _environment()
        .get_template(template)
        .render(
            **context,
            here="/" + path.split("/")[1],
            preview=preview or preview_site(),
            origin=public_origin(request),
            path=path,
            picture_size=(poster.WIDTH, poster.HEIGHT),
            index=index and status == 200,
        )
    )
    return compressed(request, HTMLResponse(text, status_code=status))


async def start(request: Request) -> Response:
    """Show a board that is ready to be played, the way back to an unfinished game, and other ways to play."""
    context = context_of(request)
    owner, last = context.sender_of(request).client, None
    with suppress(CodepegsError):  # the board can be played without this
        if owner is not None:
            last = next(iter(await asyncio.to_thread(context.archive.unfinished_solo, owner)), None)
    edition, known = DAILY_EDITION, True
    if "edition" in request.query_params:
        try:
            edition = play.solo_edition(edition_line.read(request.query_params["edition"]))
        except CodepegsError:
            known = False
    hints = request.query_params.get("hints") == "yes"
    game = play.data_block(edition, hints=hints)
    return _board_page(request, "start.html", edition, game=game, known=known, unfinished=last)


async def two(_: Request) -> Response:
    """Lead to the dialog for two people at one screen."""
    return RedirectResponse("/?play=two")


async def daily(request: Request) -> Response:
    """Show the daily code of a day. A browser that has begun it goes on at its table."""
    context, text = context_of(request), request.path_params.get("day")
    day = context.today()
    if text is None and day < FIRST_DAY:
        return await start(request)  # The clock of this computer may be wrong.
    if text is not None:
        try:
            check_begun(day := read_day(text), context.time())
        except CodepegsError as refusal:
            return error_page(request, 404, str(refusal))
    owner = context.sender_of(request).client
    begun = None if owner is None else await asyncio.to_thread(context.archive.find_daily, day, owner)
    return _board_page(
        request,
        "daily.html",
        DAILY_EDITION,
        preview=preview_daily(day),
        day=day,
        table=None if begun is None else begun.id,
        game=play.data_block(DAILY_EDITION, daily=day),
    )


def _board_page(
    request: Request,
    template: str,
    edition: Edition,
    *,
    game: Markup,
    preview: Preview | None = None,
    day: date | None = None,
    table: str | None = None,
    known: bool = True,
    unfinished: str | None = None,
) -> Response:
    """Show a page with a board that is ready to be played, or with the `table` at which it is played.

    `known` is whether there is an edition as the address asks for, and `unfinished` the table of
    another game to continue.
    """
    context = context_of(request)
    shown = day or context.today()
    listed = context.lobby.challenges(context.sender_of(request).client)
    return page(
        request,
        template,
        preview=preview,
        waiting=len(listed.challenges) - len(listed.yours),
        terms=edition,
        board=Markup(svg.draw(Board(edition))),
        size=play.describe_size(edition),
        repeats=play.describe_repeats(edition),
        number=daily_number(shown) if shown >= FIRST_DAY else None,
        feels=play.FEELS,
        printed=_printed_cards(),
        levels=LEVELS.values(),
        level=MEDIUM,
        match_rules=MATCH_RULES,
        board_rules=BOARD_RULES,
        most_games=MAX_GAMES,
        computers=COMPUTER,
        no_persons_name=RESERVED_NAME,
        game=game,
        day=day,
        table=table,
        known=known,
        unfinished=unfinished,
    )


def _printed_cards() -> list[examples.Card]:
    """Return the editions of which there is a box, and those that have no feel."""
    felt = {feel.slug for feel in play.FEELS}
    return [
        examples.card(edition)
        for edition in CATALOGUE.values()
        if edition.box.sheet or edition.slug not in felt
    ]


async def games(request: Request) -> Response:
    """Show the matches of this browser. The page loads them."""
    return page(request, "games.html", index=False)


async def challenges(request: Request) -> Response:
    """Show the open challenges. The page loads them."""
    return page(request, "challenges.html", feels=play.FEELS)


async def statistics(request: Request) -> Response:
    """Show the statistics of this browser. The page loads them."""
    return page(request, "statistics.html", index=False)


async def table(request: Request) -> Response:
    """Show a table. The page loads a view that depends on who asks."""
    return await _page_of_table(request, "table.html")


async def _page_of_table(request: Request, template: str) -> Response:
    """Show a page about the table in the path, or about none if the path has no table."""
    name, preview, challenge = request.path_params.get("table"), None, False
    if name is not None:
        try:
            shown = await table_of(request)
            preview, challenge = preview_table(shown), shown.challenge
        except UnknownTable:
            return error_page(request, 404)
        except CodepegsError:
            pass  # The script of the page says what is wrong, and tries again.
    return page(request, template, preview=preview, index=name is None, table=name, challenge=challenge)


async def rules(request: Request) -> Response:
    """Show the rules and the editions."""
    return page(
        request,
        "rules.html",
        feels=play.FEELS,
        editions=_printed_cards(),
        examples=examples.marked_guesses(CATALOGUE["classic-1"]),
        board=Markup(examples.draw_board("classic-1")),
    )


async def edition(request: Request) -> Response:
    """Show the rules of one edition."""
    slug = request.path_params["slug"]
    if slug not in CATALOGUE:
        raise HTTPException(404)
    printed = printed_edition(slug)
    return page(
        request,
        "edition.html",
        edition=examples.card(printed),
        others=[examples.card(other) for other in CATALOGUE.values()],
        examples=examples.marked_guesses(printed),
        board=Markup(examples.draw_board(printed.slug)),
        terms=printed,
        box=printed.box,
        rules=_list_rules(printed),
    )


def _list_rules(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield the label of each house rule and its value in words."""
    for rule in RULES.values():
        value = rule.of(edition)
        yield rule.label, rule.choices.get(value, value)


async def offline(request: Request) -> Response:
    """Show what can be done without a network, in place of a page that needs one."""
    return page(request, "offline.html", index=False)


async def settings(request: Request) -> Response:
    return page(request, "settings.html", sample=examples.sample(CATALOGUE["hasbro-2010"]))


async def about(request: Request) -> Response:
    return page(request, "about.html", version=__version__)


def accepts_html(request: Request) -> bool:
    """Return whether an error should be shown as a page, not as JSON."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def error_page(request: Request, status: int, reason: str = "") -> Response:
    """Show the page for a wrong address."""
    return page(request, "not_found.html", status=status, reason=reason)


async def review(request: Request) -> Response:
    """Show the review of the games of a table, or of a record that the visitor opens."""
    return await _page_of_table(request, "review.html")


async def analysis(request: Request) -> Response:
    """Show the analysis board. The script reads the position from the address."""
    return page(request, "analysis.html", openings=False, editions=_edition_titles())


async def openings(request: Request) -> Response:
    """Show the opening explorer."""
    return page(request, "analysis.html", openings=True, editions=_edition_titles())


def _edition_titles() -> list[tuple[str, str]]:
    """Return the editions that a script offers, by slug and title."""
    return [(edition.slug, edition.box.title) for edition in CATALOGUE.values()]


async def to_review(request: Request) -> Response:
    """Redirect from the addresses that records and reviews had before."""
    table = request.path_params.get("table")
    path = "/review" if table is None else f"/review/{quote(table)}"
    return RedirectResponse(f"{path}?{request.url.query}" if request.url.query else path, status_code=308)


async def puzzle(request: Request) -> Response:
    """Show a puzzle: by its ID, or today's."""
    name, preview, status = request.path_params.get("puzzle"), None, 200
    if name is not None:
        try:
            preview = preview_puzzle(await find_puzzle(request))
        except (Busy, ComputationError, RateLimited):
            pass  # The script of the page tries again.
        except CodepegsError:
            status = 404  # The page says why, and offers others.
    return page(
        request, "puzzle.html", status=status, preview=preview, puzzle=name, editions=_edition_titles()
    )


def routes() -> list[Route]:
    """Return the routes of all pages and static files."""
    return [
        Route("/static/{version}/{name:path}", static_files.serve),
        *static_files.root_routes(),
        *service_worker.routes(),
        Route(service_worker.OFFLINE, offline),
        *pictures.routes(),
        Route("/", start),
        Route("/daily", daily),
        Route("/daily/{day}", daily),
        Route("/two", two),
        Route("/games", games),
        Route("/challenges", challenges),
        Route("/statistics", statistics),
        Route("/t/{table}", table),
        Route("/rules", rules),
        Route("/rules/{slug}", edition),
        Route("/settings", settings),
        Route("/about", about),
        Route("/analysis", analysis),
        Route("/openings", openings),
        Route("/review", review),
        Route("/review/{table}", review),
        Route("/record", to_review),
        Route("/t/{table}/record", to_review),
        Route("/t/{table}/review", to_review),
        Route("/puzzle", puzzle),
        Route("/puzzle/{puzzle}", puzzle),
    ]
