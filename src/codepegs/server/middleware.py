"""Around every request: a limit for its address, figures, a line in the log, and always an answer."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from codepegs.protocol import messages as wire
from codepegs.protocol.errors import FAULT, Refusal, status
from codepegs.server.context import Json, ServerContext
from codepegs.server.ops import log
from codepegs.table.errors import RateLimited

QUIET = {"/healthz", "/readyz", "/metrics"}
"""Asked for by machines, all day long: neither limited nor logged."""


class Watch:
    """Answers are counted and logged by route and status: never by address, and never with what was sent."""

    def __init__(self, app: ASGIApp, *, site: ServerContext) -> None:
        self._app, self._site = app, site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, answered, took = self._site.seconds(), 0, 0.0

        async def sent(message: Message) -> None:
            nonlocal answered, took
            if message["type"] == "http.response.start":
                # The end of an answer may be hours away, where it is a stream.
                answered, took = message["status"], self._site.seconds() - begun
            await send(message)

        try:
            if scope["path"] not in QUIET:
                self._site.admit(HTTPConnection(scope))
            await self._app(scope, receive, sent)
        except RateLimited as error:
            await Json(wire.refused(error), status_code=status(error))(scope, receive, sent)
        except Exception as error:
            self._site.metrics.faults.add()
            log.fault("fault", error, route=_route(scope))
            if not answered:
                await Json(wire.Refused(Refusal("Fault", FAULT)), status_code=500)(scope, receive, sent)
        finally:
            self._site.metrics.requests.add(str(answered or "none"))
            self._site.metrics.request.add(took)
            if scope["path"] not in QUIET:
                log.note(
                    "request",
                    method=scope["method"][:10],
                    route=_route(scope),
                    status=answered,
                    milliseconds=round(took * 1000, 1),
                )


def _route(scope: Scope) -> str:
    endpoint = scope.get("endpoint")
    return endpoint.__name__.strip("_") if endpoint is not None else "none"
