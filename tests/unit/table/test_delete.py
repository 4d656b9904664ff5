"""Deleting tables and solo games, and removing finished matches from a list."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from codepegs.errors import CodepegsError
from codepegs.storage.errors import ArchiveUnavailable, UnknownTable
from codepegs.table import commands, seats
from tests.support.asgi import INVITATION, site
from tests.support.world import ORIGIN, World, world
from tests.unit.server.api.test_stream import listening


@pytest.fixture
def here() -> Iterator[World]:
    with world() as here:
        yield here


def delete(here: World, table: str, who: str | None, **headers: str) -> Any:
    return here.client.delete(f"/api/tables/{table}", headers=here.headers(who) | headers)


def listed(here: World, who: str) -> list[str]:
    answer = here.client.get("/api/tables", headers=here.headers(who)).json()
    return [each["id"] for each in answer["tables"]]


def test_a_withdrawn_table_is_deleted_and_its_invitation_invalid(here: World) -> None:
    kept, opened = here.open()["id"], here.open()
    table = opened["id"]
    answer = delete(here, table, "Ada")
    assert (answer.status_code, answer.json()) == (200, {"deleted": table})
    assert here.client.get(f"/api/tables/{table}").status_code == 404
    assert listed(here, "Ada") == [kept]
    body = {"invitation": opened["invitation"], "name": "Bob"}
    assert here.post(f"/api/tables/{table}/join", body, who="Bob").status_code == 404
    assert delete(here, table, "Ada").status_code == 404


@pytest.mark.parametrize(("players", "move"), [(["", "Ada"], "guess RRR"), (["Ada", "computer"], "code RGB")])
def test_an_unfinished_match_of_one_person_is_deleted_for_good(
    here: World, players: list[str], move: str
) -> None:
    table = here.open(games=2 if players[0] else 1, players=players)["id"]
    here.play(table, "Ada", move)
    for who, status in (("Eve", 403), (None, 401), ("Ada", 200), ("Ada", 404)):
        assert delete(here, table, who).status_code == status
    assert listed(here, "Ada") == []
    assert here.archive.rows == {}


def test_there_is_one_try_at_a_daily_code_also_by_deleting(here: World) -> None:
    here.hands.day = round(datetime(2026, 11, 20, tzinfo=UTC).timestamp() * 1_000_000)
    table = here.open("classic-1", games=1, players=["", "Ada"], daily="2026-11-20")["id"]
    assert delete(here, table, "Ada").status_code == 409
    here.play(table, "Ada", "give up")
    assert delete(here, table, "Ada").status_code == 200
    assert listed(here, "Ada") == []
    again = {"edition": "classic-1", "games": 1, "players": ["", "Ada"], "daily": "2026-11-20"}
    assert here.post("/api/tables", again, who="Ada").json()["refused"]["kind"] == "AlreadyPlayed"


def test_a_match_of_two_people_can_only_be_left(here: World) -> None:
    table = here.seated()
    assert delete(here, table, "Ada").status_code == 409
    here.play(table, "Ada", "leave")
    assert delete(here, table, "Ada").status_code == 200


def test_a_finished_match_disappears_from_one_list_only(here: World) -> None:
    table = here.seated()
    here.play(table, "Ada", "leave")
    before = here.look(table)
    assert delete(here, table, "Eve").status_code == 403
    for _ in range(2):
        assert delete(here, table, "Ada").status_code == 200
    assert (listed(here, "Ada"), listed(here, "Bob")) == ([], [table])
    assert here.look(table) == before


def test_a_browser_withdraws_only_from_the_same_origin(here: World) -> None:
    body = {"edition": "mini", "games": 2, "players": ["Ada", None]}
    made = here.post("/api/tables", body, origin=ORIGIN)
    path = f"/api/tables/{made.json()['id']}"
    for headers in ({}, {"origin": "https://elsewhere.example"}):
        assert here.client.delete(path, headers=headers).status_code == 403
    assert here.client.delete(path, headers={"origin": ORIGIN}).status_code == 200


async def test_withdrawing_closes_the_subscriptions() -> None:
    async with site() as here:
        here.table = (await here.open("Ada", players=("Ada", None))).table.id
        async with listening(here) as talk:
            await talk.message()
            await here.registry.delete(here.table, here.client_id("Ada"))
            assert "withdrawn" in (await talk.message())["reason"]


async def test_a_join_and_a_withdrawal_exclude_each_other() -> None:
    async with site() as here:
        for order in (0, 1):
            name = (await here.open("Ada", players=("Ada", None))).table.id
            token = seats.invitation_hash(INVITATION)
            work = partial(commands.join, client=here.client_id("Bob"), name="Bob", invitation=token)
            join = here.registry.execute(name, work)
            back = here.registry.delete(name, here.client_id("Ada"))
            both = (join, back) if order == 0 else (back, join)
            told = await asyncio.gather(*both, return_exceptions=True)
            refused = [isinstance(each, CodepegsError) for each in told]
            assert refused == [False, True]
            if order == 0:
                assert here.archive.rows[name].begun
            else:
                assert isinstance(told[1], UnknownTable)
                assert name not in here.archive.rows


def test_a_failed_withdrawal_keeps_the_table(here: World) -> None:
    table = here.open()["id"]
    here.archive.refuses = ArchiveUnavailable("the disk is full")
    assert delete(here, table, "Ada").status_code == 503
    here.archive.refuses = None
    assert here.look(table)["phase"] == "waiting"
    assert delete(here, table, "Ada").status_code == 200
