"""The application: every address, and what they share. All that is not pure is passed in."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from codepegs.web import pages
from codepegs.web.config import Config


async def healthz(_: Request) -> Response:
    return PlainTextResponse("well\n")


def app(config: Config, **_: object) -> Starlette:
    return Starlette(routes=[Route("/healthz", healthz), *pages.routes()])
