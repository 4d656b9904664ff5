"""Withdrawing a table that nobody has joined."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
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
    with world(tables=2) as here:
        yield here


def withdraw(here: World, table: str, who: str | None, **headers: str) -> Any:
    return here.client.delete(f"/api/tables/{table}", headers=here.headers(who) | headers)


def test_a_withdrawn_table_is_deleted_and_no_longer_counts(here: World) -> None:
    kept, table = here.open()["id"], here.open()["id"]
    full = here.post("/api/tables", {"edition": "mini", "games": 2, "players": ["Ada", None]}, who="Ada")
    assert full.status_code == 409
    answer = withdraw(here, table, "Ada")
    assert (answer.status_code, answer.json()) == (200, {"withdrawn": table})
    assert here.client.get(f"/api/tables/{table}").status_code == 404
    listed = here.client.get("/api/tables", headers=here.headers("Ada")).json()
    assert [each["id"] for each in listed] == [kept]
    here.open()


def test_the_invitation_of_a_withdrawn_table_is_invalid(here: World) -> None:
    opened = here.open()
    withdraw(here, opened["id"], "Ada")
    body = {"invitation": opened["invitation"], "name": "Bob"}
    assert here.post(f"/api/tables/{opened['id']}/join", body, who="Bob").status_code == 404
    assert withdraw(here, opened["id"], "Ada").status_code == 404


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
            await here.registry.withdraw(here.table, here.client_id("Ada"))
            assert "withdrawn" in (await talk.message())["reason"]


async def test_a_join_and_a_withdrawal_exclude_each_other() -> None:
    async with site() as here:
        for order in (0, 1):
            name = (await here.open("Ada", players=("Ada", None))).table.id
            token = seats.invitation_hash(INVITATION)
            work = partial(commands.join, client=here.client_id("Bob"), name="Bob", invitation=token)
            join = here.registry.execute(name, work)
            back = here.registry.withdraw(name, here.client_id("Ada"))
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
    assert withdraw(here, table, "Ada").status_code == 503
    here.archive.refuses = None
    assert here.look(table)["phase"] == "waiting"
    assert withdraw(here, table, "Ada").status_code == 200
