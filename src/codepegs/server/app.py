"""The application: every address, and what stands around them. All that is not pure is passed in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from codepegs.errors import CodepegsError
from codepegs.protocol import messages as wire
from codepegs.protocol.errors import WORDS, Refusal, status
from codepegs.server.api import openapi, stream
from codepegs.server.api import tables as api
from codepegs.server.context import Json, ServerContext, site_of
from codepegs.server.learn import routes as learning
from codepegs.server.middleware import RequestMiddleware, SecurityHeadersMiddleware
from codepegs.server.ops import metrics as metric
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.pages import routes as pages
from codepegs.storage.tables import Tables
from codepegs.table.bots import Compute

TABLE = "/api/tables/{table}"
OPENAPI = "/api/openapi.json"


def app(
    config: Config,
    *,
    archive: Tables,
    thinker: Compute,
    random: Random,
    now: Callable[[], int],
    monotonic: Callable[[], int],
    limits: Limits = LIMITS,
) -> Starlette:
    """The server as an ASGI application; `app.state.site` is what it is made of.

    `now` gives microseconds since 1970, `monotonic` nanoseconds since whenever. Neither
    the archive nor the thinker is closed here: who opened them does that, afterwards.
    """
    site = ServerContext(
        config,
        archive=archive,
        thinker=thinker,
        random=random,
        now=now,
        monotonic=monotonic,
        limits=limits,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        clocks = asyncio.create_task(site.registry.run())
        try:
            yield
        finally:
            clocks.cancel()
            await site.registry.stop()

    application = Starlette(
        routes=_routes(),
        middleware=[Middleware(SecurityHeadersMiddleware), Middleware(RequestMiddleware, context=site)],
        exception_handlers={CodepegsError: _refused, HTTPException: _not_here},
        lifespan=lifespan,
    )
    application.state.site = site
    return application


def _routes() -> list[Route | WebSocketRoute]:
    streaming = Route(f"{TABLE}/stream", stream.stream, methods=["GET"])
    assert streaming.methods is not None
    streaming.methods.discard("HEAD")  # it would have no end
    return [
        Route("/healthz", _healthz),
        Route("/readyz", _readyz),
        Route("/metrics", _metrics),
        Route("/api", _to_openapi),
        Route(OPENAPI, _openapi),
        Route("/api/tokens", api.tokens, methods=["POST"]),
        Route("/api/editions", api.editions),
        Route("/api/levels", api.levels),
        Route("/api/tables", api.tables, methods=["GET", "POST"]),
        Route("/api/editions/{line}", api.edition),
        Route("/api/records", api.records, methods=["POST"]),
        Route("/api/pictures", api.pictures, methods=["POST"]),
        Route(TABLE, api.at, methods=["GET", "DELETE"]),
        Route(f"{TABLE}/record", api.written),
        Route(f"{TABLE}/join", api.join, methods=["POST"]),
        Route(f"{TABLE}/moves", api.move, methods=["POST"]),
        Route(f"{TABLE}/offers", api.offer, methods=["POST"]),
        Route(f"{TABLE}/replies", api.reply, methods=["POST"]),
        Route(f"{TABLE}/hint", learning.hint),
        Route(f"{TABLE}/review", learning.review),
        Route("/api/review", learning.review_record, methods=["POST"]),
        Route("/api/puzzles/today", learning.today),
        Route("/api/puzzles/new", learning.fresh),
        Route("/api/puzzles/{puzzle}", learning.puzzle),
        Route("/api/puzzles/{puzzle}/try", learning.attempt, methods=["POST"]),
        Route("/api/puzzles/{puzzle}/clue", learning.clue),
        Route("/api/puzzles/{puzzle}/answer", learning.answer),
        streaming,
        WebSocketRoute(f"{TABLE}/socket", stream.socket),
        *pages.routes(),
    ]


async def _to_openapi(_: Request) -> Response:
    return RedirectResponse(OPENAPI)


async def _openapi(_: Request) -> Response:
    return Json(openapi.description())


async def _healthz(_: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("well\n")


async def _readyz(request: Request) -> Response:
    """It can be played here: the archive reads, and the server does not stop."""
    site = site_of(request)
    if site.registry.stopping:
        return PlainTextResponse("stopping\n", status_code=503)
    try:
        await asyncio.to_thread(site.archive.tables_of, "", limit=1)
    except CodepegsError:
        return PlainTextResponse("the archive cannot be used\n", status_code=503)
    return PlainTextResponse("ready\n")


async def _metrics(request: Request) -> Response:
    return Response(site_of(request).metrics.text(), media_type=metric.CONTENT_TYPE)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CodepegsError)
    site_of(request).metrics.refusals.add(type(error).__name__)
    return Json(wire.refused(error), status_code=status(error))


async def _not_here(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if pages.wanted(request):
        return pages.nothing_here(request, error.status_code)
    words = WORDS.get(error.status_code, "The request is not written as it should be.")
    return Json(wire.Refused(Refusal("NotHere", words)), status_code=error.status_code, headers=error.headers)
