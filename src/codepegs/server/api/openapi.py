"""OpenAPI 3.1 description of the API, generated from the table of endpoints and the message types."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from codepegs import __version__
from codepegs.notation.puzzle_id import MAX_LENGTH as LONGEST_PUZZLE
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.protocol import messages
from codepegs.server.api.endpoints import ENDPOINTS, TABLE, Endpoint
from codepegs.server.http.auth import SEAT_COOKIE, SESSION_COOKIE

ABOUT = """\
Play a code-breaking peg game at tables: two people, people and computers, or computers only. A program gets
a token from /api/tokens and sends it as a bearer token. A browser has a cookie for its session and one for
each seat; over HTTPS their names begin with __Host- and __Secure-. Everyone who knows the id of a table can
watch it.

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


_NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999}
_EDITION = ("the edition and its house rules in one line", {"type": "string", "maxLength": 300})
PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "table": ("the id of the table", {"type": "string", "pattern": "^[a-z0-9]{10}$"}),
    "line": _EDITION,
    "puzzle": ("the ID of the puzzle", {"type": "string", "minLength": 1, "maxLength": LONGEST_PUZZLE}),
    "position": ("the edition and the rows so far in one line", {"type": "string", "maxLength": 2_000}),
    "guess": ("a guess, in letters", {"type": "string", "maxLength": 100}),
    "answer": ("the answer to the guess, such as 1+2", {"type": "string", "maxLength": 7}),
    "second": ("the guess after that answer, in letters", {"type": "string", "maxLength": 100}),
    "plan": ("the guess that you plan, in letters", {"type": "string", "maxLength": 100}),
    "seat": ("whose seat, 0 or 1, if you have both; anything else: a spectator", {"type": "string"}),
    "game": ("the number of the game; default: the last finished one", _NUMBER),
    "number": ("the number of the clue, counted from 1", _NUMBER),
    "limit": ("how many to send", {"type": "integer", "minimum": 1, "maximum": messages.MAX_PAGE}),
    "after": ("`next` of the page before", {"type": "string", "pattern": "^[012]-[0-9]{1,18}-[a-z0-9]{10}$"}),
    "edition": _EDITION,
    "theme": ("what the puzzle asks for", {"type": "string", "enum": [each.value for each in Theme]}),
    "today": ("the date where the player is; default: in UTC", {"type": "string", "format": "date"}),
    "difficulty": ("how hard it is", {"type": "string", "enum": [each.value for each in Difficulty]}),
}
"""Description and schema of each parameter of a path or query."""


@lru_cache
def description() -> dict[str, Any]:
    """Return the whole description. It is shared, so do not change it."""
    kinds = [kind for each in ENDPOINTS for kind in (*_parts(each.reply), *_parts(each.body))]
    schemas, components = msgspec.json.schema_components(
        [*kinds, messages.Refused], ref_template="#/components/schemas/{name}"
    )
    *found, refused = schemas
    named = {repr(kind): found_schema for kind, found_schema in zip(kinds, found, strict=True)}

    def schema(of: Any) -> dict[str, Any]:
        parts = [named[repr(kind)] for kind in _parts(of)]
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    paths: dict[str, Any] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, schema, refused)
    return {
        "openapi": "3.1.0",
        "info": {"title": "codepegs", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE},
                "seat": {"type": "apiKey", "in": "cookie", "name": SEAT_COOKIE},
            },
        },
    }


def _parts(kinds: Any) -> tuple[Any, ...]:
    """Return the message types as a tuple. msgspec has no union of untagged messages."""
    return kinds if isinstance(kinds, tuple) else () if kinds is None else (kinds,)


def _operation(
    each: Endpoint, schema: Callable[[Any], dict[str, Any]], refused: dict[str, Any]
) -> dict[str, Any]:
    kinds = ("bearer", "session", "seat") if each.path.startswith(TABLE) else ("bearer", "session")
    token: list[dict[str, list[str]]] = [{kind: []} for kind in kinds]
    operation: dict[str, Any] = {
        "summary": each.summary,
        "operationId": f"{each.method.lower()}_{each.path.rpartition('/')[2].strip('{}')}",
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
            for status in each.refusals
        },
    }
    in_path = [name for name in PARAMETERS if f"{{{name}}}" in each.path]
    parameters = [_parameter(name, in_path=name in in_path) for name in (*in_path, *each.query)]
    if parameters:
        operation["parameters"] = parameters
    if each.body is not None:
        content = {"application/json": {"schema": schema(each.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _parameter(name: str, *, in_path: bool) -> dict[str, Any]:
    text, schema = PARAMETERS[name]
    place = "path" if in_path else "query"
    return {"name": name, "in": place, "required": in_path, "description": text, "schema": schema}
