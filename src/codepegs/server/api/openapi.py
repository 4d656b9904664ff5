"""OpenAPI 3.1 description of the API, generated from the message types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from codepegs import __version__
from codepegs.notation.puzzle_id import MAX_LENGTH as LONGEST_PUZZLE
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.protocol import edition, learn, messages
from codepegs.protocol.view import View
from codepegs.server.api import stream, tables
from codepegs.server.http.auth import COOKIE
from codepegs.server.learn import records

ABOUT = """\
Play a code-breaking peg game at tables: two people, people and computers, or computers only. A token
identifies a client: a browser sends it in a cookie, a program gets one from /api/tokens and sends it as a
bearer token. Everyone who knows the id of a table can watch it.

The server replies to a move after storing it. Each command has a key that the client chooses. If a client
repeats a command under the same key, it gets the same bytes as a reply, and the command is executed once.
A move also says how many moves the client has seen. If the match has changed since, the move is refused,
and the reply contains the current view.

The WebSocket of a table is at /api/tables/{table}/socket. It sends the view first, then each change in
order of versions, without gaps. It takes the same commands as moves, offers and replies, and replies to
each.
"""

ERROR_DESCRIPTIONS = {
    400: "The request is malformed.",
    401: "The token is missing or malformed.",
    403: "The client may not do this, or not from this origin.",
    404: "There is no such table or address.",
    409: "Not possible now: the match has changed, or the key was used for another command.",
    413: "The request is too large.",
    422: "The rules do not allow it.",
    429: "Too many requests.",
    503: "The server is busy, or the archive is unavailable.",
}


@dataclass(frozen=True, slots=True)
class _Endpoint:
    method: str
    path: str
    summary: str
    reply: Any
    """Message type of the reply; a tuple for a stream of several."""
    errors: tuple[int, ...]
    body: Any = None
    status: int = 200
    content_type: str = "application/json"
    token: bool = False
    """Whether it needs a token."""
    query: tuple[str, ...] = ()
    """Its query parameters, of :data:`_QUERY_PARAMETERS`."""


_NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999}
_QUERY_PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "plan": ("the guess that you plan, in letters", {"type": "string", "maxLength": 100}),
    "game": ("the number of the game; default: the last finished one", _NUMBER),
    "number": ("the number of the clue, counted from 1", _NUMBER),
    "edition": ("the edition and its house rules in one line", {"type": "string", "maxLength": 300}),
    "theme": ("what the puzzle asks for", {"type": "string", "enum": [each.value for each in Theme]}),
    "difficulty": ("how hard it is", {"type": "string", "enum": [each.value for each in Difficulty]}),
}
"""Description and schema of each query parameter."""
_PATH_PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "table": ("the id of the table", {"type": "string", "pattern": "^[a-z0-9]{10}$"}),
    "line": ("the edition and its house rules in one line", {"type": "string", "maxLength": 300}),
    "puzzle": ("the ID of the puzzle", {"type": "string", "minLength": 1, "maxLength": LONGEST_PUZZLE}),
}
"""Description and schema of each path parameter."""

_TABLE = "/api/tables/{table}"
_PUZZLE = "/api/puzzles/{puzzle}"
_PUZZLE_QUERY = ("edition", "theme", "difficulty")
_COMMAND_ERRORS = (400, 401, 403, 413, 429, 503)
_PUZZLE_ERRORS = (400, 404, 422, 429, 503)

_ENDPOINTS = (
    _Endpoint(
        "post", "/api/tokens", "Get a token, for a program.", messages.Introduced, (401, 403, 429), status=201
    ),
    _Endpoint("get", "/api/editions", "List the editions.", list[edition.EditionFacts], (429,)),
    _Endpoint(
        "get",
        "/api/editions/{line}",
        "Get an edition with house rules.",
        edition.EditionFacts,
        (400, 422, 429),
    ),
    _Endpoint("get", "/api/levels", "List the levels of computer players.", list[tables.LevelFacts], (429,)),
    _Endpoint(
        "get",
        "/api/tables",
        "List the tables at which you have a seat.",
        list[messages.Listed],
        (401, 429, 503),
    ),
    _Endpoint(
        "post",
        "/api/tables",
        "Open a table.",
        messages.Opened,
        (*_COMMAND_ERRORS, 422),
        body=messages.Opening,
        status=201,
    ),
    _Endpoint("get", _TABLE, "Get the view of a table.", View, (401, 404, 409, 429, 503)),
    _Endpoint(
        "delete",
        _TABLE,
        "Delete a table that nobody has joined yet.",
        messages.Withdrawn,
        (401, 403, 404, 409, 429, 503),
        token=True,
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/record",
        "Get the record of the match, without a hidden code.",
        str,
        (404, 409, 429, 503),
        content_type="text/plain",
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/join",
        "Take the empty seat with an invitation.",
        View,
        (*_COMMAND_ERRORS, 404, 409, 422),
        body=messages.Joining,
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/moves",
        "Make a move.",
        messages.Reply,
        (*_COMMAND_ERRORS, 404, 409, 422),
        body=messages.Moving,
        token=True,
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/offers",
        "Make an offer to the other player.",
        messages.Agreed,
        (*_COMMAND_ERRORS, 404, 409, 422),
        body=messages.Offering,
        token=True,
    ),
    _Endpoint(
        "post",
        f"{_TABLE}/replies",
        "Accept or decline an offer.",
        messages.Agreed,
        (*_COMMAND_ERRORS, 404, 409, 422),
        body=messages.Replying,
        token=True,
    ),
    _Endpoint(
        "post",
        "/api/records",
        "Check a record and get its view; nothing is stored.",
        View,
        (*_COMMAND_ERRORS, 422),
        body=records.ReadRequest,
    ),
    _Endpoint(
        "post",
        "/api/pictures",
        "Draw a game of a record; nothing is stored.",
        str,
        (*_COMMAND_ERRORS, 422),
        body=records.DrawRequest,
        content_type="image/svg+xml",
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/stream",
        "Stream the messages of a table, one per line.",
        (messages.Viewed, messages.Changed, messages.Presence, stream.Closed),
        (400, 401, 404, 409, 429, 503),
        content_type=stream.CONTENT_TYPE,
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/hint",
        "Get the hints that you took for the current row.",
        learn.Hints,
        (400, 401, 403, 404, 409, 422, 429, 503),
        token=True,
        query=("plan",),
    ),
    _Endpoint(
        "get",
        f"{_TABLE}/review",
        "Review a finished game.",
        learn.Reviewed,
        (400, 404, 409, 422, 429, 503),
        query=("game",),
    ),
    _Endpoint(
        "post",
        "/api/review",
        "Review a game of a record; nothing is stored.",
        learn.Reviewed,
        (*_COMMAND_ERRORS, 409, 422),
        body=learn.Looking,
    ),
    _Endpoint(
        "get",
        "/api/puzzles/today",
        "Get the puzzle of the day, the same for everyone.",
        learn.Puzzle,
        (400, 422, 429, 503),
        query=_PUZZLE_QUERY,
    ),
    _Endpoint(
        "get",
        "/api/puzzles/new",
        "Get a new puzzle.",
        learn.Puzzle,
        (400, 422, 429, 503),
        query=_PUZZLE_QUERY,
    ),
    _Endpoint("get", _PUZZLE, "Get a puzzle by its ID.", learn.Puzzle, _PUZZLE_ERRORS),
    _Endpoint(
        "post",
        f"{_PUZZLE}/try",
        "Try a code.",
        learn.Verdict,
        (*_COMMAND_ERRORS, 404, 422),
        body=learn.Trying,
    ),
    _Endpoint("get", f"{_PUZZLE}/clue", "Get a clue.", learn.Clue, (*_PUZZLE_ERRORS, 409), query=("number",)),
    _Endpoint("get", f"{_PUZZLE}/answer", "Give up, and get the answer.", learn.Solution, _PUZZLE_ERRORS),
)


@lru_cache
def description() -> dict[str, Any]:
    """Return the whole description. It is shared, so do not change it."""
    kinds = [kind for each in _ENDPOINTS for kind in (*_parts(each.reply), *_parts(each.body))]
    schemas, components = msgspec.json.schema_components(
        [*kinds, messages.Refused], ref_template="#/components/schemas/{name}"
    )
    *found, refused = schemas
    named = {repr(kind): found_schema for kind, found_schema in zip(kinds, found, strict=True)}

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
    """Return the message types as a tuple. msgspec has no union of untagged messages."""
    return kinds if isinstance(kinds, tuple) else () if kinds is None else (kinds,)


def _operation(
    each: _Endpoint, schema: Callable[[Any], dict[str, Any]], refused: dict[str, Any]
) -> dict[str, Any]:
    token: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
    operation: dict[str, Any] = {
        "summary": each.summary,
        "operationId": f"{each.method}_{each.path.rpartition('/')[2].strip('{}')}",
        "security": token if each.token else [*token, {}],
        "responses": {
            str(each.status): {
                "description": "Done.",
                "content": {each.content_type: {"schema": schema(each.reply)}},
            }
        }
        | {
            str(status): {
                "description": ERROR_DESCRIPTIONS[status],
                "content": {"application/json": {"schema": refused}},
            }
            for status in sorted(each.errors)
        },
    }
    parameters = [
        {"name": name, "in": place, "required": place == "path", "description": text, "schema": schema_of}
        for place, descriptions, names in (
            ("path", _PATH_PARAMETERS, [name for name in _PATH_PARAMETERS if f"{{{name}}}" in each.path]),
            ("query", _QUERY_PARAMETERS, each.query),
        )
        for name in names
        for text, schema_of in [descriptions[name]]
    ]
    if parameters:
        operation["parameters"] = parameters
    if each.body is not None:
        content = {"application/json": {"schema": schema(each.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation
