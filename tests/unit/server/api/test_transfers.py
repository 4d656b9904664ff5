"""Moving a seat to another device: once, for ten minutes, and nobody else gets it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from codepegs.server.http.transfers import TRANSFER_SECONDS
from tests.support.memory_store import MemoryTables
from tests.support.visitor import Visitor
from tests.support.world import World, world

KEY = "k" * 22


@pytest.fixture
def table(here: World, ada: Visitor) -> str:
    """A table at which Ada has set a code for Bob."""
    opened = ada.open("Ada", None)
    Visitor(here).join(opened, "Bob")
    assert ada.play(opened["id"], "code RGB").status_code == 200
    return str(opened["id"])


def link(visitor: Visitor, table: str) -> str:
    made = visitor.post(f"/api/tables/{table}/transfers")
    assert made.status_code == 200, made.text
    return str(made.json()["token"])


def take(visitor: Visitor, table: str, token: str, *, key: str = KEY, lost: bool = False) -> Any:
    return visitor.post(f"/api/tables/{table}/take-over", {"key": key, "token": token}, lost=lost)


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]["kind"]


def test_the_new_device_has_the_seat_and_the_old_one_watches(here: World, ada: Visitor, table: str) -> None:
    phone = Visitor(here)
    with here.socket(table, headers=ada.headers(f"/api/tables/{table}/socket")) as old:
        assert old.receive_json()["view"]["game"]["code"] == "RGB"
        moved = take(phone, table, link(ada, table))
        assert (moved.json()["you"], moved.json()["game"]["code"]) == (0, "RGB")
        while "view" not in (message := old.receive_json()):
            assert "RGB" not in str(message)
        assert (message["view"]["you"], message["view"]["game"]["code"]) == (None, None)
    assert (ada.look(table)["you"], ada.look(table)["game"]["code"]) == (None, None)
    assert refused(ada.play(table, "own up")) == (403, "NotSeated")
    assert phone.look(table)["game"]["code"] == "RGB"
    assert [row["id"] for row in phone.get("/api/tables").json()["tables"]] == [table]
    assert ada.get("/api/tables").json()["tables"] == []


def test_a_link_works_once_and_ends_all_others(here: World, ada: Visitor, table: str) -> None:
    first = link(ada, table)
    here.hands.day += 2_000_000
    second = link(ada, table)
    assert first != second
    assert take(Visitor(here), table, second).status_code == 200
    for token in (first, second):
        assert refused(take(Visitor(here), table, token, key="e" * 22)) == (403, "Forbidden")
    assert refused(ada.post(f"/api/tables/{table}/transfers")) == (403, "NotSeated")


def test_a_link_works_for_ten_minutes(here: World, ada: Visitor, table: str) -> None:
    late, last = link(ada, table), link(ada, table)
    here.hands.day += (TRANSFER_SECONDS + 1) * 1_000_000
    assert take(Visitor(here), table, late).status_code == 403
    here.hands.day -= 1_000_000
    assert take(Visitor(here), table, last).status_code == 200


def test_a_lost_answer_is_sent_again_under_the_same_key(here: World, ada: Visitor, table: str) -> None:
    phone, token = Visitor(here), link(ada, table)
    assert take(phone, table, token, lost=True).status_code == 200
    assert phone.look(table)["you"] is None
    assert take(phone, table, token).json()["you"] == 0
    assert phone.look(table)["you"] == 0


def test_a_token_that_was_not_issued_moves_nothing(here: World, ada: Visitor, table: str) -> None:
    token = link(ada, table)
    changed = token[:-1] + ("A" if token[-1] != "A" else "B")
    for spoilt in ("", changed, "f" * 10 + token[10:], token + "\n"):
        assert refused(take(Visitor(here), table, spoilt)) == (403, "Forbidden")
    assert ada.look(table)["you"] == 0


def test_the_opponents_device_cannot_take_the_other_seat(here: World, ada: Visitor) -> None:
    opened, bob = ada.open("Ada", None), Visitor(here)
    bob.join(opened, "Bob")
    table = opened["id"]
    assert refused(take(bob, table, link(ada, table))) == (403, "Forbidden")
    assert (ada.look(table)["you"], bob.look(table)["you"]) == (0, 1)


def test_a_daily_code_stays_where_it_was_begun(here: World, ada: Visitor) -> None:
    here.hands.day = round(datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp() * 1e6)
    day = "2026-11-20"
    body = {"key": KEY, "edition": "classic-1", "games": 1, "players": ["", "Ada"], "daily": day}
    table = ada.post("/api/tables", body).json()["id"]
    assert refused(ada.post(f"/api/tables/{table}/transfers")) == (409, "NotNow")


def test_a_restart_ends_all_links_and_keeps_moved_seats() -> None:
    archive = MemoryTables()
    with world(archive=archive) as here:
        ada, phone = Visitor(here), Visitor(here)
        opened = ada.open("Ada", None)
        table = opened["id"]
        assert take(phone, table, link(ada, table)).status_code == 200
        unused = link(phone, table)
    with world(archive=archive) as again:
        context: Any = again.client.app.state.context  # type: ignore[attr-defined]
        context.random_source.token()  # no two processes draw the same key
        phone.here = again
        assert phone.look(table)["you"] == 0
        assert refused(take(Visitor(again), table, unused, key="e" * 22)) == (403, "Forbidden")


def test_the_rematch_knows_the_new_device(here: World, ada: Visitor, table: str) -> None:
    phone = Visitor(here)
    take(phone, table, link(ada, table))
    assert phone.play(table, "leave").status_code == 200
    assert phone.offer(table, "rematch").status_code == 200
    assert refused(ada.offer(table, "rematch")) == (403, "NotSeated")
