"""The start page: playing within two clicks, every kind of match, refusals at their field, tables again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from codepegs.players.level import RESERVED_NAME
from codepegs.rules.catalogue import CATALOGUE
from tests.browser.person import Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}


def arrive(each: Person, path: str = "/") -> None:
    each.page.goto(path)
    expect(each.page.locator("#facts dt").first).to_be_visible()


def choose(each: Person, label: str) -> None:
    each.page.get_by_role("radio", name=label).check(force=True)


def refusal(each: Person, field: str) -> Locator:
    return each.page.locator(f"#no-{field}")


def test_a_guest_plays_after_one_click_and_lays_a_row(person: Coming) -> None:
    guest = person("Guest", **PHONE)
    guest.page.goto("/")
    guest.press("Play the computer")
    guest.guess("RGBY")
    expect(guest.row(1)).to_have_class(re.compile("played"))


def test_a_friend_is_invited_by_link_and_the_table_taken_back(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    arrive(ada)
    choose(ada, "Play a friend")
    ada.page.get_by_label("Your name").fill("  Ada   Lovelace ")
    ada.press("Invite a friend")
    ada.sees("Waiting for your friend")
    link = ada.page.get_by_label("Invite link").input_value()
    ada.page.goto("/")
    waiting = ada.page.get_by_role("listitem").filter(has_text="Waiting for a friend")
    expect(waiting).to_contain_text("Ada Lovelace and a friend")
    waiting.get_by_role("button", name="Take it back").click()
    expect(waiting).to_have_count(0)
    expect(ada.page.get_by_text("Nothing is under way")).to_be_visible()
    bob.refused = True
    bob.page.goto(link)
    expect(
        bob.page.get_by_role("link", name=re.compile("start|new match|play", re.IGNORECASE)).first
    ).to_be_visible()
    # The name is remembered, and so is the company.
    arrive(ada)
    expect(ada.page.get_by_label("Your name")).to_have_value("Ada Lovelace")
    ada.press("Invite a friend")
    ada.sees("Waiting for your friend")
    bob.join(ada.page.get_by_label("Invite link").input_value())
    bob.sees("Ada Lovelace is making a code")


def test_two_computers_are_watched_and_their_levels_may_be_the_same(person: Coming) -> None:
    eve = person("Eve")
    arrive(eve)
    choose(eve, "Watch two computers")
    choose(eve, "Mini, three pegs")
    eve.page.get_by_label("First level").select_option("expert")
    eve.page.get_by_label("Other level").select_option("expert")
    eve.press("Watch them play")
    expect(eve.page.locator(".result")).to_be_visible()
    expect(eve.page.get_by_label("Players and points")).to_contain_text("computer expert 2")
    expect(eve.page.locator(".tray")).to_have_count(0)


def test_every_edition_shows_its_facts_and_its_board(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada)
    for edition in CATALOGUE.values():
        choose(ada, edition.box.title)
        expect(ada.page.get_by_role("heading", name=edition.box.title)).to_be_visible()
        expect(ada.page.locator("#facts")).to_contain_text(f"{edition.size:,} codes to choose from")
        expect(ada.page.locator(".preview .row")).to_have_count(edition.rows)
        expect(ada.page.locator(".preview .row.played").first.locator(".cell")).to_have_count(edition.pegs)


def test_house_rules_change_the_board_and_the_match(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada)
    ada.page.get_by_text("House rules, clock").click()
    for label, value in (("Rows", "7"), ("Pegs in a code", "5"), ("Colours", "8")):
        ada.page.get_by_label(label, exact=True).fill(value)
        ada.page.get_by_label(label, exact=True).blur()
    for label, value in (("Empty holes", "yes"), ("Time to guess", "180"), ("Who answers", "hand")):
        ada.page.get_by_label(label, exact=True).select_option(value)
    ada.page.get_by_label("Hints may be taken").check()
    ada.page.get_by_label("Games", exact=True).fill("3")
    ada.page.get_by_label("First code by").select_option("you")
    expect(ada.page.locator("#facts")).to_contain_text("59,049 codes")
    expect(ada.page.locator(".preview .row")).to_have_count(7)
    ada.press("Play the computer")
    ada.sees("Make a secret code")
    ada.page.get_by_text("Terms", exact=True).click()
    terms = ada.page.locator(".terms")
    expect(terms).to_be_visible()
    for term in ("3 games", "180 seconds", "answers by hand", "Holes may stay empty", "Hints are allowed"):
        expect(terms).to_contain_text(term)
    told = ada.context.request.get(f"/api/tables/{ada.page.url.rpartition('/')[2]}").json()["terms"]
    assert (told["games"], told["hints"]) == (3, True)


def test_what_is_refused_is_said_at_its_field(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    arrive(ada)
    name = ada.page.get_by_label("Your name")
    for given, said in (("Computer 2", RESERVED_NAME), ("", "cannot be empty"), ("a\u202eb", "U+202E")):
        name.fill(given)
        ada.press("Play the computer")
        expect(refusal(ada, "name")).to_contain_text(said)
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("Ada")
    expect(refusal(ada, "name")).to_be_empty()
    games = ada.page.get_by_label("Games", exact=True)
    choose(ada, "Hasbro 2010")
    expect(ada.page.locator("#facts")).to_contain_text("1,680 codes")
    for given in ("3", "0", "101", ""):
        games.fill(given)
        ada.press("Play the computer")
        expect(refusal(ada, "games")).not_to_be_empty()
        expect(games).to_be_focused()
    games.fill("2")
    ada.page.get_by_text("House rules, clock").click()
    pegs = ada.page.get_by_label("Pegs in a code")
    pegs.fill("12")
    pegs.blur()
    expect(refusal(ada, "pegs")).to_contain_text("Without repeats, 12 pegs need 12 colours")
    ada.press("As printed")
    expect(refusal(ada, "pegs")).to_be_empty()
    expect(pegs).to_have_value("4")


def test_a_printed_option_is_chosen_by_name(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada, "/?edition=pressman-2007")
    option = ada.page.get_by_role("button", name="Extra challenge")
    expect(option).to_have_attribute("aria-pressed", "false")
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")
    expect(ada.page.locator("#facts")).to_contain_text("2,401 codes")
    expect(ada.page.locator("#rule-blanks")).to_have_value("yes")
    option.click()
    expect(ada.page.locator("#facts")).to_contain_text("1,296 codes")
    choose(ada, "Hasbro 2010")
    expect(ada.page.locator("#options")).to_be_hidden()


def test_as_printed_the_codemaker_answers(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada)
    ada.page.get_by_text("House rules, clock").click()
    expect(ada.page.get_by_label("Who answers")).to_have_value("referee")
    ada.press("As printed")
    expect(ada.page.get_by_label("Who answers")).to_have_value("hand")
    expect(ada.page.locator("#chosen-words")).to_have_text("Classic, game no. 1, as printed")


def test_one_game_says_who_can_score(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada)
    games, said = ada.page.get_by_label("Games", exact=True), ada.page.locator("#one-game")
    expect(said).to_be_empty()
    games.fill("1")
    expect(said).to_contain_text("only the Codemaker can score")
    games.fill("2")
    expect(said).to_be_empty()


def test_a_match_against_a_computer_may_be_friendly_without_a_clock(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    arrive(ada)
    ada.page.get_by_text("House rules, clock").click()
    friendly = ada.page.get_by_label("Friendly: you may take rows back")
    friendly.check()
    ada.page.get_by_label("Time to guess").select_option("180")
    ada.press("Play the computer")
    expect(refusal(ada, "friendly")).to_contain_text("no time limit")
    choose(ada, "Play a friend")
    expect(friendly).to_be_hidden()
    choose(ada, "Play the computer")
    ada.page.get_by_label("Time to guess").select_option("none")
    ada.press("Play the computer")
    ada.guess("RGBY")
    ada.press("Take back the last row")
    ada.sees("Your turn: guess 1")


def test_the_rules_of_an_edition_lead_to_a_match_of_it(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/rules")
    ada.page.get_by_role("link", name=re.compile("Pressman 2007")).click()
    ada.page.get_by_role("link", name="Play this edition").click()
    expect(ada.page.get_by_role("heading", name="Pressman 2007")).to_be_visible()
    expect(ada.page.get_by_role("radio", name="Pressman 2007")).to_be_checked()


def test_a_match_is_begun_by_keyboard_alone(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada)
    press = ada.page.keyboard.press
    focused = ada.page.locator(":focus")
    for _ in range(20):
        press("Tab")
        if focused.get_attribute("name") == "company":
            break
    press("ArrowRight")
    expect(ada.page.get_by_role("radio", name="Play a friend")).to_be_checked()
    press("ArrowLeft")
    press("Tab")
    ada.page.keyboard.type("Ada")
    press("Tab")
    ada.page.keyboard.type("exp")
    press("Tab")
    ada.page.keyboard.type("you")
    press("Tab")
    press("ArrowUp")
    for _ in range(3):
        press("Tab")
        if focused.get_attribute("type") == "submit":
            break
    expect(focused).to_have_text("Play the computer")
    press("Enter")
    ada.sees("Make a secret code")
    expect(ada.page.get_by_label("Players and points")).to_contain_text("computer expert")
    told = ada.context.request.get(f"/api/tables/{ada.page.url.rpartition('/')[2]}").json()
    assert (told["players"][0]["name"], told["terms"]["games"]) == ("Ada", 3)


@pytest.mark.parametrize(
    "given", ["<img src=x onerror=a()>", "'\"></b><script>", "\u05d0\u05d1\u05d2 1", "W" * 24]
)
def test_a_hostile_name_is_text_on_every_page(person: Coming, given: str) -> None:
    ada = person("Ada", **PHONE)
    arrive(ada)
    choose(ada, "Mini, three pegs")
    expect(ada.page.locator(".preview .row")).to_have_count(8)
    ada.page.get_by_label("Your name").fill(given)
    ada.page.get_by_label("Games", exact=True).fill("1")
    ada.page.get_by_label("First code by").select_option("you")
    ada.press("Play the computer")
    ada.set_code("RGB")
    expect(ada.page.locator(".result")).to_be_visible()
    fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert ada.page.evaluate(fits)
    ada.page.goto(f"{ada.page.url}/review")
    expect(ada.page.locator(".page-head .eyebrow")).to_contain_text(given)
    assert ada.page.evaluate(fits)


def test_axe_finds_nothing_on_the_start_page_in_any_state(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    arrive(ada)
    look(ada)
    ada.page.get_by_text("House rules, clock").click()
    ada.page.get_by_label("Your name").fill("computer")
    ada.press("Play the computer")
    expect(refusal(ada, "name")).not_to_be_empty()
    look(ada)


def test_two_colours_are_enough(person: Coming) -> None:
    ada = person("Ada")
    arrive(ada)
    ada.page.get_by_text("House rules, clock, scoring, hints").click()
    ada.page.get_by_label("Colours", exact=True).fill("2")
    expect(ada.page.locator("#facts")).to_contain_text("4 pegs of 2 colours")
    ada.page.get_by_role("button", name="Play the computer").click()
    ada.sees("Your turn")
