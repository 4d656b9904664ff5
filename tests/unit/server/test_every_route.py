"""No byte of any route depends on a hidden code, whoever asks and whatever is asked for.

Two servers in which everything is the same but the hidden codes must send the same. Leaks that are
put in on purpose show that the walk sees them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from codepegs.rules import Code
from codepegs.server import app
from codepegs.server.api import endpoints, tables
from codepegs.server.context import context_of, table_id_of
from codepegs.server.http import headers
from codepegs.table.registry import TableRegistry
from tests.support.exchange import Answer, Call
from tests.support.parted_worlds import parted_world
from tests.support.route_walker import Unprepared, Walker

pytestmark = pytest.mark.timeout(900)
"""The walk sends thousands of requests before the first test."""

Walked = list[tuple[Call, Answer]]


@dataclass
class Walk:
    """What one world sent to those who must not know its codes."""

    codes: list[Code]
    walked: Walked
    routes: set[tuple[str, str]]
    done: set[tuple[str, str]]
    masked: list[str]


def walk(number: int, folder: Path, *, only: str | None = None) -> Walk:
    with parted_world(number, folder) as scene:
        codes = scene.codes()
        # This file is a source as well, because it has the leaks.
        walker = Walker(scene, sources=[Path(__file__)] if only else (), only=only)
        portal = scene.here.client.portal
        assert portal is not None
        return Walk(codes, portal.call(walker.walk), walker.routes, walker.done, walker.masked)


def differences(one: Walked, other: Walked) -> list[str]:
    """Return the calls that were answered differently."""
    assert [call for call, _ in one] == [call for call, _ in other]
    return [str(call) for (call, sent), (_, other_sent) in zip(one, other, strict=True) if sent != other_sent]


@pytest.fixture(autouse=True, scope="module")
def many_headers() -> Iterator[None]:
    """Allow longer headers than usual, because the walker sends every word of the source in one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(headers, "MAX_HEAD_SIZE", 1 << 20)
        yield


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Walk, Walk]:
    folder = tmp_path_factory.mktemp("worlds")
    return walk(0, folder), walk(1, folder)


def test_no_byte_of_any_route_depends_on_the_code(worlds: tuple[Walk, Walk]) -> None:
    one, other = worlds
    assert len(one.codes) == len(other.codes) == 9
    assert not [code for code, twin in zip(one.codes, other.codes, strict=True) if code == twin]
    assert differences(one.walked, other.walked) == []


def test_every_route_does_what_is_asked_at_least_once(worlds: tuple[Walk, Walk]) -> None:
    one, _ = worlds
    # Sockets at unknown paths are meant to be refused.
    assert one.routes - one.done == {("SOCKET", "/{path:path}")}, (
        "These routes refused everything, so nothing was compared. Add a table or a value that they accept "
        "to tests/support/parted_worlds or route_walker."
    )


def test_words_that_nobody_documented_change_no_status(worlds: tuple[Walk, Walk]) -> None:
    one, _ = worlds
    assert one.masked == [], (
        "A parameter that is not in the API description is refused, so nobody sees what the others do. "
        "Describe it in server/api/endpoints, and give it a value in tests/support/route_walker."
    )


# Leaks --------------------------------------------------------------------------------


async def _code(request: Request) -> str:
    """Return the hidden code of a table, spelled."""
    match = (await context_of(request).registry.table(table_id_of(request))).table.require_match()
    assert match.game.secret is not None
    return match.agreement.edition.spell(match.game.secret.reveal())


async def debug(request: Request) -> Response:
    return PlainTextResponse(await _code(request))


def _debug_route(patch: pytest.MonkeyPatch) -> str:
    plain = app._routes
    patch.setattr(app, "_routes", lambda: [*plain(), Route("/debug/{table}", debug)])
    return "/debug/{table}"


def _old_route(change: Callable[[Request, Response, str], Response | None]) -> Callable[[Any], str]:
    """Return what makes GET of a table leak: `change` gets the request, the response and the code."""

    def put_in(patch: pytest.MonkeyPatch) -> str:
        plain = tables.get_table

        async def leaky(request: Request) -> Response:
            response = await plain(request)
            match = (await context_of(request).registry.table(table_id_of(request))).table.match
            hidden = None if match is None else match.game.secret
            return response if hidden is None else change(request, response, str(hidden.reveal())) or response

        entries = [
            replace(each, handler=leaky) if each.handler is plain else each for each in endpoints.ENDPOINTS
        ]
        patch.setattr(endpoints, "ENDPOINTS", tuple(entries))
        return endpoints.TABLE

    return put_in


def _in_header(request: Request, response: Response, code: str) -> None:
    response.headers["x-served-by"] = code


def _in_etag(request: Request, response: Response, code: str) -> None:
    response.headers["etag"] = sha256(code.encode()).hexdigest()[:4]


def _under_a_query(request: Request, response: Response, code: str) -> Response | None:
    return PlainTextResponse(code) if request.query_params.get("reveal_it") == "please" else None


def _under_a_header(request: Request, response: Response, code: str) -> Response | None:
    return PlainTextResponse(code) if "x-support" in request.headers else None


def _under_a_cookie(request: Request, response: Response, code: str) -> Response | None:
    return PlainTextResponse(code) if request.cookies.get("staff") else None


def _in_metrics(patch: pytest.MonkeyPatch) -> str:
    def last_pegs(self: TableRegistry[Any, Any]) -> int:
        games = [session.table.match.game for session in self._sessions.values() if session.table.match]
        return sum(game.secret.reveal().pegs[-1] for game in games if game.secret)

    patch.setattr(TableRegistry, "count_tables", last_pegs)
    return "/metrics"


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], str]] = {
    "a route that shows the code": _debug_route,
    "a header with the code": _old_route(_in_header),
    "an ETag of the code": _old_route(_in_etag),
    "the code under a query parameter": _old_route(_under_a_query),
    "the code under a header": _old_route(_under_a_header),
    "the code under a cookie": _old_route(_under_a_cookie),
    "pegs of codes in the metrics": _in_metrics,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = LEAKS[leak](monkeypatch)
    assert differences(walk(0, tmp_path, only=path).walked, walk(1, tmp_path, only=path).walked)


# Routes that the walk does not know -----------------------------------------------------


@pytest.mark.parametrize(
    ("route", "advice"),
    [
        (Mount("/more", app=Starlette()), "Walker._operations"),
        (Route("/more/{place}", debug), "PATH_VALUES"),
        (Route("/more", debug, methods=["POST"]), "ENDPOINTS"),
    ],
)
def test_a_route_the_walk_cannot_reach_is_named(
    route: Route, advice: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plain = app._routes
    monkeypatch.setattr(app, "_routes", lambda: [*plain(), route])
    with pytest.raises(Unprepared, match=advice):
        walk(0, tmp_path, only=route.path)
