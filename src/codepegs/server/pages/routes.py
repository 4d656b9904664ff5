"""HTML pages from templates. Scripts in `static/` make them interactive."""

from __future__ import annotations

from collections.abc import Iterable
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
from codepegs.notation import edition_facts
from codepegs.notation.drawing import poster
from codepegs.notation.house_rules import BOARD_RULES, MATCH_RULES, RULES
from codepegs.players.level import COMPUTER, LEVELS, MEDIUM, RESERVED_NAME
from codepegs.rules.agreement import MAX_GAMES, MAX_NAME_LENGTH
from codepegs.rules.catalogue import CATALOGUE, printed_edition
from codepegs.rules.daily import FIRST_DAY
from codepegs.server.context import context_of, public_origin, table_of
from codepegs.server.http.compression import compressed
from codepegs.server.learn.routes import find_puzzle
from codepegs.server.pages import examples, pictures, static_files
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
    """Show the start page: a new match, and the matches of this browser."""
    return _start(request)


async def daily(request: Request) -> Response:
    """Show the start page under the address of the daily code, which people share."""
    day = context_of(request).today()
    return _start(request, preview_daily(day) if day >= FIRST_DAY else None)


def _start(request: Request, preview: Preview | None = None) -> Response:
    return page(
        request,
        "start.html",
        preview=preview,
        editions=[examples.card(edition) for edition in CATALOGUE.values()],
        chosen="classic-1",
        levels=LEVELS.values(),
        level=MEDIUM,
        fields=(*MATCH_RULES, *BOARD_RULES),
        most_games=MAX_GAMES,
        computers=COMPUTER,
        no_persons_name=RESERVED_NAME,
    )


async def games(request: Request) -> Response:
    """Show the matches of this browser. The page loads them."""
    return page(request, "games.html", index=False)


async def challenges(request: Request) -> Response:
    """Show the open challenges. The page loads them."""
    slugs = ("mini", "classic-1", "hasbro-2010", "classic-2", "super", "bulls-and-cows")
    return page(request, "challenges.html", editions=[examples.card(CATALOGUE[slug]) for slug in slugs])


async def table(request: Request) -> Response:
    """Show a table. The page loads a view that depends on who asks."""
    return await _page_of_table(request, "table.html")


async def _page_of_table(request: Request, template: str) -> Response:
    """Show a page about the table in the path, or about none if the path has no table."""
    name, preview = request.path_params.get("table"), None
    if name is not None:
        try:
            preview = preview_table(await table_of(request))
        except UnknownTable:
            return error_page(request, 404)
        except CodepegsError:
            pass  # The script of the page says what is wrong, and tries again.
    return page(request, template, preview=preview, index=name is None, table=name)


async def rules(request: Request) -> Response:
    """Show the rules and the editions."""
    return page(
        request,
        "rules.html",
        editions=[examples.card(edition) for edition in CATALOGUE.values()],
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
        facts=_group_facts(edition_facts.facts(printed)),
        examples=examples.marked_guesses(printed),
        board=Markup(examples.draw_board(printed.slug)),
        terms=printed,
        box=printed.box,
        rules=[(rule.word, rule.of(printed), f"{rule.meaning} ({rule.values})") for rule in RULES.values()],
    )


def _group_facts(facts: Iterable[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """Return the topics, each with its facts. A fact without a topic belongs to the last one."""
    topics: list[tuple[str, list[str]]] = []
    for topic, fact in facts:
        if topic:
            topics.append((topic, []))
        topics[-1][1].append(fact)
    return topics


async def settings(request: Request) -> Response:
    return page(request, "settings.html", sample=examples.sample(CATALOGUE["hasbro-2010"]))


async def about(request: Request) -> Response:
    return page(request, "about.html", version=__version__)


def accepts_html(request: Request) -> bool:
    """Return whether an error should be shown as a page, not as JSON."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def error_page(request: Request, status: int) -> Response:
    """Show the page for a wrong address."""
    return page(request, "not_found.html", status=status)


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
        *pictures.routes(),
        Route("/", start),
        Route("/daily", daily),
        Route("/games", games),
        Route("/challenges", challenges),
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
