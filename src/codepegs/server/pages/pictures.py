"""Pictures of link previews as PNG: of the site, of tables, of daily codes and of puzzles."""

from __future__ import annotations

from datetime import date

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from codepegs.errors import IllegalAgreement
from codepegs.server.context import table_of
from codepegs.server.learn.pictures import draw_png
from codepegs.server.learn.routes import find_puzzle, run_job
from codepegs.server.pages.previews import (
    SITE,
    Preview,
    preview_daily,
    preview_puzzle,
    preview_site,
    preview_table,
)

MINUTE, DAY = 60, 24 * 3600
"""Seconds for which caches may keep a picture that changes, and one that does not."""


async def site_picture(request: Request) -> Response:
    return await _draw(request, preview_site(), keep=DAY)


async def table_picture(request: Request) -> Response:
    """Draw what a spectator sees of a table."""
    table = await table_of(request)
    return await _draw(request, preview_table(table), keep=DAY if table.over else MINUTE, index=False)


async def daily_picture(request: Request) -> Response:
    try:
        preview = preview_daily(date.fromisoformat(request.path_params["day"]))
    except (ValueError, IllegalAgreement):
        raise HTTPException(404) from None
    return await _draw(request, preview, keep=DAY)


async def puzzle_picture(request: Request) -> Response:
    return await _draw(request, preview_puzzle(await find_puzzle(request)), keep=DAY)


async def _draw(request: Request, preview: Preview, *, keep: int, index: bool = True) -> Response:
    """Draw the picture in the worker pool, or take it from the cache of jobs."""
    drawn = await run_job(request, ("picture", preview.picture), draw_png, preview.picture)
    headers = {
        "cache-control": f"public, max-age={keep}",
        # Pages of others, such as chats, show these pictures.
        "cross-origin-resource-policy": "cross-origin",
    }
    if not index:
        headers["x-robots-tag"] = "noindex"
    return Response(drawn, media_type="image/png", headers=headers)


def routes() -> list[Route]:
    return [
        Route(SITE, site_picture),
        Route("/t/{table}.png", table_picture),
        Route("/daily/{day}.png", daily_picture),
        Route("/puzzle/{puzzle}.png", puzzle_picture),
    ]
