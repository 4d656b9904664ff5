"""The description of the API by OpenAPI 3.1, made from the messages themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from codepegs import __version__
from codepegs.notation.puzzle_id import MAX_LENGTH as LONGEST_PUZZLE
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.protocol import edition as catalogue
from codepegs.protocol import learn as lesson
from codepegs.protocol import messages as wire
from codepegs.protocol.view import View
from codepegs.server.api import stream
from codepegs.server.api import tables as api
from codepegs.server.http.auth import COOKIE
from codepegs.server.learn import records as reading

ABOUT = """\
Tables at which the code-breaking peg game is played: by two people apart, by people and computers, or by
computers. Who sits at a table is told by a token: a browser has it in a cookie, a program gets one from
/api/tokens and sends it as a bearer. Anybody who knows a table's name may watch.

A move is answered when it is durable. Each command carries a key of the sender's choice: sent again under
its key it is answered with the same bytes and done once. It also says how many moves its sender has seen;
where there are others by now it is refused, and the view as it is comes along.

Sockets are at /api/tables/{table}/socket (WebSocket). First comes the view, then every change by its
version, in order and without a gap. A socket takes the same commands as moves, offers and replies do, and
answers each.
"""

REFUSALS = {
    400: "It is not written as it should be.",
    401: "It does not say who sends it.",
    403: "The sender may not do this, or not from there.",
    404: "There is no such table, or nothing at this address.",
    409: "Not now: the table is at another point, or the key was used before.",
    413: "It is too long.",
    422: "The rules do not allow it.",
    429: "There were too many lately.",
    503: "The server is busy, or cannot keep anything just now.",
}


@dataclass(frozen=True, slots=True)
class _Endpoint:
    method: str
    path: str
    summary: str
    answer: Any
    """The message it is answered with; several in a tuple."""
    refusals: tuple[int, ...]
    body: Any = None
    status: int = 200
    kind: str = "application/json"
    known: bool = False
    """Whether it is refused to somebody without a token."""
    query: tuple[str, ...] = ()
    """What else its address may ask for, of :data:`_QUERIES`."""


_NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999}
_QUERIES: dict[str, tuple[str, dict[str, Any]]] = {
    "plan": ("the guess that you plan, in letters", {"type": "string", "maxLength": 100}),
    "game": ("the number of the game; the last that is over unless said", _NUMBER),
    "number": ("which clue, from 1 on", _NUMBER),
    "edition": ("the edition and its house rules in one line", {"type": "string", "maxLength": 300}),
    "theme": ("what the puzzle asks for", {"type": "string", "enum": [each.value for each in Theme]}),
    "difficulty": ("how hard it is", {"type": "string", "enum": [each.value for each in Difficulty]}),
}
"""What an address may ask for behind its question mark: its meaning, and what it may be."""
_PATHS: dict[str, tuple[str, dict[str, Any]]] = {
    "table": ("the name of the table", {"type": "string", "pattern": "^[a-z0-9]{10}$"}),
    "line": ("the edition and its house rules in one line", {"type": "string", "maxLength": 300}),
    "puzzle": ("the ID of the puzzle", {"type": "string", "minLength": 1, "maxLength": LONGEST_PUZZLE}),
}
"""The same for what stands in the address itself."""

_TABLE = "/api/tables/{table}"
_PUZZLE = "/api/puzzles/{puzzle}"
_KIND = ("edition", "theme", "difficulty")
_SENDING = (400, 401, 403, 413, 429, 503)
_PUZZLING = (400, 404, 422, 429, 503)

_ENDPOINTS = (
    _Endpoint(
        "post", "/api/tokens", "Get a token, for a program.", wire.Introduced, (401, 403, 429), status=201
    ),
    _Endpoint("get", "/api/editions", "List the editions.", list[catalogue.EditionFacts], (429,)),
    _Endpoint(
        "get",
        "/api/editions/{line}",
        "Look at an edition under house rules, or hear why there is none like it.",
        catalogue.EditionFacts,
        (400, 422, 429),
    ),
    _Endpoint("get", "/api/levels", "List the levels of computers.", list[api.LevelFacts], (429,)),
    _Endpoint("get", "/api/tables", "List the tables you sit at.", list[wire.Listed], (401, 429, 503)),
    _Endpoint(
        "post", "/api/tables", "Open a table.", wire.Opened, (*_SENDING, 422), body=wire.Opening, status=201
    ),
    _Endpoint("get", _TABLE, "Look at a table.", View, (401, 404, 409, 429, 503)),
    _Endpoint(
        "delete",
        _TABLE,
        "Take back a table that nobody has joined yet.",
        wire.Withdrawn,
        (401, 403, 404, 409, 429, 503),
        known=True,
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/record",
        "Read the record of the match; a hidden code is left out.",
        str,
        (404, 409, 429, 503),
        kind="text/plain",
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/join",
        "Sit down by invitation.",
        View,
        (*_SENDING, 404, 409, 422),
        body=wire.Joining,
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/moves",
        "Make a move.",
        wire.Reply,
        (*_SENDING, 404, 409, 422),
        body=wire.Moving,
        known=True,
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/offers",
        "Offer something to the other player.",
        wire.Agreed,
        (*_SENDING, 404, 409, 422),
        body=wire.Offering,
        known=True,
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/replies",
        "Say yes or no to an offer.",
        wire.Agreed,
        (*_SENDING, 404, 409, 422),
        body=wire.Replying,
        known=True,
    ),
    _Endpoint(
        "post",
        "/api/records",
        "Check a record and see what it tells; nothing is kept.",
        View,
        (*_SENDING, 422),
        body=reading.Reading,
    ),
    _Endpoint(
        "post",
        "/api/pictures",
        "Draw a game of a record; nothing is kept.",
        str,
        (*_SENDING, 422),
        body=reading.Drawing,
        kind="image/svg+xml",
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/stream",
        "Hear what happens at a table, a line for each message.",
        (wire.Viewed, wire.Changed, wire.Presence, stream.Closed),
        (400, 401, 404, 409, 429, 503),
        kind=stream.KIND,
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/hint",
        "Hear what the hints say that you took for the row in play.",
        lesson.Hints,
        (400, 401, 403, 404, 409, 422, 429, 503),
        known=True,
        query=("plan",),
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/review",
        "Look back at a game that is over.",
        lesson.Reviewed,
        (400, 404, 409, 422, 429, 503),
        query=("game",),
    ),
    _Endpoint(
        "post",
        "/api/review",
        "Look back at a game of a record; nothing is kept.",
        lesson.Reviewed,
        (*_SENDING, 409, 422),
        body=lesson.Looking,
    ),
    _Endpoint(
        "get",
        "/api/puzzles/today",
        "Get the puzzle of the day, the same for everyone.",
        lesson.Puzzle,
        (400, 422, 429, 503),
        query=_KIND,
    ),
    _Endpoint(
        "get",
        "/api/puzzles/new",
        "Get a new puzzle.",
        lesson.Puzzle,
        (400, 422, 429, 503),
        query=_KIND,
    ),
    _Endpoint("get", _PUZZLE, "Get the puzzle of an ID.", lesson.Puzzle, _PUZZLING),
    _Endpoint(
        "post", f"{_PUZZLE}/try", "Try a code.", lesson.Verdict, (*_SENDING, 404, 422), body=lesson.Trying
    ),
    _Endpoint("get", f"{_PUZZLE}/clue", "Get a clue.", lesson.Clue, (*_PUZZLING, 409), query=("number",)),
    _Endpoint("get", f"{_PUZZLE}/answer", "Give up, and get the answer.", lesson.Solution, _PUZZLING),
)


@lru_cache
def description() -> dict[str, Any]:
    """The whole description; do not change it."""
    kinds = [kind for each in _ENDPOINTS for kind in (*_parts(each.answer), *_parts(each.body))]
    schemas, components = msgspec.json.schema_components(
        [*kinds, wire.Refused], ref_template="#/components/schemas/{name}"
    )
    *found, refused = schemas
    named = {repr(kind): told for kind, told in zip(kinds, found, strict=True)}

    def schema(of: Any) -> dict[str, Any]:
        parts = [named[repr(kind)] for kind in _parts(of)]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    paths: dict[str, Any] = {}
    for each in _ENDPOINTS:
        paths.setdefault(each.path, {})[each.method] = _operation(each, schema, refused)
    return {
        "openapi": "3.1.0",
        "info": {"title": "codepegs", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
    }


def _parts(kinds: Any) -> tuple[Any, ...]:
    """One kind, or each of several; msgspec knows no union of messages without a tag."""
    return kinds if isinstance(kinds, tuple) else () if kinds is None else (kinds,)


def _operation(
    each: _Endpoint, schema: Callable[[Any], dict[str, Any]], refused: dict[str, Any]
) -> dict[str, Any]:
    known: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
    told: dict[str, Any] = {
        "summary": each.summary,
        "operationId": f"{each.method}_{each.path.rpartition('/')[2].strip('{}')}",
        "security": known if each.known else [*known, {}],
        "responses": {
            str(each.status): {
                "description": "Done.",
                "content": {each.kind: {"schema": schema(each.answer)}},
            }
        }
        | {
            str(status): {
                "description": REFUSALS[status],
                "content": {"application/json": {"schema": refused}},
            }
            for status in sorted(each.refusals)
        },
    }
    parameters = [
        {"name": name, "in": place, "required": place == "path", "description": meaning, "schema": schema_of}
        for place, told_of, names in (
            ("path", _PATHS, [name for name in _PATHS if f"{{{name}}}" in each.path]),
            ("query", _QUERIES, each.query),
        )
        for name in names
        for meaning, schema_of in [told_of[name]]
    ]
    if parameters:
        told["parameters"] = parameters
    if each.body is not None:
        content = {"application/json": {"schema": schema(each.body)}}
        told["requestBody"] = {"required": True, "content": content}
    return told
