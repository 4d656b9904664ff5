"""The pages: HTML from templates. What moves on them is for the scripts in `static/`."""

from __future__ import annotations

from functools import cache
from gzip import compress
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from codepegs import __version__
from codepegs.notation import edition_facts, edition_line
from codepegs.players.level import COMPUTER, LEVELS, RESERVED_NAME, STEADY
from codepegs.rules.agreement import MAX_GAMES, MAX_NAME_LENGTH
from codepegs.rules.catalogue import CATALOGUE
from codepegs.server.pages import examples as example
from codepegs.server.pages import forms as form
from codepegs.server.pages import static_files as asset

TEMPLATES = Path(__file__).parent / "templates"
_PACKS_FROM = 1000
"""Bytes of a page below which packing it gains nothing."""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = asset.address
    environment.globals["imported"] = asset.imported
    return environment


def page(request: Request, template: str, *, status: int = 200, **context: object) -> Response:
    """A page made from a template; whatever stands in `context` is escaped."""
    here = "/" + request.url.path.split("/")[1]
    text = _environment().get_template(template).render(context | {"here": here})
    response = HTMLResponse(text, status_code=status, headers={"vary": "accept-encoding"})
    # Nothing secret stands in a page, so that its length may tell what it is.
    if len(text) >= _PACKS_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        response.body = compress(response.body, mtime=0)
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
    return response


async def start(request: Request) -> Response:
    """Where a visitor arrives: a new match, and those of this browser."""
    return page(
        request,
        "start.html",
        editions=[example.card(edition) for edition in CATALOGUE.values()],
        chosen="classic-1",
        levels=LEVELS.values(),
        level=STEADY.name,
        fields=form.FIELDS,
        most_games=MAX_GAMES,
        longest_name=MAX_NAME_LENGTH,
        computers=COMPUTER,
        no_persons_name=RESERVED_NAME,
    )


async def table(request: Request) -> Response:
    """A table, for players and spectators alike: the view that the page loads tells who you are there."""
    return page(request, "table.html", table=request.path_params["table"], longest_name=MAX_NAME_LENGTH)


async def record(request: Request) -> Response:
    """A record to look through: one that is brought along, or that of a table."""
    return page(request, "record.html", table=request.path_params.get("table"))


async def rules(request: Request) -> Response:
    """How the game is played, and the editions it is played in."""
    return page(
        request,
        "rules.html",
        editions=[example.card(edition) for edition in CATALOGUE.values()],
        examples=example.examples(CATALOGUE["classic-1"]),
        board=Markup(example.board("classic-1")),
    )


async def edition(request: Request) -> Response:
    """The rules of one edition."""
    printed = CATALOGUE.get(request.path_params["slug"])
    if printed is None:
        raise HTTPException(404)
    return page(
        request,
        "edition.html",
        edition=example.card(printed),
        others=[example.card(other) for other in CATALOGUE.values()],
        facts=form.told(edition_facts.facts(printed)),
        examples=example.examples(printed),
        board=Markup(example.board(printed.slug)),
        terms=printed,
        box=printed.box,
        rules=[
            (rule.word, rule.write(getattr(printed, rule.field)), rule.meaning)
            for rule in edition_line.RULES.values()
        ],
    )


async def settings(request: Request) -> Response:
    return page(request, "settings.html", sample=example.sample(CATALOGUE["hasbro-2010"]))


async def about(request: Request) -> Response:
    return page(request, "about.html", version=__version__)


def wanted(request: Request) -> bool:
    """Whether somebody looks for a page here, and no program for an answer."""
    return not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", "")


def nothing_here(request: Request, status: int) -> Response:
    """The page for an address that leads nowhere."""
    return page(request, "nothing.html", status=status)


async def review(request: Request) -> Response:
    """A game looked back at: one of a table, or of a record that this browser has."""
    return page(request, "review.html", table=request.path_params.get("table"))


async def puzzle(request: Request) -> Response:
    """A puzzle: the one of an ID, or today's."""
    return page(request, "puzzle.html", puzzle=request.path_params.get("puzzle"))


def routes() -> list[Route]:
    """Every address under which a page stands, and the files that pages load."""
    return [
        Route("/static/{version}/{name:path}", asset.serve),
        Route("/", start),
        Route("/t/{table}", table),
        Route("/t/{table}/record", record),
        Route("/record", record),
        Route("/rules", rules),
        Route("/rules/{slug}", edition),
        Route("/settings", settings),
        Route("/about", about),
        Route("/t/{table}/review", review),
        Route("/review", review),
        Route("/puzzle", puzzle),
        Route("/puzzle/{puzzle}", puzzle),
    ]
