"""Requests are charged to their address by what they cost, before the work is done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from codepegs.errors import Undecided
from codepegs.notation import record
from codepegs.rules.match import Match
from codepegs.server.ops import costs
from codepegs.server.ops.config import Config
from codepegs.storage.statistics import count_solo
from tests.support.world import ORIGIN, World, world

ADDRESS = "testclient"
VIEWED, WRITTEN, LOADED, LISTED, STATISTICS, JOB = 2.0, 30.0, 400.0, 5_000.0, 60_000.0, 700_000.0
LIST = 8_000_000.0
"""Costs whose sums tell what was charged."""


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
    with world(Config(origins=(ORIGIN,), rate=1e6, address_rate=1e8)) as made:
        yield made


def tokens(here: World) -> float:
    limiter = here.client.app.state.context._addresses  # type: ignore[attr-defined]
    left: float = limiter._buckets[ADDRESS]._tokens
    return left


@contextmanager
def charged(here: World, cost: float) -> Iterator[None]:
    before = tokens(here)
    yield
    assert before - tokens(here) == cost


def get(here: World, path: str, who: str | None = None, *, status: int = 200) -> None:
    answer = here.client.get(path, headers=here.headers(who))
    assert answer.status_code == status, answer.text


def cracked(here: World) -> str:
    """A table after three moves, with one game cracked."""
    table = here.seated("mini", hints=True)
    here.play(table, "Ada", "code RGB")
    here.play(table, "Bob", "guess RRR")
    here.play(table, "Bob", "guess RGB")
    return table


def guessing(here: World) -> str:
    """A table after three moves at which Bob guesses and has taken a hint."""
    table = here.seated("mini", hints=True)
    here.play(table, "Ada", "code RGB")
    here.play(table, "Bob", "guess RRR")
    here.play(table, "Bob", "hint 1")
    return table


@pytest.mark.parametrize(
    ("path", "cost", "again"),
    [
        ("", 1 + 3 * VIEWED, 1 + 3 * VIEWED),
        ("/record", 1 + 3 * WRITTEN, 1 + 3 * WRITTEN),
        ("/review", 1 + JOB + 3 * WRITTEN, 1),
        ("/codes-left", 1 + JOB, 1),
    ],
)
def test_a_request_is_charged_by_the_length_of_the_match(
    here: World, path: str, cost: float, again: float
) -> None:
    table = cracked(here)
    for expected in (cost, again):
        with charged(here, expected):
            get(here, f"/api/tables/{table}{path}", "Ada")


def test_a_hint_is_charged_once(here: World) -> None:
    table = here.seated("mini", hints=True)
    here.play(table, "Ada", "code RGB")
    seen = here.look(table)["moves"]
    with charged(here, 1 + JOB):
        assert here.move(table, "Bob", "hint 1", moves=seen).status_code == 200
    with charged(here, 1 + 2 * VIEWED):
        get(here, f"/api/tables/{table}/hint", "Bob")
    with charged(here, 1 + 2 * VIEWED + JOB):
        get(here, f"/api/tables/{table}/hint?plan=RRR", "Bob")


def test_the_first_message_of_a_socket_is_charged(here: World) -> None:
    table = cracked(here)
    here.headers("Bob")
    with charged(here, 1 + 3 * VIEWED), here.socket(table, "Bob") as socket:
        assert "view" in socket.receive_json()


def test_commands_on_a_socket_are_charged(here: World) -> None:
    table = cracked(here)
    with here.socket(table, "Bob") as socket:
        socket.receive_json()
        for moves, cost in ((3, 1), (1, 1 + 4 * VIEWED)):
            with charged(here, cost):
                socket.send_json({"key": f"s{moves}", "moves": moves, "move": "code RGB"})
                while not {"answer", "refused"} & (found := socket.receive_json()).keys():
                    pass
            assert ("view" in found) == (moves == 1), "an outdated command is answered with a view"


def test_an_outdated_command_is_charged_for_its_view(here: World) -> None:
    table = cracked(here)
    with charged(here, 1 + 3 * VIEWED):
        assert here.move(table, "Bob", "code RGB", key="late", moves=1).status_code == 409
    with charged(here, 1):
        assert here.move(table, "Bob", "code RGB", moves=3).status_code == 200


def test_loading_a_table_is_charged(here: World) -> None:
    table = cracked(here)
    here.registry._sessions.clear()
    for cost in (1 + 3 * LOADED + 3 * VIEWED, 1 + 3 * VIEWED):
        with charged(here, cost):
            get(here, f"/api/tables/{table}")
    here.registry._sessions.clear()
    with charged(here, 1 + 3 * LOADED):
        assert here.move(table, "Bob", "code RGB", moves=3).status_code == 200


def test_other_work_is_charged(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("statistics", "opponents"):
        monkeypatch.setattr(here.archive, name, lambda _: [], raising=False)
    monkeypatch.setattr(
        here.archive, "solo_statistics", lambda _, today: count_solo([], today=today), raising=False
    )
    cracked(here)
    guessing(here)
    with charged(here, 1 + LIST + 2 * LISTED):
        get(here, "/api/tables", "Ada")
    with charged(here, 1 + STATISTICS + JOB):
        get(here, "/api/statistics", "Ada")
    for cost in (1 + JOB, 1):
        with charged(here, cost):
            get(here, "/api/puzzles/today")
    with charged(here, 1 + JOB):
        assert here.post("/api/records", {"record": "x"}).status_code == 400
    with charged(here, 1):
        get(here, "/api/editions")


# Refusals -------------------------------------------------------------------------------


def raise_costs(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that is charged cost more than there is."""
    for name in ("VIEWED_MOVE", "WRITTEN_MOVE", "LOADED_MOVE", "LISTED_TABLE", "STATISTICS", "JOB"):
        monkeypatch.setattr(costs, name, 1e12)


def no_work(*_: Any, **__: Any) -> Any:
    raise Undecided(0)


@pytest.mark.parametrize("path", ["", "/record", "/review", "/hint", "/codes-left", "/share", "/stream"])
def test_what_is_too_expensive_is_refused_before_the_work(
    here: World, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cracked(here)
    raise_costs(here, monkeypatch)
    compute = here.client.app.state.context.compute  # type: ignore[attr-defined]
    monkeypatch.setattr(compute, "run", no_work)
    monkeypatch.setattr(record, "write", no_work)
    monkeypatch.setattr(here.registry, "subscribe", no_work)
    monkeypatch.setattr(here.registry, "view", no_work)
    answer = here.client.get(f"/api/tables/{table}{path}", headers=here.headers("Bob"))
    assert answer.status_code == 429, answer.text
    assert int(answer.headers["retry-after"]) > 0


def test_a_table_that_is_too_expensive_is_not_loaded(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = cracked(here)
    here.registry._sessions.clear()
    raise_costs(here, monkeypatch)
    matches = list[Match]()
    monkeypatch.setattr(here.archive, "match", matches.append)
    for answer in (
        here.client.get(f"/api/tables/{table}"),
        here.move(table, "Bob", "code RGB", moves=3),
        here.post(f"/api/tables/{table}/join", {"invitation": "x", "name": "Eve"}, who="Eve"),
    ):
        assert answer.status_code == 429
    assert matches == []
    assert here.client.get("/api/levels").status_code == 200
