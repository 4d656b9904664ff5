"""Requests are charged to their address by what they cost, before the work is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from codepegs.errors import Undecided
from codepegs.notation import record
from codepegs.server.context import ServerContext
from codepegs.server.ops import costs
from codepegs.server.ops.config import Config
from codepegs.storage.statistics import count_solo
from tests.support.memory_store import MemoryTables
from tests.support.world import ORIGIN, World, world

VIEWED, WRITTEN, LOADED, LISTED, STATISTICS, JOB = 2.0, 30.0, 400.0, 5_000.0, 60_000.0, 700_000.0
LIST = 8_000_000.0
"""Costs whose sums tell what was charged."""
CONFIG = Config(origins=(ORIGIN,), rate=1e6, address_rate=1e8)
BILL: list[float] = []
"""What was charged beyond the requests themselves."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server whose clock stands still, so that nothing is refilled."""
    for name, cost in {
        "VIEWED_MOVE": VIEWED,
        "WRITTEN_MOVE": WRITTEN,
        "LOADED_MOVE": LOADED,
        "LIST": LIST,
        "LISTED_TABLE": LISTED,
        "STATISTICS": STATISTICS,
        "JOB": JOB,
    }.items():
        monkeypatch.setattr(costs, name, cost)
    plain = ServerContext.charge

    def charge(self: ServerContext, address: str, cost: float) -> None:
        assert address == "testclient"
        plain(self, address, cost)
        BILL.append(cost)

    monkeypatch.setattr(ServerContext, "charge", charge)
    archive: Any = MemoryTables()
    archive.statistics = archive.opponents = lambda _: []
    archive.solo_statistics = lambda _, today: count_solo([], today=today)
    with world(CONFIG, archive=archive) as made:
        yield made


@contextmanager
def charged(cost: float) -> Iterator[None]:
    BILL.clear()
    yield
    assert sum(BILL) == cost


def cracked(here: World, last: str = "guess RGB") -> str:
    """A table after three moves, with one game cracked."""
    table = here.seated("mini", hints=True)
    for who, text in (("Ada", "code RGB"), ("Bob", "guess RRR"), ("Bob", last)):
        here.play(table, who, text)
    return table


@pytest.mark.parametrize(
    ("path", "cost", "again"),
    [
        ("/api/tables/{table}", 3 * VIEWED, 3 * VIEWED),
        ("/api/tables/{table}/record", 3 * WRITTEN, 3 * WRITTEN),
        ("/api/tables/{table}/review", JOB + 3 * WRITTEN, 0),
        ("/api/tables/{table}/codes-left", JOB, 0),
        # The hint itself was charged with the move that took it.
        ("/api/tables/{hinted}/hint", 3 * VIEWED, 3 * VIEWED),
        ("/api/tables/{hinted}/hint?plan=RRR", 3 * VIEWED + JOB, 3 * VIEWED),
        ("/api/tables", LIST + 2 * LISTED, LIST + 2 * LISTED),
        ("/api/challenges", LISTED, LISTED),
        ("/api/statistics", STATISTICS + JOB, STATISTICS),
        ("/api/puzzles/today", JOB, 0),
        ("/api/editions", 0, 0),
    ],
)
def test_a_request_is_charged_by_its_work(here: World, path: str, cost: float, again: float) -> None:
    tables = {"{table}": cracked(here), "{hinted}": cracked(here, "hint 1")}
    here.post(
        "/api/tables", {"edition": "mini", "games": 2, "players": ["Z", None], "challenge": True}, who="Z"
    )
    for name, table in tables.items():
        path = path.replace(name, table)
    for expected in (cost, again):
        with charged(expected):
            assert here.client.get(path, headers=here.headers("Bob")).status_code == 200


def test_commands_are_charged(here: World) -> None:
    table = cracked(here)
    with charged(JOB):
        assert here.post("/api/records", {"record": "x"}).status_code == 400
    with charged(3 * VIEWED):  # an outdated command is answered with a view
        assert here.move(table, "Bob", "code RGB", key="late", moves=1).status_code == 409
    with here.socket(table, "Bob") as socket:
        socket.receive_json()
        for moves, cost in ((3, 1), (1, 1 + 4 * VIEWED)):
            with charged(cost):
                socket.send_json({"key": f"s{moves}", "moves": moves, "move": "code RGB"})
                while not {"answer", "refused"} & socket.receive_json().keys():
                    pass
    with charged(4 * VIEWED), here.socket(table, "Bob") as socket:
        assert "view" in socket.receive_json()


@pytest.mark.parametrize(("move", "cost"), [(False, 3 * LOADED + 3 * VIEWED), (True, 3 * LOADED)])
def test_loading_a_table_is_charged(here: World, move: bool, cost: float) -> None:
    table = cracked(here)
    with world(CONFIG, archive=here.archive) as there, charged(cost):
        there.tokens |= here.tokens
        answer = (
            there.move(table, "Bob", "code RGB", moves=3)
            if move
            else there.client.get(f"/api/tables/{table}")
        )
        assert answer.status_code == 200


# Refusals -------------------------------------------------------------------------------


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch, here: World) -> str:
    """Return a table after everything has become too expensive."""
    table = cracked(here)
    for name in ("VIEWED_MOVE", "WRITTEN_MOVE", "LOADED_MOVE", "LISTED_TABLE", "STATISTICS", "JOB"):
        monkeypatch.setattr(costs, name, 1e12)
    return table


def no_work(*_: Any, **__: Any) -> Any:
    raise Undecided(0)


@pytest.mark.parametrize("path", ["", "/record", "/review", "/hint", "/codes-left", "/share", "/stream"])
def test_what_is_too_expensive_is_refused_before_the_work(
    here: World, dear: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute = here.client.app.state.context.compute  # type: ignore[attr-defined]
    for where, name in (
        (compute, "run"),
        (record, "write"),
        (here.registry, "subscribe"),
        (here.registry, "view"),
    ):
        monkeypatch.setattr(where, name, no_work)
    answer = here.client.get(f"/api/tables/{dear}{path}", headers=here.headers("Bob"))
    assert answer.status_code == 429, answer.text
    assert int(answer.headers["retry-after"]) > 0


def test_a_table_that_is_too_expensive_is_not_loaded(here: World, dear: str) -> None:
    here.archive.match = no_work
    with world(CONFIG, archive=here.archive) as there:
        there.tokens |= here.tokens
        assert there.client.get("/api/levels").status_code == 200
        for answer in (
            there.client.get(f"/api/tables/{dear}"),
            there.move(dear, "Bob", "code RGB", moves=3),
            there.post(f"/api/tables/{dear}/join", {"invitation": "x", "name": "Eve"}, who="Ada"),
        ):
            assert answer.status_code == 429
