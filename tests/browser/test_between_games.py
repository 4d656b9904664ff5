"""Between games: what has happened is said where people look, and nobody loses time over it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]


def test_a_game_that_is_over_is_named_and_what_comes_next_stands_below(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 2))
    ada.set_code("RGB")
    bob.guess("RGB")
    for each, next_up in ((ada, "Now Bob makes a code."), (bob, "Your turn to make a code.")):
        each.sees("Game 1 is over")
        each.reads(next_up)
        expect(each.page.locator(".player").first).to_contain_text("Codemaker")
        each.go_on()
        expect(each.page.locator(".player").first).to_contain_text("Codebreaker")
    bob.sees("Make a secret code")


def test_whose_clock_runs_is_shown_the_game_it_runs_in(person: Coming) -> None:
    ada = person("Ada")
    ada.open("hasbro-2010 time=600", 2, friend="computer expert")
    ada.set_code("RGBY")
    ada.sees("Your turn: guess 1")
    ada.reads("Game 1: The computer cracked the code in")
    expect(ada.page.locator('[data-act="go-on"]')).to_have_count(0)
    ada.guess("RRRR")
    expect(ada.page.locator(".news")).to_have_count(0)


def test_a_match_that_was_left_shows_its_end_to_those_who_still_look_at_a_game(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 2))
    ada.set_code("RGB")
    bob.guess("RGB")
    bob.sees("Game 1 is over")
    ada.press("Close")
    ada.leave()
    for each, ending in ((ada, "You left: Bob wins"), (bob, "Ada left: you win")):
        each.sees(ending)
        expect(each.button("Offer a rematch")).to_be_visible()


def test_the_way_past_the_menu_is_no_invitation(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("mini", 1)
    bob.join(link)
    eve.watch(link)
    eve.reads("You are watching.")
    eve.page.get_by_role("link", name="Skip to main content").press("Enter")
    expect(eve.page).to_have_url(re.compile("#main$"))
    eve.page.reload()
    eve.reads("You are watching.")
    expect(eve.page.get_by_text("has already been used")).to_have_count(0)
    assert "invited" not in eve.stored()


def test_who_asks_for_a_hint_by_key_keeps_the_focus_there(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1, hints=True))
    ada.set_code("RGB")
    bob.sees("Your turn")
    bob.press("Hint")
    for step in ("Small hint", "Bigger hint"):
        bob.button(step).press("Enter")
        expect(bob.page.get_by_role("heading", name=step)).to_be_visible()
        assert bob.page.evaluate("document.activeElement.dataset.act") == "hint"


def test_on_a_phone_the_row_in_hand_and_its_button_stay_in_view(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob", viewport={"width": 360, "height": 740})
    bob.join(ada.open("bulls-and-cows", 1))
    ada.set_code("1234")
    bob.sees("Your turn")
    bob.lay("0012")
    expect(bob.button("Each digit once")).to_be_disabled()
    dock = bob.page.locator(".dock").bounding_box()
    row = bob.row(1).bounding_box()
    assert dock is not None
    assert row is not None
    assert row["y"] + row["height"] <= dock["y"]
    assert dock["y"] + dock["height"] == 740, "lead, board and dock are one screen"
    bob.press("Notes")
    expect(bob.page.locator(".dock .check")).to_be_in_viewport(ratio=1)
    expect(bob.page.get_by_role("region", name="Notes")).to_be_in_viewport(ratio=0.5)
    expect(bob.row(1)).to_be_in_viewport(ratio=1)
