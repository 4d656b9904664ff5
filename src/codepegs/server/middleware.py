"""Middleware around every request: limits, metrics, access log, error responses, security headers."""

from __future__ import annotations

from html import escape
from http import HTTPStatus
from logging import DEBUG
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codepegs.errors import CodepegsError
from codepegs.protocol import messages
from codepegs.protocol.errors import INTERNAL_ERROR_MESSAGE, Malformed, Refusal
from codepegs.server.context import PROBES, Json, ServerContext, refuse
from codepegs.server.http.auth import address_of
from codepegs.server.ops import log
from codepegs.server.pages.routes import accepts_html

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
}
STRICT_TRANSPORT_SECURITY = "max-age=31536000"
"""Sent over HTTPS: for a year, browsers use nothing else for this site."""

_HTML = "text/html; charset=utf-8"
_REFUSAL_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Refused · codepegs</title>
<p>{}</p>
"""
"""Without styles, because a client that was refused would not get them either."""


class RequestMiddleware:
    """Middleware: limits per address, metrics, access log, and a 500 response for uncaught errors.

    Requests are counted and logged by route and status, never by URL or content. One that exceeds
    a limit is only counted, so that nobody can fill the log.
    """

    def __init__(self, app: ASGIApp, *, context: ServerContext) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, started, answered, took = Request(scope), self._context.seconds(), 0, 0.0
        logged = scope["path"] not in PROBES and not scope["path"].startswith("/static/")

        async def observe(message: Message) -> None:
            nonlocal answered, took
            if message["type"] == "http.response.start":
                # Measured at the start of the response, because a stream may last for hours.
                answered, took = message["status"], self._context.seconds() - started
            await send(message)

        try:
            self._context.admit(request)
            with self._context.request_limit.slot(address_of(request)):
                await self._app(scope, receive, observe)
        except CodepegsError as error:
            self._context.metrics.count_refusal(error)
            await _refuse(request, error)(scope, receive, observe)
        except Exception as error:
            self._context.metrics.internal_errors.inc()
            log.error("internal error", error, route=_route(scope))
            if not answered:
                await Json(messages.Refused(Refusal("Fault", INTERNAL_ERROR_MESSAGE)), status_code=500)(
                    scope, receive, observe
                )
        finally:
            self._context.metrics.count_request(answered, took)
            if logged and answered != HTTPStatus.TOO_MANY_REQUESTS:
                log.event(
                    "request",
                    level=DEBUG,
                    method=scope["method"][:10],
                    route=_route(scope),
                    status=answered,
                    milliseconds=round(took * 1000, 1),
                )


class SecurityHeadersMiddleware:
    """Middleware for the headers of every response.

    It adds the security headers, forbids caching unless the response allows it, and keeps
    redirects on this site.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def add_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                # Pictures for link previews allow it to other sites.
                headers.setdefault("cross-origin-resource-policy", "same-origin")
                if scope["scheme"] in ("https", "wss"):
                    headers["strict-transport-security"] = STRICT_TRANSPORT_SECURITY
                headers.setdefault("cache-control", "no-store")
                if "location" in headers:
                    # Starlette repeats the Host header, which any client can choose.
                    target = urlsplit(headers["location"])
                    headers["location"] = target._replace(scheme="", netloc="").geturl()
            await send(message)

        await self._app(scope, receive, add_headers)


def _refuse(request: Request, error: CodepegsError) -> Response:
    """Return the response to a request that was refused before any route saw it."""
    response: Response = refuse(error)
    if accepts_html(request):
        response.body = _REFUSAL_PAGE.format(escape(str(error))).encode()
        response.headers.update({"content-type": _HTML, "content-length": str(len(response.body))})
    if isinstance(error, Malformed):
        # Its end is uncertain, so nothing that follows can be trusted.
        response.headers["connection"] = "close"
    return response


def _route(scope: Scope) -> str:
    endpoint = scope.get("endpoint")
    return endpoint.__name__.strip("_") if endpoint is not None else "none"
