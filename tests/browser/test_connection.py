"""Connections lost and found again: no row is lost, and none is played twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.person import Person
from tests.support.serving import Server

Coming = Callable[..., Person]


def seated(person: Coming) -> tuple[Person, Person, str]:
    """Ada has hidden RGBY, and Bob is to guess."""
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("classic-1", 1)
    bob.join(link)
    ada.set_code("RGBY")
    bob.sees("Your turn: guess 1")
    return ada, bob, link


def test_a_row_half_laid_survives_a_reload(person: Coming) -> None:
    _, bob, _ = seated(person)
    bob.lay("WK")
    bob.page.reload()
    expect(bob.hole("row 1, hole 2, black")).to_be_visible()
    bob.lay("RR")
    bob.press("Check")
    expect(bob.hole("row 1, answer: 0 black, 1 white")).to_be_visible()
    expect(bob.row(1)).to_have_class(re.compile("played"))


def test_a_row_that_comes_too_late_is_refused_in_a_sentence_and_the_next_can_be_played(
    person: Coming,
) -> None:
    _, bob, _ = seated(person)
    bob.lay("RGYB")
    bob.context.set_offline(True)
    expect(bob.page.locator(".banner.lost")).to_be_visible()
    bob.press("Check")
    # The same person elsewhere: what does not go through the pages goes through.
    table = bob.page.url.rpartition("/")[2]
    bob.post(f"/api/tables/{table}/moves", {"key": "elsewhere", "moves": 1, "move": "guess WWKK"})
    bob.context.set_offline(False)
    bob.reads("The game has moved on.")
    bob.guess("RGBY")
    bob.result("You cracked it in 2!")


def test_a_row_played_without_a_network_is_sent_when_it_is_back(person: Coming) -> None:
    ada, bob, _ = seated(person)
    bob.lay("RGYB")
    bob.context.set_offline(True)
    expect(bob.page.locator(".banner.lost")).to_contain_text("Connection lost. Your row is saved.")
    bob.press("Check")
    expect(bob.page.locator(".banner.lost")).to_contain_text("Your move is saved")
    expect(bob.hole("row 1, hole 4, blue")).to_be_visible()
    bob.context.set_offline(False)
    expect(bob.hole("row 1, answer: 2 black, 2 white")).to_be_visible()
    expect(bob.page.locator(".banner.lost")).to_have_count(0)
    expect(ada.hole("row 1, answer: 2 black, 2 white")).to_be_visible()
    bob.sees("Your turn: guess 2")


def test_a_row_whose_answer_was_lost_on_the_way_is_played_once(person: Coming) -> None:
    ada, bob, link = seated(person)
    commands: list[str] = []

    def broken(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def sent(message: str | bytes) -> None:
            if '"key"' in str(message):  # others show pegs that are being laid
                commands.append(str(message))
            server.send(message)

        def told(message: str | bytes) -> None:
            # The first time, the line goes dead between the server's deed and its word.
            if len(commands) == 1 and ("answer" in json.loads(message) or "change" in json.loads(message)):
                route.close(code=1011)
            else:
                route.send(message)

        route.on_message(sent)
        server.on_message(told)

    bob.page.route_web_socket("**/socket*", broken)
    bob.page.goto(link.partition("#")[0])
    bob.guess("RGYB")
    bob.sees("Your turn: guess 2")
    expect(bob.hole("row 1, answer: 2 black, 2 white")).to_be_visible()
    expect(ada.row(2)).to_have_class("row remote")
    keys = [json.loads(command)["key"] for command in commands]
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_server_that_is_killed_and_comes_back_has_lost_no_row(tmp_path: Path, chromium: Browser) -> None:
    with Server.unlimited(tmp_path) as before:
        ada, bob = (Person(name, before.address, chromium) for name in ("Ada", "Bob"))
        bob.join(ada.open("classic-1", 1))
        ada.set_code("RGBY")
        bob.guess("WWKK")
        bob.sees("Your turn: guess 2")
        # Her page has asked how many codes are left, and is not cut off while it waits.
        expect(ada.page.locator(".big")).to_have_text("256")
        bob.lay("RGY")
        before.kill()
        expect(bob.page.locator(".banner.lost")).to_be_visible()
    with Server.unlimited(tmp_path, "--port", before.port):
        expect(bob.page.locator(".banner.lost")).to_have_count(0)
        bob.lay("B")
        bob.press("Check")
        expect(ada.hole("row 2, answer: 2 black, 2 white")).to_be_visible()
        expect(ada.hole("row 1, answer: 0 black, 0 white")).to_be_visible()
        for each in (ada, bob):
            each.context.close()
            assert all("ERR_CONNECTION_REFUSED" in fault for fault in each.faults)


def test_who_sits_down_sees_the_table_even_if_the_connection_is_lost_in_that_moment(
    person: Coming, look: Callable[[Person], None]
) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("classic-1", 1)
    sockets: list[WebSocketRoute] = []

    def only_the_first(socket: WebSocketRoute) -> None:
        if not sockets:
            socket.connect_to_server()
        sockets.append(socket)

    bob.page.route_web_socket("**/socket*", only_the_first)
    bob.join(link)
    ada.sees("Make a secret code")
    expect(bob.page.get_by_label("Your name")).to_be_hidden()
    bob.context.set_offline(True)
    bob.reads("Connection lost.")
    expect(bob.page.locator(".players")).to_contain_text("Ada")
    look(bob)


def test_a_table_that_never_came_says_why(person: Coming, look: Callable[[Person], None]) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("classic-1", 1)
    bob.page.route_web_socket("**/socket*", lambda socket: socket.close())
    bob.page.route("**/api/tables/*", lambda route: route.abort("internetdisconnected"))
    bob.watch(link)
    bob.reads("Connection lost.")
    bob.sees("Loading the game")
    look(bob)
    bob.page.unroute_all()
    bob.page.goto("/")
