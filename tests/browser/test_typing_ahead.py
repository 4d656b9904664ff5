"""A guess whose answer takes its time: the dock is off, and what is typed goes into the next row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.person import Person

Coming = Callable[..., Person]

EDITION = "classic-1 code-repeats=no"
"""A guess with a colour twice does not crack its code by chance."""


class SlowLine:
    """A connection on which nothing about moves arrives until `release` is called."""

    def __init__(self, each: Person) -> None:
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        self.slow = True
        each.page.route_web_socket("**/socket*", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def came(message: str | bytes) -> None:
            if self.slow and json.loads(message).keys() & {"answer", "change", "refused"}:
                self.held.append((route, message))
            else:
                route.send(message)

        server.on_message(came)

    def release(self) -> None:
        self.slow = False
        for route, message in self.held:
            route.send(message)
        self.held.clear()


def open_table(ada: Person, bob: Person, kind: str) -> None:
    """Bob is to guess: alone, against a computer, or against Ada."""
    if kind == "friend":
        bob.join(ada.open(EDITION, 1))
        ada.set_code("RGBY")
    else:
        bob.open(EDITION, 1, friend="" if kind == "solo" else "computer expert", second=True)
    bob.sees("uess 1 of 10")


@pytest.mark.parametrize("kind", ["solo", "computer", "friend"])
def test_the_tray_is_off_until_the_answer_comes_and_typed_pegs_stay(person: Coming, kind: str) -> None:
    ada, bob = person("Ada"), person("Bob")
    open_table(ada, bob, kind)
    line = SlowLine(bob)
    bob.page.reload()
    bob.sees("uess 1 of 10")
    bob.lay("WWKK")
    bob.press("Check")
    expect(bob.button("Sending …")).to_be_disabled()
    for name in ("red", "Undo", "Clear"):
        expect(bob.button(name)).to_be_disabled()
    expect(bob.page.locator(".swatch").first).to_have_css("opacity", "0.4")
    bob.page.keyboard.type("gyb")
    bob.page.keyboard.press("Backspace")
    expect(bob.hole("row 1, hole 1, white")).to_be_visible()
    line.release()
    expect(bob.hole("row 2, hole 1, green")).to_be_visible()
    expect(bob.hole("row 2, hole 2, yellow")).to_be_visible()
    expect(bob.hole("row 2, hole 3, no peg yet")).to_be_visible()
    expect(bob.button("red")).to_be_enabled()
    bob.page.keyboard.type("rr")
    bob.page.keyboard.press("Enter")
    bob.sees("uess 3 of 10")
    expect(bob.hole("row 3, hole 1, no peg yet")).to_be_visible()


def test_pegs_typed_while_the_first_guess_opens_a_table_stay(person: Coming) -> None:
    bob = person("Bob")
    line = SlowLine(bob)
    openings: list[Route] = []
    bob.page.route("**/api/tables", lambda route: openings.append(route))
    bob.page.goto(f"/?edition={EDITION}")
    expect(bob.button("Check")).to_be_disabled()
    bob.page.keyboard.type("wwkk")
    bob.page.keyboard.press("Enter")
    expect(bob.button("red")).to_be_disabled()
    bob.page.keyboard.type("g")
    openings.pop().continue_()
    bob.page.wait_for_url("**/t/*")
    bob.page.keyboard.type("y")
    expect(bob.page).to_have_title(re.compile("uess 1"))
    bob.page.keyboard.type("b")
    line.release()
    bob.sees("uess 2 of 10")
    for hole, colour in enumerate(("green", "yellow", "blue", "no peg yet"), 1):
        expect(bob.hole(f"row 2, hole {hole}, {colour}")).to_be_visible()


def test_a_refused_row_stays_and_what_was_typed_meanwhile_is_dropped(person: Coming) -> None:
    bob = person("Bob")
    open_table(bob, bob, "solo")
    sent: list[tuple[WebSocketRoute, str]] = []

    def refusing(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def came(message: str | bytes) -> None:
            command = json.loads(message)
            if "move" in command and not sent:
                sent.append((route, command["key"]))
            else:
                server.send(message)

        route.on_message(came)

    bob.page.route_web_socket("**/socket*", refusing)
    bob.page.reload()
    bob.sees("uess 1 of 10")
    bob.lay("WWKK")
    bob.press("Check")
    expect(bob.button("red")).to_be_disabled()
    bob.page.keyboard.type("g")
    route, key = sent[0]
    route.send(json.dumps({"refused": {"kind": "Busy", "message": "Try again.", "facts": {}}, "key": key}))
    bob.reads("Try again.")
    expect(bob.hole("row 1, hole 4, black")).to_be_visible()
    bob.press("Check")
    bob.sees("uess 2 of 10")
    expect(bob.hole("row 2, hole 1, no peg yet")).to_be_visible()
