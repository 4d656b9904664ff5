"""The list of a client's tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.world import World


def page(here: World, who: str | None, **query: Any) -> dict[str, Any]:
    answer = here.client.get("/api/tables", params=query, headers=here.headers(who))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_list_tells_each_side_what_it_needs(here: World) -> None:
    table = here.seated(games=2)
    here.play(table, "Ada", "code RGB")
    [ada], [bob] = page(here, "Ada")["tables"], page(here, "Bob")["tables"]
    assert (ada["title"], ada["names"], ada["status"]) == ("Quick", ["Ada", "Bob"], "Game 1 of 2")
    assert (ada["you"], bob["you"], ada["turn"], ada["over"], ada["ended"]) == (0, 1, 1, False, None)
    here.play(table, "Bob", "guess RGB")
    here.hands.day += 5
    here.play(table, "Bob", "leave")
    [ada], [bob] = page(here, "Ada")["tables"], page(here, "Bob")["tables"]
    assert (ada["status"], bob["status"]) == ("Bob left: you win", "You left: Ada wins")
    assert (ada["turn"], ada["over"], ada["ended"], ada["winner"]) == (None, True, here.hands.day, 0)


def test_a_list_has_nothing_of_other_players(here: World) -> None:
    table, secret = here.seated(), here.open()
    for who in ("Eve", None):
        assert page(here, who) == {"tables": [], "next": None}
    assert {each["id"] for each in page(here, "Ada")["tables"]} == {table, secret["id"]}
    assert [each["id"] for each in page(here, "Bob")["tables"]] == [table]
    sent = here.client.get("/api/tables", headers=here.headers("Ada")).text
    stored = here.archive.rows[secret["id"]]
    for hidden in (secret["invitation"], stored.invitation, *stored.owners, *stored.clients):
        assert hidden is None or hidden not in sent


def test_a_list_comes_in_pages(here: World) -> None:
    tables = []
    for _ in range(5):
        here.hands.day += 1
        tables.append(here.open()["id"])
    first = page(here, "Ada", limit=2)
    second = page(here, "Ada", limit=2, after=first["next"])
    third = page(here, "Ada", limit=2, after=second["next"])
    found = [each["id"] for part in (first, second, third) for each in part["tables"]]
    assert (found, third["next"]) == (tables[::-1], None)
    assert page(here, "Ada", limit=5)["next"] is None


@pytest.mark.parametrize(
    "query",
    [{"limit": limit} for limit in ("0", "101", "²")]
    + [{"after": after} for after in ("", "3-1-aaaaaaaaaa", "0-x-aaaaaaaaaa", "0-1-aaaaaaaaaa\n")],
)
def test_bad_pages_are_refused(here: World, query: dict[str, str]) -> None:
    answer = here.client.get("/api/tables", params=query, headers=here.headers("Ada"))
    assert (answer.status_code, answer.json()["refused"]["kind"]) == (400, "Malformed")
