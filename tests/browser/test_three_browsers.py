"""One evening in three browsers: two players, who meet by the page's address, and a stranger who watches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.support.serving import Server

Coming = Callable[..., Person]


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server at which a win can be claimed as soon as the opponent is away."""
    with Server.unlimited(tmp_path_factory.mktemp("impatient"), gone=0) as server:
        yield server.address


def invite(each: Person) -> str:
    """Invite a friend from the start page, with a clock, and return the one-time link."""
    each.page.goto("/")
    each.page.get_by_role("button", name=re.compile("^Play a friend")).click()
    dialog = each.page.locator("#new-game")
    dialog.get_by_role("radio", name="You", exact=True).check(force=True)
    dialog.get_by_text("More options").click()
    dialog.get_by_label("Your name").fill(each.name)
    dialog.locator("#rule-time").select_option("600")
    each.press("Create invite link")
    each.sees("Waiting for your friend")
    return each.page.get_by_label("Invite link").input_value()


def knows(each: Person, *secrets: str) -> list[str]:
    """Return which of some secrets a browser shows, keeps or was sent."""
    return [secret for secret in secrets if secret in each.surroundings()]


def test_two_players_and_a_stranger(person: Coming, impatient: str) -> None:
    ada, bob, eve, phone = (person(name, server=impatient) for name in ("Ada", "Bob", "Eve", "Bob's phone"))
    bob.listen()
    eve.listen()

    # The address is an invitation to ask. The QR code is the one-time link, which needs no asking.
    link = invite(ada)
    address, _, token = link.partition("#")
    assert ada.page.url == address
    assert len(token) == 43
    assert ada.shows_code_of(link)
    eve.watch(address)
    eve.press("Just watch")
    bob.ask(address)
    ada.reads("Bob wants to join")
    assert knows(eve, token, "Bob") == []
    ada.press("Let in")
    bob.sees("Ada is making a code")
    eve.sees("Ada is making a code")
    eve.page.goto(link)
    eve.reads("This invitation has already been used")

    # Bob goes on with his phone, and his first browser becomes a spectator's.
    ada.set_code("KWYB")
    bob.guess("RRGG")
    move = bob.move_seat()
    phone.page.goto(move)
    phone.press("Play here")
    bob.confirm("Close")
    bob.reads("You are watching.")
    expect(bob.button("Check")).to_have_count(0)
    phone.guess("KKWW")
    for each in (bob, eve):
        expect(each.hole("row 2, answer: 1 black, 1 white")).to_be_visible()
        each.page.reload()
        expect(each.hole("code, hole 1, hidden behind the shield")).to_be_visible()
        assert knows(each, "KWYB", "black, white, yellow, blue") == []
    assert knows(eve, move.partition("#move=")[2]) == []

    # Ada is gone. Bob claims the win, and the stranger reads who left.
    phone.page.clock.install()
    ada.page.goto("/about")
    phone.reads("Away")
    phone.page.clock.fast_forward("02:10")
    phone.reads("Ada has been away for 2 minutes")
    phone.press("Claim the win")
    phone.sees("Ada left: you win")
    eve.sees("Ada left: Bob wins")
    ada.page.goto(address)
    ada.sees("You left: Bob wins")

    # In the rematch Bob makes the code. The stranger follows, and learns it when Ada has cracked it.
    ada.rematch(phone)
    phone.set_code("GRBY")
    eve.page.get_by_role("link", name="Join the rematch").click()
    ada.guess("RRGG")
    expect(eve.hole("row 1, answer: 1 black, 1 white")).to_be_visible()
    assert knows(eve, "GRBY", "green, red, blue, yellow") == []
    ada.guess("GRBY")
    ada.result("You cracked it in 2!")
    phone.result("Ada cracked it in 2.")
    eve.result("Ada cracked it in 2.")
    assert knows(eve, "GRBY", "green, red, blue, yellow") == ["GRBY", "green, red, blue, yellow"]
