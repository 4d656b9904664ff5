"""Middleware around every request: rate limit, metrics, access log, error responses, security headers."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codepegs.protocol import messages
from codepegs.protocol.errors import INTERNAL_ERROR_MESSAGE, Refusal
from codepegs.server.context import Json, ServerContext, refuse
from codepegs.server.ops import log
from codepegs.table.errors import RateLimited

PROBES = {"/healthz", "/readyz", "/metrics"}
"""Paths that monitoring polls. They are neither rate limited nor logged."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
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
    "cross-origin-resource-policy": "same-origin",
}


class RequestMiddleware:
    """Middleware: rate limit per address, metrics, access log, and a 500 response for uncaught errors.

    Requests are counted and logged by route and status, never by URL or content.
    """

    def __init__(self, app: ASGIApp, *, context: ServerContext) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, answered, took = self._context.seconds(), 0, 0.0

        async def observe(message: Message) -> None:
            nonlocal answered, took
            if message["type"] == "http.response.start":
                # Measured at the start of the response, because a stream may last for hours.
                answered, took = message["status"], self._context.seconds() - started
            await send(message)

        try:
            if scope["path"] not in PROBES:
                self._context.admit(HTTPConnection(scope))
            await self._app(scope, receive, observe)
        except RateLimited as error:
            await refuse(error)(scope, receive, observe)
        except Exception as error:
            self._context.metrics.internal_errors.add()
            log.error("internal error", error, route=_route(scope))
            if not answered:
                await Json(messages.Refused(Refusal("Fault", INTERNAL_ERROR_MESSAGE)), status_code=500)(
                    scope, receive, observe
                )
        finally:
            self._context.metrics.requests.add(str(answered or "none"))
            self._context.metrics.request_seconds.add(took)
            if scope["path"] not in PROBES:
                log.event(
                    "request",
                    method=scope["method"][:10],
                    route=_route(scope),
                    status=answered,
                    milliseconds=round(took * 1000, 1),
                )


class SecurityHeadersMiddleware:
    """Middleware that adds the security headers, and forbids caching unless a response allows it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def add_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY_HEADERS)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, add_headers)


def _route(scope: Scope) -> str:
    endpoint = scope.get("endpoint")
    return endpoint.__name__.strip("_") if endpoint is not None else "none"
