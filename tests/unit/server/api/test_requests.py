"""The API in one table: requests, and the status, kind or part of the body that they get.

Requests meet four tables: `waiting`, which Ada has opened; `setting`, at which she makes a code;
`playing`, at which she has set the code RGB and Bob guesses next; and `second`, where he broke
it and has set another. Nothing here changes anything, so all requests share one server.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from codepegs.notation.record import MAX_LENGTH
from codepegs.protocol.learn import MAX_MESSAGE_BYTES
from codepegs.server.api.endpoints import ENDPOINTS
from codepegs.server.http.auth import SESSION_COOKIE
from tests.support.world import ORIGIN, World, world

WAITING, SETTING = "/api/tables/{waiting}", "/api/tables/{setting}"
PLAYING, SECOND = "/api/tables/{playing}", "/api/tables/{second}"
EXAMPLE = (Path(__file__).resolve().parents[4] / "examples" / "classic-1.pegs").read_text(encoding="utf-8")
MISSING = ("nonesuch22", "x", "%00", "..%2f..%2fetc", "'; drop table moves", "é" * 10, "x" * 5000)
KEY = "a key that nobody guesses".replace(" ", "-")
OPENING: dict[str, object] = {"key": KEY, "edition": "mini", "games": 2, "players": ["Ada", None]}

Case = tuple[str | None, str, Any, int, Any]
"""Who sends it; method and path; body, as bytes or JSON; status; kind of refusal or part of the reply."""


def opening(**changed: object) -> dict[str, object]:
    return OPENING | changed


def joining(name: str, invitation: str) -> dict[str, object]:
    return {"key": KEY, "invitation": invitation, "name": name}


def move(text: str, *, key: object = "new", moves: object = 1) -> dict[str, object]:
    return {"key": key, "moves": moves, "move": text}


REFUSED: list[Case] = [
    # Addresses
    *((None, f"GET /api/tables/{name}{path}", None, 404, "UnknownTable|NotHere")
      for name in MISSING for path in ("", "/record", "/stream")),
    (None, "GET /api/nothing", None, 404, "NotHere"),
    # Opening a table
    *((None, "POST /api/tables", body, 400, "Malformed")
      for body in (b"", opening(players=["Ada"]), json.dumps(opening(players=["A\ud800", None])).encode())),
    (None, "POST /api/tables", opening(players=[None, None]), 422, "IllegalAgreement"),
    (None, "POST /api/tables", opening(edition="nothing"), 422, "UnknownEdition"),
    (None, "POST /api/tables", opening(edition="mini rows=0"), 422, "IllegalEdition"),
    (None, "POST /api/tables", opening(players=["computer x", "Ada"]), 422, "UnknownLevel"),
    (None, "POST /api/tables", opening(x="y" * 5000), 413, "RequestTooLarge"),
    # Joining and withdrawing
    ("Bob", f"POST {WAITING}/join", joining("Bob", "x"), 403, "NotInvited"),
    *(("Bob", f"POST {WAITING}/join", joining(name, "{invitation}"), 422, "IllegalAgreement")
      for name in ("Ada", "computer")),
    ("Eve", f"POST {PLAYING}/join", joining("Eve", "{used}"), 409, "SeatTaken"),
    (None, f"DELETE {WAITING}", None, 401, "Unauthenticated"),
    ("Eve", f"DELETE {WAITING}", None, 403, "NotSeated"),
    ("Ada", f"DELETE {PLAYING}", None, 409, "NotNow"),
    # Moves
    ("Bob", f"POST {PLAYING}/moves", move("guess RGBY"), 422, "IllegalCode"),
    ("Bob", f"POST {PLAYING}/moves", move("guess RG?"), 400, "NotationError"),
    ("Eve", f"POST {PLAYING}/moves", move("guess RGB"), 403, "NotSeated"),
    (None, f"POST {PLAYING}/moves", move("guess RGB"), 401, "Unauthenticated"),
    *(("Ada", f"POST {PLAYING}/moves", move(text, key="used", moves=moves), 409, "KeyReused")
      for text, moves in (("code RGY", 0), ("code RGB", 1), ("give up", 0))),
    ("Bob", f"POST {PLAYING}/moves", move("guess RGB", key="a b"), 400, "Malformed"),
    (None, f"GET {WAITING}/record", None, 409, "NotNow"),
    # Hints and reviews
    ("Ada", f"GET {PLAYING}/hint", None, 403, "NotYourMove"),
    ("Eve", f"GET {PLAYING}/hint", None, 403, "NotSeated"),
    (None, f"GET {PLAYING}/hint", None, 401, "Unauthenticated"),
    ("Bob", f"GET {PLAYING}/hint?plan=RR", None, 422, "IllegalCode"),
    ("Bob", f"GET {PLAYING}/hint?plan=RRQ", None, 400, "NotationError"),
    (None, f"GET {PLAYING}/review", None, 409, "NotNow"),
    *((None, f"GET {PLAYING}/review?game={text}", None, 400, "Malformed")
      for text in ("0", "x", "", "9" * 400, "²")),
    ("Bob", f"GET {SETTING}/hint", None, 409, "NotNow"),
    ("Bob", f"GET {SECOND}/hint", None, 403, "NotYourMove"),
    *((None, f"GET {SECOND}/review?game={number}", None, 409, "NotNow") for number in (2, 3)),
    # Editions and records
    (None, "GET /api/editions/%20", None, 400, "NotationError"),
    *((None, f"POST /api/{path}", {"record": text, "game": 0} if path == "pictures" else {"record": text},
       400, "RecordError")
      for path in ("records", "review", "pictures") for text in ("", "<script>", EXAMPLE + "more\n")),
    (None, "POST /api/records", b'{"record": "\\ud800"}', 400, "Malformed"),
    *((None, f"POST /api/{path}", {"record": "x" * (MAX_LENGTH + 1)}, 400, "Malformed|NotationError")
      for path in ("records", "review")),
    (None, "POST /api/records", {"record": "x" * MAX_MESSAGE_BYTES}, 413, "RequestTooLarge"),
    (None, "POST /api/pictures", {"record": EXAMPLE, "game": 99}, 400, "Malformed"),
    (None, "POST /api/review", {"record": "x", "more": 1}, 400, "Malformed"),
    (None, "GET /api/statistics?today=tomorrow", None, 400, "NotationError"),
    # Puzzles
    *((None, f"GET /api/puzzles/{name}", None, 400, "NotationError")
      for name in ("nonsense", "one-code:mini:YYK=1+0,BYW=0+1:0000", "x" * 3000)),
    (None, "GET /api/puzzles/new?theme=none", None, 400, "Malformed"),
    (None, "GET /api/puzzles/new?difficulty=none", None, 400, "Malformed"),
    (None, "GET /api/puzzles/new?edition=none", None, 422, "UnknownEdition"),
    (None, f"GET /api/puzzles/new?edition={'x' * 301}", None, 400, "Malformed"),
    (None, "GET /api/puzzles/new?edition=classic-1 pegs=8", None, 422, "TooLarge"),
    (None, "POST /api/puzzles/{puzzle}/try", {"code": "RRRR"}, 422, "IllegalCode"),
    (None, "POST /api/puzzles/{puzzle}/try", {"code": "???"}, 400, "NotationError"),
    (None, "POST /api/puzzles/{puzzle}/try", {}, 400, "Malformed"),
]  # fmt: skip

ANSWERED: list[Case] = [
    (None, "GET /api/editions/classic-1 rows=8 blanks=yes", None, 200,
     {"terms": {"rows": 8, "blanks": True, "edition": "classic-1 blanks=yes rows=8"}}),
    # The same command under the same key: the reply is repeated, the move is not.
    ("Ada", f"POST {PLAYING}/moves", move("code RGB", key="used", moves=0), 200, {"move": "code hidden"}),
    ("Bob", f"POST {PLAYING}/join", joining("Bob", "{used}"), 200, {"you": 1}),
    ("Bob", f"POST {PLAYING}/moves", move("guess RGB", moves=0), 409,
     {"refused": {"kind": "Stale", "facts": {"number": 0, "moves": 1}}, "key": "new",
      "view": {"moves": 1, "you": 1, "game": {"code": None}}}),
    (None, "POST /api/records", {"record": EXAMPLE.replace("edition classic-1", "edition classic-9")}, 400,
     {"refused": {"kind": "RecordError", "facts": {"line": 2}}}),
]  # fmt: skip


def documented(method: str, path: str) -> list[int]:
    """Return the statuses that the table of endpoints promises for a request."""
    for each in ENDPOINTS:
        pattern = re.sub("{.*?}", "[^/?]+", each.path) + r"(\?.*)?"
        if each.method == method and re.fullmatch(pattern, path, re.DOTALL):
            return each.refusals
    return []


class Prepared:
    """A server with the four tables, and the names that paths and bodies refer to."""

    def __init__(self, here: World) -> None:
        self.here, waiting, setting = here, here.open(), here.seated(hints=True)
        playing = here.open(hints=True)
        joined = {"invitation": playing["invitation"], "name": "Bob"}
        assert here.post(f"/api/tables/{playing['id']}/join", joined, who="Bob").status_code == 200
        assert here.move(playing["id"], "Ada", "code RGB", key="used", moves=0).status_code == 200
        second = here.seated()
        for who, text in (("Ada", "code RGB"), ("Bob", "guess RGB"), ("Bob", "code KKW")):
            here.play(second, who, text)
        here.headers("Eve")
        self.names = {
            "{waiting}": waiting["id"],
            "{invitation}": waiting["invitation"],
            "{setting}": setting,
            "{second}": second,
            "{playing}": playing["id"],
            "{used}": playing["invitation"],
            "{puzzle}": here.client.get("/api/puzzles/new?edition=mini").json()["id"],
        }

    def fill(self, text: str) -> str:
        for name, value in self.names.items():
            text = text.replace(name, value)
        return text

    def stored(self) -> object:
        moves = {name: len(match.moves) for name, match in self.here.archive.matches.items()}
        return copy.copy(self.here.archive.rows), moves


@pytest.fixture(scope="module")
def server() -> Iterator[Prepared]:
    with world() as here:
        yield Prepared(here)


def matches(found: Any, expected: Any) -> bool:
    """Return whether a reply contains the expected part."""
    if isinstance(expected, dict):
        return all(matches(found[name], value) for name, value in expected.items())
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(matches, found, expected))
    return bool(found == expected)


@pytest.mark.parametrize(
    "case", REFUSED + ANSWERED, ids=lambda case: f"{case[0]} {case[1][:60]} {str(case[2])[:40]}"
)
def test_a_request_gets_its_reply_and_changes_nothing(server: Prepared, case: Case) -> None:
    who, request, body, status, expected = case
    method, path = server.fill(request).split(" ", 1)
    content = body if isinstance(body, bytes) else server.fill(json.dumps(body)).encode() if body else b"{}"
    before = server.stored()
    headers = server.here.headers(who) | {"content-type": "application/json"}
    answer = server.here.client.request(
        method, path, content=None if method == "GET" else content, headers=headers
    )
    assert answer.status_code == status, answer.text
    if isinstance(expected, str):
        refused = answer.json()["refused"]
        assert refused["kind"] in expected.split("|")
        assert refused["message"].endswith((".", ".)"))
        assert status in documented(method, path) or expected.endswith("NotHere")
        assert status != 404 or len(answer.content) < 200, "it repeats what was sent"
    else:
        assert matches(answer.json(), json.loads(server.fill(json.dumps(expected)))), answer.text
    assert "set-cookie" not in answer.headers
    assert server.stored() == before


@pytest.mark.parametrize(
    "given",
    ["Bearer", "Bearer x", "Basic abc", "bearer  ", "x", *(f"Bearer {'a' * size}" for size in (43, 65, 66))],
)
@pytest.mark.parametrize("path", ["/api/tables", WAITING, f"{WAITING}/stream"])
def test_an_invalid_token_is_refused_despite_a_good_cookie(server: Prepared, given: str, path: str) -> None:
    headers = {"authorization": given, "cookie": f"{SESSION_COOKIE}={server.here.tokens['Ada']}"}
    answer = server.here.client.get(server.fill(path), headers=headers)
    assert (answer.status_code, answer.json()["refused"]["kind"]) == (401, "Unauthenticated")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_form_of_another_site_is_refused(server: Prepared, kind: str) -> None:
    headers = {"content-type": kind, "origin": ORIGIN}
    answer = server.here.client.post("/api/tables", content=json.dumps(OPENING), headers=headers)
    assert (answer.status_code, answer.json()["refused"]["kind"]) == (400, "Malformed")
    assert "set-cookie" not in answer.headers
