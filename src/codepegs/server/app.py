"""The ASGI application: routes, middleware and error handlers. Clocks and randomness are passed in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from random import Random

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from codepegs.errors import CodepegsError
from codepegs.protocol import messages
from codepegs.protocol.errors import STATUS_MESSAGES, Refusal
from codepegs.server.api import challenges, endpoints, openapi, stream
from codepegs.server.context import Json, ServerContext, context_of, refuse
from codepegs.server.http.compression import compressed
from codepegs.server.middleware import RequestMiddleware, SecurityHeadersMiddleware
from codepegs.server.ops import expiry, log, metrics
from codepegs.server.ops.config import LIMITS, Config, Limits
from codepegs.server.pages import routes as pages
from codepegs.storage.tables import Tables
from codepegs.table.bots import Compute
from codepegs.table.bus.peers import BusPeers

OPENAPI = "/api/openapi.json"
RESTART_SECONDS = 1.0
"""Delay before a background job that failed starts again."""
Job = Callable[[], Awaitable[None]]


def app(
    config: Config,
    *,
    archive: Tables,
    compute: Compute,
    random: Random,
    now: Callable[[], int],
    monotonic: Callable[[], int],
    limits: Limits = LIMITS,
    peers: BusPeers | None = None,
) -> Starlette:
    """Return the server as an ASGI application. `app.state.context` is its ServerContext.

    `now` returns microseconds since 1970, `monotonic` returns nanoseconds. `peers` connects the
    server to the other processes at the archive. The caller closes the archive and the worker pool
    afterwards.
    """
    context = ServerContext(
        config,
        archive=archive,
        compute=compute,
        random=random,
        now=now,
        monotonic=monotonic,
        limits=limits,
        peers=peers,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await context.lobby.load()
        jobs: list[Job] = [
            context.registry.run,
            context.lobby.run,
            partial(expiry.run, context.registry, config, now=now),
        ]
        if peers is not None:
            jobs.append(partial(peers.run, context.registry))
        running = [asyncio.create_task(_keep_running(job, context)) for job in jobs]
        try:
            yield
        finally:
            context.lobby.close()
            await context.registry.stop()
            if peers is not None:
                await peers.stop()
            for task in running:
                task.cancel()

    application = Starlette(
        routes=_routes(),
        middleware=[Middleware(SecurityHeadersMiddleware), Middleware(RequestMiddleware, context=context)],
        exception_handlers={CodepegsError: _refuse, HTTPException: _http_error},
        lifespan=lifespan,
    )
    application.state.context = context
    return application


async def _keep_running(job: Job, context: ServerContext) -> None:
    """Run a background job until cancelled. After an error, log it and start the job again."""
    while True:
        try:
            await job()
        except Exception as error:
            context.metrics.internal_errors.inc()
            log.error("background job failed", error)
        await asyncio.sleep(RESTART_SECONDS)


def _routes() -> list[Route | WebSocketRoute]:
    return [
        Route("/healthz", _healthz),
        Route("/readyz", _readyz),
        Route("/metrics", _metrics),
        Route("/api", _redirect_to_openapi),
        Route(OPENAPI, _openapi),
        *endpoints.routes(),
        WebSocketRoute(f"{endpoints.TABLE}/socket", stream.socket),
        WebSocketRoute("/api/challenges/socket", challenges.socket),
        *pages.routes(),
        WebSocketRoute("/{path:path}", stream.refuse_socket),
    ]


async def _redirect_to_openapi(_: Request) -> Response:
    return RedirectResponse(OPENAPI)


async def _openapi(request: Request) -> Response:
    return compressed(request, Json(openapi.description()))


async def _healthz(_: Request) -> Response:
    """Return 200 while the process responds."""
    return PlainTextResponse("ok\n")


async def _readyz(request: Request) -> Response:
    """Return 200 while the archive is readable and the server is not shutting down."""
    context = context_of(request)
    if context.registry.stopping:
        return PlainTextResponse("stopping\n", status_code=503)
    try:
        await asyncio.to_thread(context.archive.tables_of, "", limit=1)
    except CodepegsError:
        return PlainTextResponse("archive unavailable\n", status_code=503)
    return PlainTextResponse("ready\n")


async def _metrics(request: Request) -> Response:
    return Response(context_of(request).metrics.text(), media_type=metrics.CONTENT_TYPE)


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, CodepegsError)
    context_of(request).metrics.count_refusal(error)
    return refuse(error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if pages.accepts_html(request):
        return pages.error_page(request, error.status_code)
    message = STATUS_MESSAGES.get(error.status_code, "The request is malformed.")
    return Json(
        messages.Refused(Refusal("NotHere", message)), status_code=error.status_code, headers=error.headers
    )
