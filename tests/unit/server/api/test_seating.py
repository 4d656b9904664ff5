"""Seats: cookies of sessions and seats, planted cookies, lost answers and rematches."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from codepegs.server.http.auth import SEAT_COOKIE, SESSION_COOKIE
from codepegs.storage.errors import KeyReused
from tests.support.asgi import site
from tests.support.visitor import Visitor
from tests.support.world import CONFIG, ORIGIN, World, world

KEY, OTHER_KEY = "k" * 22, "o" * 22
OPENING = {"key": KEY, "edition": "mini", "games": 2, "players": ["Ada", None]}


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]["kind"]


def set_cookies(answer: Any) -> dict[str, set[str]]:
    """Return the attributes of the cookies that an answer sets, by name."""
    found = {}
    for cookie in answer.headers.get_list("set-cookie"):
        value, *rules = cookie.split("; ")
        name, _, token = value.partition("=")
        assert re.fullmatch("[A-Za-z0-9_-]{65}", token)
        found[name] = {rule.lower() for rule in rules}
    return found


# Cookies ----------------------------------------------------------------------------------

COMMON = {"httponly", "samesite=strict", "max-age=34560000"}


@pytest.mark.parametrize(
    ("origin", "session", "seat", "more"),
    [
        ("http://testserver", "codepegs", "codepegs-seat", set()),
        ("https://testserver", "__Host-codepegs", "__Secure-codepegs-seat", {"secure"}),
    ],
)
def test_a_browser_gets_a_cookie_for_its_session_and_its_seat(
    origin: str, session: str, seat: str, more: set[str]
) -> None:
    with world(replace(CONFIG, origins=(origin,))) as here:
        ada = Visitor(here)
        made = ada.send("POST", "/api/tables", OPENING, origin=origin)
        table = made.json()["id"]
        path = f"path=/api/tables/{table}"
        assert set_cookies(made) == {
            session: COMMON | more | {"path=/"},
            seat: COMMON | more | {path},
        }
        again = ada.send("POST", "/api/tables", OPENING | {"key": OTHER_KEY}, origin=origin)
        assert set(set_cookies(again)) == {seat}
        assert ada.send("GET", f"/api/tables/{table}", origin=origin).json()["you"] == 0
        assert len(ada.send("GET", "/api/tables", origin=origin).json()["tables"]) == 2


def test_over_https_a_cookie_without_its_prefix_counts_for_nothing() -> None:
    with world(replace(CONFIG, origins=(ORIGIN, "https://testserver"))) as here:
        token = here.headers("Ada")["authorization"].removeprefix("Bearer ")
        eve = Visitor(here)
        eve.plant(SESSION_COOKIE, token)
        made = eve.send("POST", "/api/tables", OPENING, origin="https://testserver")
        assert "__Host-codepegs" in set_cookies(made)


def test_only_a_match_has_a_cookie_of_its_own(here: World) -> None:
    for players, games, seat in (
        (["Ada", "computer"], 2, {SEAT_COOKIE}),
        (["", "Ada"], 1, set()),
        (["computer", "computer expert"], 2, set()),
    ):
        body = OPENING | {"key": next(here.keys), "players": players, "games": games}
        made = Visitor(here).post("/api/tables", body)
        assert set(set_cookies(made)) == {SESSION_COOKIE} | seat


def test_a_program_gets_no_cookies_and_opens_and_joins_once(here: World) -> None:
    opened, again = (here.post("/api/tables", OPENING, who="Ada").json() for _ in range(2))
    assert opened == again
    for _ in range(2):
        made = here.post(f"/api/tables/{opened['id']}/join", joining(opened, "Bob"), who="Bob")
        assert made.status_code == 200
        assert not made.headers.get_list("set-cookie")
    row = here.archive.table(opened["id"])
    assert row.clients == row.owners
    assert here.post("/api/tables", OPENING, who="Bob").json()["id"] != opened["id"]


def test_a_bearer_token_overrides_the_cookies(here: World) -> None:
    ada = Visitor(here)
    table = ada.open("Ada", None)["id"]
    headers = ada.headers(f"/api/tables/{table}") | here.headers("Bot")
    assert here.client.get(f"/api/tables/{table}", headers=headers).json()["you"] is None
    assert here.client.get("/api/tables", headers=headers).json()["tables"] == []


def test_a_browser_takes_only_one_seat_of_a_table(here: World) -> None:
    ada = Visitor(here)
    opened = ada.open("Ada", None)
    again = ada.post(f"/api/tables/{opened['id']}/join", joining(opened, "Bob"))
    assert refused(again) == (403, "Forbidden")


# Planted cookies --------------------------------------------------------------------------


def planted(here: World, kind: str) -> str:
    """Return a token that an attacker knows."""
    return "A" * 65 if kind == "made up" else here.headers("Eve")["authorization"].removeprefix("Bearer ")


@pytest.mark.parametrize("kind", ["made up", "issued"])
@pytest.mark.parametrize("role", ["opens", "joins"])
def test_a_planted_session_never_shows_a_code(here: World, kind: str, role: str) -> None:
    token = planted(here, kind)
    ada, bob = Visitor(here), Visitor(here)
    ada.plant(SESSION_COOKIE, token)
    if role == "opens":
        opened = ada.open("Ada", None)
        bob.join(opened, "Bob")
    else:
        opened = bob.open(None, "Bob")
        ada.join(opened, "Ada")
    table = opened["id"]
    assert ada.play(table, "code RGB").status_code == 200
    assert ada.look(table)["game"]["code"] == "RGB"
    eve, guest = Visitor(here), Visitor(here)
    eve.plant(SESSION_COOKIE, token)
    for what in ("", "/record", "/hint", "/codes-left", "/review", "/share"):
        path = f"/api/tables/{table}{what}"
        bearer = here.client.get(path, headers={"authorization": f"Bearer {token}"})
        assert bearer.status_code == 401 or "RGB" not in bearer.text
        if what != "/hint":  # it tells those without a token to get one
            assert eve.get(path).content == guest.get(path).content
    with here.socket(table, headers=eve.headers(f"/api/tables/{table}/socket")) as socket:
        view = socket.receive_json()["view"]
        assert (view["you"], view["game"]["code"]) == (None, None)
        socket.send_json({"key": "k", "moves": 1, "move": "own up"})
        while "refused" not in (message := socket.receive_json()):
            pass
        assert message["refused"]["kind"] == ("NotSeated" if kind == "issued" else "Unauthenticated")
    for answer in (
        eve.play(table, "own up"),
        eve.offer(table, "stop"),
        eve.send("DELETE", f"/api/tables/{table}"),
        eve.post(f"/api/tables/{table}/rematch"),
        eve.post(f"/api/tables/{table}/join", joining(opened, "Ada")),
    ):
        assert answer.status_code in (401, 403, 409)
        assert "RGB" not in answer.text
    listed = eve.get("/api/tables").text
    assert "RGB" not in listed
    assert (table in listed) is (kind == "issued")


def test_a_made_up_session_is_exchanged_and_does_not_hide_the_real_one(here: World, ada: Visitor) -> None:
    ada.plant(SESSION_COOKIE, "A" * 65)
    assert SESSION_COOKIE in set_cookies(ada.post("/api/tables", OPENING))
    assert SESSION_COOKIE not in set_cookies(ada.post("/api/tables", OPENING | {"key": OTHER_KEY}))
    # A cookie with a longer path is sent first.
    ada.plant(SESSION_COOKIE, "A" * 65, path="/api")
    assert ada.headers("/api/tables")["cookie"].startswith(f"{SESSION_COOKIE}={'A' * 65}")
    assert len(ada.get("/api/tables").json()["tables"]) == 2


@pytest.mark.parametrize("kind", ["made up", "issued", "of another seat"])
def test_a_planted_seat_does_not_hide_the_real_one(here: World, kind: str) -> None:
    ada, bob = Visitor(here), Visitor(here)
    opened = ada.open("Ada", None)
    bob.join(opened, "Bob")
    table = f"/api/tables/{opened['id']}"
    token = bob.seat(bob.open("Bob", None)["id"]) if kind == "of another seat" else planted(here, kind)
    for what in ("/moves", "/socket"):
        ada.plant(SEAT_COOKIE, token, path=table + what)
        assert ada.headers(table + what)["cookie"].startswith(f"{SEAT_COOKIE}={token}")
    assert ada.play(opened["id"], "code RGB").status_code == 200
    with here.socket(opened["id"], headers=ada.headers(f"{table}/socket")) as socket:
        assert socket.receive_json()["view"]["game"]["code"] == "RGB"


# Lost answers -----------------------------------------------------------------------------


def joining(opened: dict[str, Any], name: str, key: str = KEY) -> dict[str, Any]:
    return {"key": key, "invitation": opened["invitation"], "name": name}


def test_a_table_whose_answer_was_lost_is_opened_once(here: World) -> None:
    ada = Visitor(here)
    lost = ada.post("/api/tables", OPENING, lost=True)
    got = ada.post("/api/tables", OPENING)
    assert (got.status_code, got.json()) == (201, lost.json())
    assert got.headers.get_list("set-cookie") == lost.headers.get_list("set-cookie")
    assert len(ada.get("/api/tables").json()["tables"]) == len(here.archive.rows) == 1
    bob = Visitor(here)
    bob.join(got.json(), "Bob")
    late = ada.post("/api/tables", OPENING)
    assert (late.status_code, late.json()["view"]["phase"]) == (201, "setting")
    assert ada.play(late.json()["id"], "code RGB").status_code == 200


@pytest.mark.parametrize("known", [False, True], ids=["new browser", "known browser"])
def test_a_friend_whose_answer_was_lost_sits_down(here: World, known: bool) -> None:
    ada, bob, eve = Visitor(here), Visitor(here), Visitor(here)
    if known:
        bob.open("Bob", None)
    opened = ada.open("Ada", None)
    path = f"/api/tables/{opened['id']}/join"
    assert bob.post(path, joining(opened, "Bob"), lost=True).status_code == 200
    assert ada.play(opened["id"], "code RGB").status_code == 200
    assert refused(eve.post(path, joining(opened, "Eve", OTHER_KEY))) == (409, "SeatTaken")
    got = bob.post(path, joining(opened, "Bob"))
    assert (got.status_code, got.json()["you"], got.json()["moves"]) == (200, 1, 1)
    assert SEAT_COOKIE in set_cookies(got)
    assert bob.play(opened["id"], "guess RGB").status_code == 200
    assert opened["id"] in [table["id"] for table in bob.get("/api/tables").json()["tables"]]


async def test_the_same_request_twice_at_once_opens_one_table() -> None:
    async with site() as here:
        opened = await asyncio.gather(*(here.post_to("/api/tables", OPENING, who="Ada") for _ in range(5)))
        assert {status for status, _ in opened} == {201}
        assert len({body["id"] for _, body in opened}) == len(here.archive.rows) == 1
        assert "codepegs_tables_total 1.0\n" in here.app.state.context.metrics.text()


def test_a_repeated_opening_needs_no_room() -> None:
    with world(address_tables=1) as here:
        made = [here.post("/api/tables", OPENING, who="Ada").status_code for _ in range(3)]
        assert made == [201] * 3
        assert refused(here.post("/api/tables", OPENING | {"key": OTHER_KEY}, who="Ada")) == (
            429,
            "RateLimited",
        )


def test_a_repeated_daily_code_is_not_played_before(here: World) -> None:
    today = datetime(2026, 11, 20, 12, tzinfo=UTC)
    here.hands.day = round(today.timestamp() * 1_000_000)
    daily = {"edition": "classic-1", "games": 1, "players": ["", "Ada"], "daily": today.date().isoformat()}
    ada = Visitor(here)
    first = ada.post("/api/tables", OPENING | daily, lost=True)
    again = ada.post("/api/tables", OPENING | daily)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert refused(ada.post("/api/tables", OPENING | daily | {"key": OTHER_KEY})) == (409, "AlreadyPlayed")


@pytest.mark.parametrize(
    "change",
    [
        *({"edition": "classic-1"}, {"games": 4}, {"hints": True}, {"players": ["Eve", None]}),
        *({"players": ["Ada", "computer"]}, {"players": ["Ada", "computer"], "friendly": True}),
        *({"players": [None, "Ada"]}, {"players": ["", "Ada"], "games": 1}),
    ],
)
@pytest.mark.parametrize("joined", [False, True])
def test_another_table_under_the_same_key_is_refused(
    here: World, ada: Visitor, change: dict[str, Any], joined: bool
) -> None:
    for first, second in ((OPENING, OPENING | change), (OPENING | change, OPENING)):
        key = {"key": next(here.keys)}
        opened = ada.post("/api/tables", first | key)
        assert opened.status_code == 201
        if joined and opened.json()["invitation"]:
            Visitor(here).join(opened.json(), "Bob")
        answer = ada.post("/api/tables", second | key)
        assert refused(answer) == (409, KeyReused.__name__)
        assert not answer.headers.get_list("set-cookie")
        assert ada.post("/api/tables", first | key).status_code == 201


def test_another_name_under_the_same_key_is_refused(here: World) -> None:
    opened = Visitor(here).open("Ada", None)
    bob, path = Visitor(here), f"/api/tables/{opened['id']}/join"
    assert bob.post(path, joining(opened, "Bob")).status_code == 200
    assert refused(bob.post(path, joining(opened, "Rob"))) == (409, "KeyReused")
    assert bob.post(path, joining(opened, "Bob")).status_code == 200


# Rematches --------------------------------------------------------------------------------


def test_only_a_player_gets_a_seat_at_the_rematch(here: World, ada: Visitor) -> None:
    bob, eve = Visitor(here), Visitor(here)
    opened = ada.open("Ada", None)
    bob.join(opened, "Bob")
    assert ada.play(opened["id"], "leave").status_code == 200
    for each in (ada, bob):
        assert each.offer(opened["id"], "rematch").status_code == 200
    eve.open("Eve", None)
    path = f"/api/tables/{opened['id']}/rematch"
    assert refused(eve.post(path)) == (403, "NotSeated")
    assert refused(ada.send("POST", path, origin="http://evil.example")) == (403, "Forbidden")
    moved = ada.post(path)
    assert set(set_cookies(moved)) == {SEAT_COOKIE}
    assert ada.look(moved.json()["id"])["you"] == 1


@pytest.mark.parametrize("solo", [True, False])
def test_programs_and_solo_players_need_no_cookie_for_the_rematch(
    here: World, ada: Visitor, solo: bool
) -> None:
    def post(path: str, body: Any) -> Any:
        return ada.post(path, body) if solo else here.post(path, body, who="Ada")

    terms = {"players": ["", "Ada"], "games": 1} if solo else {"players": ["Ada", "computer"]}
    table = "/api/tables/" + post("/api/tables", OPENING | terms).json()["id"]
    for path, body in (
        ("/moves", {"key": "a", "moves": int(solo), "move": "leave"}),
        ("/offers", {"key": "b", "offer": "rematch"}),
        ("/rematch", None),
    ):
        moved = post(table + path, body)
        assert moved.status_code == 200, moved.text
        assert not moved.headers.get_list("set-cookie")
    assert len(here.archive.rows) == 2
