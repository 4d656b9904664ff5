"""The pages: HTML from templates. What moves on them is for the scripts in `static/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from codepegs.web import asset

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
    environment.globals["static"] = asset.address
    environment.globals["imported"] = asset.imported
    return environment


def page(template: str, *, status: int = 200, **context: object) -> Response:
    """A page made from a template; whatever stands in `context` is escaped."""
    return HTMLResponse(_environment().get_template(template).render(context), status_code=status)


async def table(request: Request) -> Response:
    """A table, for players and spectators alike: the view that the page loads tells who you are there."""
    return page("table.html", table=request.path_params["table"])


async def review(request: Request) -> Response:
    """A game looked back at: one of a table, or of a record that this browser has."""
    return page("review.html", table=request.path_params.get("table"))


async def puzzle(request: Request) -> Response:
    """A puzzle: the one of an ID, or today's."""
    return page("puzzle.html", puzzle=request.path_params.get("puzzle"))


def routes() -> list[Route]:
    """Every address under which a page stands, and the files that pages load."""
    return [
        Route("/static/{version}/{name:path}", asset.serve),
        Route("/t/{table}", table),
        Route("/t/{table}/review", review),
        Route("/review", review),
        Route("/puzzle", puzzle),
        Route("/puzzle/{puzzle}", puzzle),
    ]
