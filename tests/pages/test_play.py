"""Two people play each other, each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.pages.person import Person

Coming = Callable[..., Person]


def test_two_people_play_a_match_and_a_third_one_watches(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("classic-1", 2)
    ada.sees("Waiting for your friend")
    expect(ada.page.get_by_label("Invite a friend")).to_have_value(link)
    bob.join(link)
    assert "#" not in bob.page.url
    eve.watch(link)
    ada.set_code("RGBY")
    bob.guess("RGYB")
    expect(eve.hole("row 1, answer: 2 black, 2 white")).to_be_visible()
    bob.guess("RGBY")
    bob.reads("Bob broke the code in 2 rows.")
    bob.go_on()
    bob.set_code("WWKK")
    ada.go_on()
    ada.guess("WWKK")
    ada.sees("You win, 2 to 1")
    bob.sees("Ada wins, 2 to 1")
    eve.sees("Ada wins, 2 to 1")
