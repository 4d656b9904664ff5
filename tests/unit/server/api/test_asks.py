"""Requests to play at a table without its invitation: who may ask, who sees it, and who is admitted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from codepegs.table.asks import ASK_GRACE, MAX_ASKS
from tests.support.memory_store import MemoryTables
from tests.support.visitor import Visitor
from tests.support.world import World, world

KEY, OTHER_KEY = "k" * 22, "o" * 22


@pytest.fixture
def table(ada: Visitor) -> str:
    return str(ada.open("Ada", None)["id"])


def ask(visitor: Visitor, table: str, name: str, *, key: str | None = None, lost: bool = False) -> Any:
    body = {"key": key or next(visitor.here.keys), "name": name}
    return visitor.post(f"/api/tables/{table}/asks", body, lost=lost)


@contextmanager
def connected(visitor: Visitor, table: str) -> Iterator[Any]:
    with visitor.here.socket(table, headers=visitor.headers(f"/api/tables/{table}/socket")) as socket:
        yield socket


def next_with(socket: Any, field: str) -> Any:
    """Return the next message that has a field."""
    while field not in (message := socket.receive_json()):
        pass
    return message[field]


def asks_seen(socket: Any) -> list[str]:
    return [ask["name"] for ask in next_with(socket, "asks")]


def names(visitor: Visitor, table: str) -> list[str]:
    return [ask["name"] for ask in visitor.get(f"/api/tables/{table}/asks").json()["asks"]]


def admit(visitor: Visitor, table: str, ask_id: str, *, yes: bool = True) -> Any:
    body = {"key": "admits", "admit": ask_id, "yes": yes}
    return visitor.post(f"/api/tables/{table}/admissions", body)


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]["kind"]


def test_the_host_sees_who_asks_and_admits_with_one_click(here: World, ada: Visitor, table: str) -> None:
    bea = Visitor(here)
    with connected(ada, table) as host:
        assert asks_seen(host) == []
        assert ask(bea, table, "Bea").json()["you"] is None
        with connected(bea, table) as asker:
            assert next_with(asker, "view")["you"] is None
            (asked,) = next_with(host, "asks")
            assert asked["name"] == "Bea"
            host.send_json({"key": "a", "admit": asked["id"], "yes": True})
            assert next_with(host, "answer") == {"key": "a", "admit": asked["id"]}
            assert next_with(asker, "view")["you"] == 1
            assert next_with(host, "change")["players"][1]["name"] == "Bea"
    assert bea.look(table)["you"] == 1
    assert [listed["id"] for listed in bea.get("/api/tables").json()["tables"]] == [table]
    assert bea.play(table, "code RGB").status_code == 403  # Ada makes the first code
    assert ada.play(table, "code RGB").status_code == 200
    assert bea.play(table, "guess RRR").status_code == 200


@pytest.mark.parametrize("restarted", [False, True])
def test_admitting_twice_gives_the_seat_once(restarted: bool) -> None:
    archive = MemoryTables()
    with world(archive=archive) as here:
        ada, bea = Visitor(here), Visitor(here)
        table = ada.open("Ada", None)["id"]
        ask(bea, table, "Bea")
        with connected(bea, table):
            (asked,) = ada.get(f"/api/tables/{table}/asks").json()["asks"]
            first = admit(ada, table, asked["id"])
            assert first.status_code == 200
            if not restarted:
                assert admit(ada, table, asked["id"]).content == first.content
    if restarted:
        with world(archive=archive) as again:
            ada.here = bea.here = again
            assert admit(ada, table, asked["id"]).content == first.content
            assert bea.look(table)["you"] == 1


def test_asking_again_under_the_same_key_is_one_request(here: World, ada: Visitor, table: str) -> None:
    bea = Visitor(here)
    ask(bea, table, "Bea", key=KEY, lost=True)
    ask(bea, table, "Bea", key=KEY)
    with connected(bea, table):
        assert names(ada, table) == ["Bea"]
        (asked,) = ada.get(f"/api/tables/{table}/asks").json()["asks"]
        assert admit(ada, table, asked["id"]).status_code == 200
    # The answer to the admission may be lost as well.
    again = ask(bea, table, "Bea", key=KEY)
    assert (again.status_code, again.json()["you"]) == (200, 1)
    assert refused(ask(bea, table, "Eva", key=KEY)) == (409, "KeyReused")


def test_nobody_asks_where_no_seat_is_free_or_at_their_own_table(here: World, ada: Visitor) -> None:
    opened = ada.open("Ada", None)
    assert refused(ask(ada, opened["id"], "Bea")) == (403, "Forbidden")
    Visitor(here).join(opened, "Bob")
    assert refused(ask(Visitor(here), opened["id"], "Bea")) == (409, "SeatTaken")


def test_a_request_ends_when_its_asker_has_left(here: World, ada: Visitor, table: str) -> None:
    bea = Visitor(here)
    ask(bea, table, "Bea")
    with connected(ada, table) as host:
        assert asks_seen(host) == []  # nobody has seen that Bea's browser kept the token
        with connected(bea, table):
            assert asks_seen(host) == ["Bea"]
        here.hands.pass_seconds(ASK_GRACE - 1)
        assert names(ada, table) == ["Bea"]  # she may be loading the page again
        here.hands.pass_seconds(2)
        assert asks_seen(host) == []


def test_a_request_can_be_replaced_and_withdrawn(here: World, ada: Visitor, table: str) -> None:
    bea = Visitor(here)
    ask(bea, table, "Bea")
    ask(bea, table, "Beatrix")
    with connected(bea, table):
        assert names(ada, table) == ["Beatrix"]
        assert bea.send("DELETE", f"/api/tables/{table}/asks").json() == {"asks": []}
        assert names(ada, table) == []


def test_who_was_declined_cannot_ask_again(here: World, ada: Visitor, table: str) -> None:
    bea = Visitor(here)
    ask(bea, table, "Bea")
    with connected(bea, table) as asker:
        assert asks_seen(asker) == ["Bea"]
        (asked,) = ada.get(f"/api/tables/{table}/asks").json()["asks"]
        assert admit(ada, table, asked["id"], yes=False).status_code == 200
        assert asks_seen(asker) == []
    assert refused(ask(bea, table, "Bea")) == (403, "Forbidden")
    assert refused(admit(ada, table, asked["id"])) == (409, "NotNow")


def test_nobody_but_the_host_sees_or_admits_others(here: World, ada: Visitor, table: str) -> None:
    bea, ced, eve = Visitor(here), Visitor(here), Visitor(here)
    ask(bea, table, "Bea")
    ask(ced, table, "Ced")
    with connected(bea, table), connected(ced, table) as asker, connected(eve, table) as watching:
        assert asks_seen(asker) == ["Ced"]
        assert asks_seen(watching) == []
        assert names(ada, table) == ["Bea", "Ced"]
        assert (names(ced, table), names(eve, table)) == (["Ced"], [])
        (asked, _) = ada.get(f"/api/tables/{table}/asks").json()["asks"]
        assert refused(admit(ced, table, asked["id"])) == (403, "NotSeated")
        assert refused(admit(eve, table, asked["id"])) == (401, "Unauthenticated")


def test_only_one_of_several_gets_the_seat(here: World, ada: Visitor, table: str) -> None:
    bea, ced = Visitor(here), Visitor(here)
    ask(bea, table, "Bea")
    ask(ced, table, "Ced")
    with connected(bea, table), connected(ced, table) as asker:
        first, second = ada.get(f"/api/tables/{table}/asks").json()["asks"]
        assert admit(ada, table, first["id"]).status_code == 200
        assert refused(admit(ada, table, second["id"])) == (409, "NotNow")
        assert asks_seen(asker) == ["Ced"]
        assert asks_seen(asker) == []
    assert (bea.look(table)["you"], ced.look(table)["you"]) == (1, None)


def test_requests_at_a_table_and_from_an_address_are_limited(here: World, table: str) -> None:
    for number in range(MAX_ASKS):
        assert ask(Visitor(here), table, f"Visitor {number}").status_code == 200
    assert refused(ask(Visitor(here), table, "Bea")) == (429, "RateLimited")
    with world(asks=2) as here:
        ada, bea = Visitor(here), Visitor(here)
        tables = [ada.open("Ada", None)["id"] for _ in range(3)]
        for _ in range(5):  # the same one again costs nothing
            assert ask(bea, tables[0], "Bea", key=KEY).status_code == 200
        assert ask(Visitor(here), tables[1], "Ced").status_code == 200
        assert refused(ask(Visitor(here), tables[2], "Dan")) == (429, "RateLimited")
