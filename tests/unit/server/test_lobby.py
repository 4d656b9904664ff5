"""The lobby: open challenges, who takes them, and when they expire."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codepegs.server import lobby
from codepegs.server.lobby import HOST_GONE, LIFETIME, Lobby
from tests.support.visitor import Visitor
from tests.support.world import ORIGIN, WebSocketDenialResponse, World, world

SOCKET = "/api/challenges/socket"


@pytest.fixture(autouse=True)
def _no_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests decide when the lobby looks at its challenges."""
    monkeypatch.setattr(lobby, "INTERVAL", 3600.0)


def lobby_of(here: World) -> Lobby:
    found: Lobby = here.client.app.state.context.lobby  # type: ignore[attr-defined]
    return found


def tick(here: World) -> None:
    """Let the lobby look at its challenges, until what expires is deleted."""
    found, portal = lobby_of(here), here.client.portal
    assert portal is not None

    async def work() -> None:
        found.tick()
        for entry in [*found._entries.values()]:
            if entry.expiring is not None:
                await entry.expiring
        found.tick()

    portal.call(work)


def challenge(here: World, who: str = "Ada", **more: Any) -> str:
    body = {"edition": "mini", "games": 2, "players": [who, None], "challenge": True} | more
    made = here.post("/api/tables", body, who=who)
    assert made.status_code == 201, made.text
    table: str = made.json()["id"]
    return table


def take(here: World, table: str, who: str, **more: str) -> Any:
    body = {"key": next(here.keys), "name": who} | more
    return here.client.post(f"/api/tables/{table}/take", json=body, headers=here.headers(who))


def listed(here: World, who: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = here.client.get("/api/challenges", headers=here.headers(who)).json()
    return found


def watch(here: World, who: str | None = None) -> Any:
    return here.client.websocket_connect(SOCKET, headers=here.headers(who))


def test_a_challenge_is_listed_with_its_terms_in_words(here: World) -> None:
    table = challenge(here, edition="mini time=60", hints=True)
    (found,) = listed(here)["challenges"]
    assert found == {
        "id": table,
        "host": "Ada",
        "summary": "Quick · 2 games · 1 minute per guess · hints",
        "edition": "mini time=60",
        "games": 2,
        "time_limit": 60,
        "makes_first_code": False,
        "opened": here.hands.day,
    }
    here.open()
    other = challenge(here, "Bob", players=[None, "Bob"])
    assert [each["id"] for each in listed(here)["challenges"]] == [other, table]
    assert listed(here)["challenges"][0]["makes_first_code"] is True


def test_a_list_says_only_to_hosts_which_challenges_are_theirs(here: World) -> None:
    table, secret = challenge(here), here.open()
    assert listed(here, "Ada")["yours"] == [table]
    stored = here.archive.rows[table]
    for who in ("Eve", None):
        sent = here.client.get("/api/challenges", headers=here.headers(who)).text
        assert json.loads(sent)["yours"] == []
        for hidden in (stored.invitation, stored.owners[0], secret["id"], secret["invitation"]):
            assert hidden not in sent


def test_the_first_one_gets_the_seat_and_others_read_so(here: World) -> None:
    table = challenge(here)
    taken = take(here, table, "Bob", key="b" * 22)
    assert (taken.status_code, taken.json()["you"], taken.json()["phase"]) == (200, 1, "setting")
    late = take(here, table, "Eve")
    assert (late.status_code, late.json()["refused"]["kind"]) == (409, "SeatTaken")
    assert take(here, table, "Bob", key="b" * 22).status_code == 200
    tick(here)
    assert listed(here)["challenges"] == []


def test_a_refused_name_leaves_the_challenge_open(here: World) -> None:
    table = challenge(here)
    for who, name, kind in (("Bob", "computer", "IllegalAgreement"), ("Ada", "Ida", "Forbidden")):
        assert take(here, table, who, name=name).json()["refused"]["kind"] == kind
    tick(here)
    assert [each["id"] for each in listed(here)["challenges"]] == [table]


def test_only_a_challenge_with_an_empty_seat_is_taken(here: World) -> None:
    assert take(here, here.open()["id"], "Eve").json()["refused"]["kind"] == "NotInvited"
    for players in (["Ada", "computer"], ["", "Ada"]):
        body = {"edition": "mini", "games": 1, "players": players, "challenge": True}
        answer = here.post("/api/tables", body, who="Ada")
        assert (answer.status_code, answer.json()["refused"]["kind"]) == (422, "IllegalAgreement")


# Limits ---------------------------------------------------------------------------------


def test_challenges_are_limited_per_player_address_and_in_total() -> None:
    body = {"edition": "mini", "games": 2, "players": ["Zoe", None], "challenge": True}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"challenges": 2}, "NotNow"),
        ({"address_challenges": 2, "challenges": 9}, "RateLimited"),
        ({"all_challenges": 2, "challenges": 9}, "RateLimited"),
    ]
    for limits, kind in cases:
        with world(**limits) as here:
            first, _ = challenge(here), challenge(here)
            refused = here.post("/api/tables", body, who="Ada" if kind == "NotNow" else "Zoe")
            assert refused.json()["refused"]["kind"] == kind
            here.client.delete(f"/api/tables/{first}", headers=here.headers("Ada"))
            tick(here)
            challenge(here)


def test_a_seat_that_is_taken_counts_as_a_new_table_of_the_address() -> None:
    with world(address_tables=3) as here:
        first, second = challenge(here), challenge(here)
        for _ in range(2):
            assert take(here, first, "Bob", key="b" * 22).status_code == 200
        assert take(here, second, "Eve").json()["refused"]["kind"] == "RateLimited"
        here.hands.pass_seconds(1200)
        assert take(here, second, "Eve").status_code == 200


def test_a_repeated_opening_lists_one_challenge(here: World) -> None:
    for _ in range(2):
        challenge(here, key="k" * 22)
    assert len(listed(here)["challenges"]) == 1


# Expiry ---------------------------------------------------------------------------------


def test_a_challenge_expires_when_its_host_is_gone(here: World) -> None:
    table = challenge(here)
    for later, left in ((HOST_GONE - 1, 1), (1, 0)):
        here.hands.pass_seconds(later)
        tick(here)
        assert len(listed(here)["challenges"]) == left
    assert here.client.get(f"/api/tables/{table}").status_code == 404


def test_a_host_who_watches_list_or_table_keeps_the_challenge(here: World) -> None:
    table = challenge(here)
    for path in (SOCKET, f"/api/tables/{table}/socket"):
        with here.client.websocket_connect(path, headers=here.headers("Ada")):
            for _ in range(5):
                here.hands.pass_seconds(HOST_GONE / 2)
                tick(here)
            assert len(listed(here)["challenges"]) == 1
    with watch(here, "Eve"):
        here.hands.pass_seconds(2 * HOST_GONE)
        tick(here)
    assert listed(here)["challenges"] == []


def test_a_challenge_expires_after_half_an_hour(here: World) -> None:
    challenge(here)
    with watch(here, "Ada"):
        for later, left in ((round(LIFETIME * 1e6) - 1, 1), (1, 0)):
            here.hands.day += later
            tick(here)
            assert len(listed(here)["challenges"]) == left


# The live list --------------------------------------------------------------------------


def test_the_live_list_sends_all_and_then_what_changes(here: World) -> None:
    first = challenge(here)
    tick(here)
    with watch(here) as guest, watch(here, "Bob") as bob:
        for each in (guest, bob):
            assert [one["id"] for one in each.receive_json()["challenges"]] == [first]
        second = challenge(here, "Bob")
        take(here, first, "Eve")
        tick(here)
        change = guest.receive_json()
        assert [one["id"] for one in change["opened"]] == [second]
        assert change["closed"] == [{"id": first, "taken": True}]
        # Its host learns which one it is.
        assert bob.receive_json() == listed(here, "Bob")
        here.client.delete(f"/api/tables/{second}", headers=here.headers("Bob"))
        tick(here)
        for each in (guest, bob):
            assert each.receive_json() == {"opened": [], "closed": [{"id": second, "taken": False}]}


def test_another_site_cannot_read_the_live_list_with_cookies(here: World) -> None:
    visitor = Visitor(here)
    visitor.post("/api/tables", {"key": "k" * 22, "edition": "mini", "games": 2, "players": ["Ada", None]})
    headers = visitor.headers(SOCKET) | {"origin": "https://elsewhere.example"}
    with pytest.raises(WebSocketDenialResponse), here.client.websocket_connect(SOCKET, headers=headers):
        pass
    with here.client.websocket_connect(SOCKET, headers=headers | {"origin": ORIGIN}) as own:
        assert own.receive_json() == {"challenges": [], "yours": []}


def test_a_stopping_server_closes_the_live_list(here: World) -> None:
    portal = here.client.portal
    assert portal is not None
    with watch(here) as guest:
        guest.receive_json()
        portal.call(here.registry.stop)
        portal.call(lobby_of(here).close)
        assert guest.receive()["code"] == 1012
