"""Two people at one screen: one client has both seats, and each request names the seat it is for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.visitor import Visitor
from tests.support.world import World


@pytest.fixture
def screen(here: World) -> Visitor:
    """Return the browser at which Ada, who makes the first code, and Bob play."""
    return Visitor(here)


def open_table(screen: Visitor, edition: str = "mini", **terms: Any) -> str:
    table: str = screen.open("Ada", "Bob", edition=edition, **terms)["id"]
    return table


def play(screen: Visitor, table: str, seat: int, text: str) -> Any:
    moves = screen.look(table)["moves"]
    body = {"key": f"k{moves}", "moves": moves, "move": text}
    return screen.post(f"/api/tables/{table}/moves?seat={seat}", body)


def look(screen: Visitor, table: str, seat: object = "") -> dict[str, Any]:
    view: dict[str, Any] = screen.get(f"/api/tables/{table}?seat={seat}").json()
    return view


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["refused"]["kind"]


def test_each_seat_sees_and_plays_what_its_player_may(screen: Visitor) -> None:
    table = open_table(screen)
    assert refused(screen.play(table, "code RGB")) == (403, "NotSeated")
    assert refused(play(screen, table, 1, "code RGB")) == (403, "NotYourMove")
    assert play(screen, table, 0, "code RGB").status_code == 200
    shown = {seat: look(screen, table, seat) for seat in ("", 0, 1, 2, "00", "one")}
    assert [view["you"] for view in shown.values()] == [None, 0, 1, None, None, None]
    assert [view["game"]["code"] for view in shown.values()] == [None, "RGB", None, None, None, None]
    assert all(view["terms"]["shared"] for view in shown.values())
    assert play(screen, table, 1, "guess RGB").status_code == 200


@pytest.mark.parametrize("cookies", ["another browser", "only the session"])
def test_naming_a_seat_without_its_cookie_shows_nothing(cookies: str, here: World, screen: Visitor) -> None:
    table = open_table(screen)
    assert play(screen, table, 0, "code RGB").status_code == 200
    other = Visitor(here)
    if cookies == "only the session":
        other.plant("codepegs", next(str(each.value) for each in screen.jar.jar if each.name == "codepegs"))
    for seat in (0, 1):
        view = look(other, table, seat)
        assert (view["you"], view["game"]["code"]) == (None, None)
        assert play(other, table, seat, "leave").status_code in (401, 403)


def test_naming_a_seat_elsewhere_changes_nothing(here: World) -> None:
    table = here.seated("mini")
    here.play(table, "Ada", "code RGB")
    shown = here.client.get(f"/api/tables/{table}?seat=0", headers=here.headers("Bob")).json()
    assert (shown["you"], shown["game"]["code"], shown["terms"]["shared"]) == (1, None, False)


def test_the_rematch_swaps_the_seats_of_the_same_screen(screen: Visitor) -> None:
    table = open_table(screen)
    assert play(screen, table, 0, "leave").status_code == 200
    screen.post(f"/api/tables/{table}/offers?seat=0", {"key": "again", "offer": "rematch"})
    assert screen.post(f"/api/tables/{table}/rematch").status_code == 200
    rematch = look(screen, table)["rematch"]
    assert [seat["name"] for seat in look(screen, rematch)["players"]] == ["Bob", "Ada"]
    assert [look(screen, rematch, seat)["you"] for seat in (0, 1)] == [0, 1]
    assert play(screen, rematch, 0, "code RGB").status_code == 200


def test_nobody_at_one_screen_is_gone(screen: Visitor, here: World) -> None:
    table = open_table(screen, "mini time=60")
    here.hands.pass_seconds(1000)
    assert refused(play(screen, table, 1, "opponent gone")) == (409, "NotNow")


def test_the_clock_runs_only_for_a_player_at_the_screen(screen: Visitor, here: World) -> None:
    table = open_table(screen, "mini time=10")
    assert play(screen, table, 0, "code RGB").status_code == 200

    def wait(seconds: int) -> int:
        for _ in range(seconds):
            here.hands.pass_seconds(1)
            here.client.portal.call(here.registry.tick)  # type: ignore[union-attr]
        return len(look(screen, table)["game"]["rows"])

    def sit(seat: int) -> Any:
        path = f"/api/tables/{table}/socket"
        return here.client.websocket_connect(f"{path}?seat={seat}", headers=screen.headers(path))

    assert wait(30) == 0
    with sit(0) as codemaker:
        assert codemaker.receive_json()["view"]["game"]["code"] == "RGB"
        assert wait(30) == 0
    with sit(1) as codebreaker:
        assert codebreaker.receive_json()["view"]["clock"]["left"] == 10_000
        assert wait(9) == 0
        assert wait(3) == 1
    assert wait(30) == 1


def test_a_covered_table_with_a_clock_leaves_memory(here: World, screen: Visitor) -> None:
    table = open_table(screen, "mini time=10")
    here.hands.pass_seconds(1000)
    here.client.portal.call(here.registry.tick)  # type: ignore[union-attr]
    here.hands.pass_seconds(1000)
    here.client.portal.call(here.registry.tick)  # type: ignore[union-attr]
    assert here.registry.keep(table) is None  # type: ignore[arg-type]


def test_one_of_two_seats_cannot_move_to_another_device(screen: Visitor) -> None:
    table = open_table(screen)
    assert refused(screen.post(f"/api/tables/{table}/transfers?seat=0")) == (409, "NotNow")
