"""Walks every route of an application as somebody who must not know the code.

The routes, methods, parameters and bodies come from the application and its API description. What
they need, such as the id of a table, comes from the tables below. If something is missing there,
`Unprepared` says what to add.

A route may also react to what nobody documented. So every word in the source of the server is sent
as a query parameter, as a header and as a cookie.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

import codepegs.server
from codepegs.server.api import openapi
from codepegs.server.pages import static_files
from tests.support.exchange import Answer, Call, exchange
from tests.support.parted_worlds import BREAKER, GUESSES, SPECTATOR, Scene
from tests.support.world import ORIGIN

SERVER = Path(codepegs.server.__file__).parent
WRITES = ("DELETE", "PATCH", "POST", "PUT")
OWN_HEADERS = {
    *("accept", "authorization", "connection", "content-length", "content-type", "cookie", "host", "origin"),
    *("transfer-encoding", "upgrade"),
}
"""Headers that the walker sets itself, or that change how a request is read."""
COMMON_VALUES = ("1", "true")
_WORD = re.compile(r"[A-Za-z][\w.-]{0,40}", re.ASCII)
_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")


class Unprepared(AssertionError):
    """The walker cannot walk a route. The message says what to add."""


PATH_VALUES: dict[str, Callable[[Scene], Iterable[str]]] = {
    "table": lambda scene: scene.tables,
    "puzzle": lambda scene: [scene.puzzle],
    "line": lambda scene: ["mini rows=4"],
    "edition": lambda scene: ["mini rows=4"],
    "slug": lambda scene: ["mini"],
    "day": lambda scene: ["2026-11-17"],
    "version": lambda scene: [static_files.version()],
    "path": lambda scene: ["nothing"],
    "name": lambda scene: {Path(name).suffix: name for name in static_files.load_files()}.values(),
}
"""Values of the parameters in paths."""

QUERY_VALUES = {
    "plan": "KKK",
    "position": "mini / RRY 1+0",
    "guess": "RRY",
    "answer": "1+0",
    "second": "RGB",
    "seat": "1",
    "game": "1",
    "number": "1",
    "limit": "2",
    "after": "0-1-aaaaaaaaaa",
    "edition": "mini",
    "theme": "one-code",
    "difficulty": "easy",
    "today": "2026-11-17",
}
"""A value that is accepted for each documented parameter of a query."""

KEY = "k" * 22
BODIES: dict[str, Callable[[Scene, str], dict[str, Any]]] = {
    "Opening": lambda scene, table: {"key": KEY, "edition": "mini", "games": 2, "players": [None, "Zoe"]},
    "Joining": lambda scene, table: {"key": KEY, "invitation": scene.invitation, "name": "Zoe"},
    "Taking": lambda scene, table: {"key": KEY, "name": "Zoe"},
    "Asking": lambda scene, table: {"key": KEY, "name": "Zoe"},
    "Admitting": lambda scene, table: {"key": "admit", "admit": "0" * 16, "yes": False},
    "Linking": lambda scene, table: {"fragment": ""},
    "TakingOver": lambda scene, table: {"key": KEY, "token": scene.transfer},
    "Moving": lambda scene, table: {
        "key": "walker",
        "moves": scene.moves[table],
        "move": f"guess {GUESSES['classic-1' if table == scene.daily else 'mini']}",
    },
    "Offering": lambda scene, table: {"key": "offer", "offer": "hints"},
    "Replying": lambda scene, table: {"key": "reply", "reply": "clock 600", "yes": False},
    "Laying": lambda scene, table: {"moves": scene.moves[table], "laid": "K.."},
    "Offline": lambda scene, table: {"key": "f" * 22, "record": scene.record},
    "ReadRequest": lambda scene, table: {"record": scene.record},
    "DrawRequest": lambda scene, table: {"record": scene.record, "game": 0},
    "Looking": lambda scene, table: {"record": scene.record},
    "Trying": lambda scene, table: {"code": "KKK"},
}
"""A body for each message type of a request. At a hidden code it gets the same answer in both worlds."""


class Walker:
    """Walks the routes of one world. `sources` are searched for the words to try."""

    def __init__(self, scene: Scene, *, sources: Iterable[Path] = (), only: str | None = None) -> None:
        app = scene.here.client.app
        assert isinstance(app, Starlette)
        self._app, self._scene = app, scene
        self._words = sorted(_words((SERVER, *sources)))
        self._values = (*COMMON_VALUES, *sorted(_compared((SERVER, *sources))))
        self._only = only
        self.done: set[tuple[str, str]] = set()
        """Methods and paths of routes that did what was asked, at least once."""
        self.routes: set[tuple[str, str]] = set()
        """Methods and paths of all routes."""
        self.masked: list[str] = []
        """Calls that a word which nobody documented has turned into another status."""

    async def walk(self) -> list[tuple[Call, Answer]]:
        """Walk every route, first those that only read. The answers are in order."""
        operations = [
            operation
            for route in self._app.routes
            if self._only in (None, getattr(route, "path", None))
            for operation in self._operations(route)
        ]
        self.routes = {(method, path) for method, path, _ in operations}
        walked, expected = [], 0
        for method, path, operation in sorted(operations, key=lambda found: found[0] in WRITES):
            for call in self._calls(method, path, operation):
                answer = await exchange(self._app, call)
                if answer.status < 400:
                    self.done.add((method, path))
                if not call.guessed:
                    expected = answer.status
                elif method not in WRITES and answer.status != expected:
                    self.masked.append(f"{method} {call.path}: {answer.status} instead of {expected}")
                walked.append((call, answer))
        if self._only is None:
            for text in sorted(_paths()):
                call = Call("GET", text, headers=(("host", "testserver"),))
                walked.append((call, await exchange(self._app, call)))
        return walked

    def _operations(self, route: object) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield the methods of a route, each with its path and its entry in the API description."""
        if isinstance(route, WebSocketRoute):
            yield "SOCKET", route.path, {}
            return
        if not isinstance(route, Route) or route.methods is None:
            raise Unprepared(
                f"{route!r} is not a Route with methods. Teach Walker._operations to list what it serves."
            )
        described = openapi.description()["paths"].get(route.path, {})
        for method in sorted(route.methods):
            operation = described.get("get" if method == "HEAD" else method.lower(), {})
            if method in WRITES and not operation:
                raise Unprepared(
                    f"{method} {route.path} is not in the API description, so its body is unknown. "
                    "Add it to ENDPOINTS in server/api/endpoints."
                )
            yield method, route.path, operation

    def _calls(self, method: str, path: str, operation: dict[str, Any]) -> Iterator[Call]:
        """Yield all calls of one operation: every path and every visitor, with and without parameters."""
        documented = tuple(self._documented(operation))
        for filled, table in self._filled(path):
            body = self._body(operation, table)
            for place, headers in enumerate(self._visitors()):
                plain = Call(method, filled, headers=headers, body=body, texts=self._texts(method, table))
                yield plain
                if documented:
                    yield replace(plain, query=documented)
                # Rarer values are for the codebreaker alone, who is the first.
                for value in self._values if place == 0 else COMMON_VALUES:
                    known = dict(documented)
                    words = tuple((word, value) for word in self._words if word not in known)
                    more = _add_words(headers, self._words, value)
                    yield replace(plain, query=documented + words, headers=more, guessed=True)

    def _filled(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield the path with every value of its parameters, and the table in it."""
        names = _PARAMETER.findall(path)
        for name in names:
            if name not in PATH_VALUES:
                raise Unprepared(
                    f"The path {path} has a parameter {name!r} that the walker does not know. "
                    "Add values for it to PATH_VALUES in tests/support/route_walker."
                )
        for values in product(*(PATH_VALUES[name](self._scene) for name in names)):
            filled = path
            for name, value in zip(names, values, strict=True):
                filled = re.sub(rf"\{{{name}(:\w+)?\}}", value, filled)
            yield filled, values[names.index("table")] if "table" in names else ""

    def _documented(self, operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
        for parameter in operation.get("parameters", ()):
            name = parameter["name"]
            if parameter["in"] == "path":
                continue
            if name not in QUERY_VALUES:
                raise Unprepared(
                    f"The walker does not know the query parameter {name!r}. "
                    "Add a value for it to QUERY_VALUES in tests/support/route_walker."
                )
            yield name, QUERY_VALUES[name]

    def _body(self, operation: dict[str, Any], table: str) -> bytes:
        if "requestBody" not in operation:
            return b""
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        kind = schema["$ref"].rpartition("/")[2]
        if kind not in BODIES:
            raise Unprepared(
                f"The walker does not know the message {kind}. "
                "Add a body of that kind to BODIES in tests/support/route_walker."
            )
        return json.dumps(BODIES[kind](self._scene, table)).encode()

    def _texts(self, method: str, table: str) -> tuple[str, ...]:
        if method != "SOCKET":
            return ()
        moves = self._scene.moves.get(table, 0)
        sent: tuple[dict[str, object], ...] = (
            {"key": "socket", "moves": 0, "move": "own up"},
            {"moves": moves, "laid": "K"},  # what is right has no answer to compare
            {"say": "Thanks"},
        )
        return ("?", *map(json.dumps, sent))

    def _visitors(self) -> Iterator[tuple[tuple[str, str], ...]]:
        """Yield the headers of everybody who must not know a code."""
        common = (("host", "testserver"), ("content-type", "application/json"))
        for who in (BREAKER, SPECTATOR):
            token = self._scene.here.tokens[who]
            yield (*common, ("authorization", f"Bearer {token}"))
        yield (*common, ("cookie", self._scene.cookie), ("origin", ORIGIN), ("accept", "text/html"))
        yield common


def _add_words(
    headers: tuple[tuple[str, str], ...], words: Iterable[str], value: str
) -> tuple[tuple[str, str], ...]:
    """Return the headers with every word as a header and as a cookie."""
    own = "; ".join(text for name, text in headers if name == "cookie")
    taken = {cookie.partition("=")[0] for cookie in own.split("; ")}
    # The cookie of the browser comes last, since a server that reads a name twice takes the last one.
    cookies = [f"{word}={value}" for word in words if word not in taken] + [own] * bool(own)
    plain = [(name, text) for name, text in headers if name != "cookie"]
    more = [(word.lower(), value) for word in words if word.lower() not in OWN_HEADERS]
    return (*plain, *more, ("cookie", "; ".join(cookies)))


@cache
def _constants(place: Path) -> tuple[tuple[str, bool], ...]:
    """Return all texts in the source below a folder, each with whether it is compared with something."""
    found = []
    for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        compared = {
            id(side)
            for node in ast.walk(tree)
            if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.In | ast.NotIn)
            for side in (node.left, *node.comparators)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
                text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
                found.append((text, id(node) in compared))
    return tuple(found)


def _words(places: Iterable[Path]) -> set[str]:
    return {text for place in places for text, _ in _constants(place) if _WORD.fullmatch(text)}


def _compared(places: Iterable[Path]) -> set[str]:
    """Return the words that the source compares with something, since a parameter may need that value."""
    return {
        text for place in places for text, compared in _constants(place) if compared and _WORD.fullmatch(text)
    }


def _paths() -> set[str]:
    """Return all texts in the source that look like a path: one may be served without a route."""
    return {
        text for text, _ in _constants(SERVER) if text.startswith("/") and "{" not in text and " " not in text
    }
