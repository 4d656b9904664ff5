"""A word that nobody documented changes no answer, be it a query parameter, a header or a cookie.

So no route shows a code to those who know a word. Every word in the source of the server is sent, with every
value that the source compares with something.
"""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import codepegs.server
from codepegs.server.api import endpoints, openapi, tables
from codepegs.server.http import headers
from codepegs.server.learn import jobs
from tests.support.asgi import Site, Talk, site

WORD = re.compile(r"[A-Za-z][\w.-]{0,40}", re.ASCII)
HEADERS = {
    *("accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie"),
    *("expect", "host", "if-none-match", "origin", "range", "transfer-encoding", "upgrade"),
}
"""Headers that HTTP itself gives a meaning."""


@cache
def words() -> tuple[list[str], list[str]]:
    """Return the words in the source, with those of this file, and the values that they are compared with."""
    found, compared = set(), {"1", "true"}
    for file in [*Path(codepegs.server.__file__).parent.rglob("*.py"), Path(__file__)]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found |= {text for node in ast.walk(tree) if (text := word(node))}
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare):
                compared |= {text for side in (node.left, *node.comparators) if (text := word(side))}
    return sorted(found - openapi.PARAMETERS.keys()), sorted(compared)


def word(node: ast.AST) -> str | None:
    text = node.value if isinstance(node, ast.Constant) else None
    return text if isinstance(text, str) and WORD.fullmatch(text) else None


async def changed(*only: str) -> list[str]:
    """Return the requests of a codebreaker that some word answers otherwise, on `only` these paths or all."""
    async with site() as here:
        table = await here.seat("mini")
        await here.play("Ada", "code RBY")
        await here.play("Bob", "guess RRB")
        paths = [
            route.path
            for route in here.app.routes
            if isinstance(route, Route) and "GET" in (route.methods or ()) and "/stream" not in route.path
        ]
        assert endpoints.TABLE in paths
        about = [
            path.replace("{table}", table) for path in paths if "{table}" in path and path in (only or paths)
        ]
        found = []
        for path in about:
            plain = await asked(here, path)
            found += [f"{path} {value}" for value in words()[1] if await asked(here, path, value) != plain]
        return found


async def asked(here: Site, path: str, value: str = "") -> tuple[int, bytes]:
    """Ask for a page, with all words as parameters, headers and cookies if there is a value for them."""
    names = words()[0] if value else []
    talk = Talk(here, path, who="Bob", query=urlencode([(name, value) for name in names]))
    more = [(name.lower().encode(), value.encode()) for name in names if name.lower() not in HEADERS]
    cookies = "; ".join(f"{name}={value}" for name in names)
    talk.scope["headers"] += [*more, (b"cookie", cookies.encode())]
    async with talk:
        text = await talk.whole()
    assert talk.status != 429
    return talk.status, text


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "MAX_HEAD_SIZE", 1 << 20)
    monkeypatch.setattr(jobs, "count_codes_left", repr)


def test_a_word_that_nobody_documented_changes_no_answer() -> None:
    assert asyncio.run(changed()) == []


LEAKS: dict[str, Callable[[Request], bool]] = {
    "a query parameter": lambda request: request.query_params.get("reveal_it") == "please",
    "a header": lambda request: "x-support" in request.headers,
    "a cookie": lambda request: bool(request.cookies.get("staff")),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_word_that_shows_the_code_is_caught(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tables.get_table

    async def leaky(request: Request) -> Response:
        return PlainTextResponse("RBY") if LEAKS[leak](request) else await plain(request)

    found: list[Any] = [
        replace(each, handler=leaky) if each.handler is plain else each for each in endpoints.ENDPOINTS
    ]
    monkeypatch.setattr(endpoints, "ENDPOINTS", tuple(found))
    assert asyncio.run(changed(endpoints.TABLE))
