"""Dialogs for other games: a friend, a computer, two computers, other editions and house rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from codepegs.players.level import RESERVED_NAME
from tests.browser.person import Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}}
SIZES = [(390, 664), (1280, 640)]


def dialog(each: Person) -> Locator:
    return each.page.locator("#new-game")


def tile(each: Person, name: str) -> Locator:
    return each.page.get_by_role("button", name=re.compile(f"^{name}"))


def begin(each: Person, name: str, *, edition: str | None = None, more: bool = False) -> None:
    """Open a dialog of the start page."""
    each.page.goto("/")
    if name in ("Two on one screen", "Watch two computers", "Solo in another edition"):
        tile(each, "More ways to play").click()
    tile(each, name).click()
    if more:
        unfold(each)
    if edition is not None:
        choose(each, edition)


def unfold(each: Person) -> None:
    dialog(each).get_by_text("More options").click()
    expect(dialog(each).locator("#rule-time")).to_have_value(re.compile("."))
    expect(dialog(each).locator("#edition-rules")).not_to_have_text("Rules of this game")


def house(each: Person) -> None:
    dialog(each).get_by_text("House rules", exact=True).click()


def choose(each: Person, label: str) -> None:
    dialog(each).get_by_role("radio", name=re.compile(rf"^{re.escape(label)}(\s|$)")).check(force=True)


def terms_of(each: Person) -> Any:
    return each.context.request.get(f"/api/tables/{each.page.url.rpartition('/')[2]}").json()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["Play a friend", "Play the computer"])
def test_the_button_of_a_dialog_is_in_view(person: Coming, size: tuple[int, int], name: str) -> None:
    ada = person("Ada", viewport={"width": size[0], "height": size[1]})
    begin(ada, name)
    go = dialog(ada).locator("#go")
    expect(go).to_be_in_viewport(ratio=1)
    unfold(ada)
    house(ada)
    expect(go).to_be_in_viewport(ratio=1)
    assert dialog(ada).locator("fieldset:visible").count() >= 3


def test_two_taps_play_the_computer(person: Coming) -> None:
    ada = person("Ada", **PHONE)
    begin(ada, "Play the computer")
    ada.press("Start")
    ada.sees("Your turn: guess 1 of 10")
    expect(ada.page.get_by_label("Players and points")).to_contain_text("Computer (medium)")


def test_a_friend_is_invited_by_link(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    begin(ada, "Play a friend", edition="Quick", more=True)
    choose(ada, "You")
    choose(ada, "4")
    ada.page.get_by_label("Your name").fill("  Ada   Lovelace ")
    ada.press("Create invite link")
    ada.sees("Waiting for your friend")
    told = terms_of(ada)
    assert (told["terms"]["slug"], told["terms"]["games"]) == ("mini", 4)
    bob.join(ada.page.get_by_label("Invite link").input_value())
    bob.sees("Ada Lovelace is making a code")
    # The name is remembered, and so is who makes the first code.
    begin(ada, "Play a friend")
    expect(dialog(ada).get_by_role("radio", name="You", exact=True)).to_be_checked()
    expect(dialog(ada).locator("#name")).to_have_value("Ada Lovelace")


def test_two_computers_of_one_level_are_watched(person: Coming) -> None:
    eve = person("Eve")
    # Computers play faster than the server counts the codes that are left.
    eve.refused = True
    begin(eve, "Watch two computers", edition="Quick")
    for name in ("level", "other"):
        dialog(eve).locator(f'[name="{name}"][value="expert"]').check(force=True)
    eve.press("Watch them play")
    expect(eve.page.locator(".result")).to_be_visible()
    expect(eve.page.get_by_label("Players and points")).to_contain_text("Computer (expert 2)")
    expect(eve.page.locator(".tray")).to_have_count(0)


def test_solo_in_another_edition_has_a_board_of_its_own(person: Coming) -> None:
    ada = person("Ada")
    begin(ada, "Solo in another edition", edition="Quick", more=True)
    house(ada)
    ada.page.get_by_label("Rows", exact=True).fill("5")
    ada.page.get_by_label("Turn hints on").check()
    expect(ada.page.get_by_label("Your name")).to_be_hidden()
    ada.press("Play")
    ada.lay("RGB")
    ada.button("Check").click()
    ada.sees("Guess 2 of 5|Cracked in 1")
    assert terms_of(ada)["terms"]["hints"]


def test_house_rules_change_the_match(person: Coming) -> None:
    ada = person("Ada")
    begin(ada, "Play the computer", more=True)
    house(ada)
    for label, value in (("Rows", "7"), ("Pegs in a code", "5"), ("Colours", "8")):
        dialog(ada).get_by_label(label, exact=True).fill(value)
    for label, value in (("Empty holes", "yes"), ("Time per guess", "180")):
        ada.page.get_by_label(label, exact=True).select_option(value)
    choose(ada, "The codemaker")
    choose(ada, "You")
    ada.page.get_by_label("Turn hints on").check()
    ada.page.get_by_label("Another number of games").fill("3")
    ada.press("Start")
    ada.sees("Make a secret code")
    told = terms_of(ada)["terms"]
    line = "classic-1 pegs=5 colours=8 blanks=yes rows=7 time=180 answers=hand"
    assert (told["edition"], told["games"], told["hints"]) == (line, 3, True)


@pytest.mark.parametrize("late", [False, True], ids=["rules arrive", "sent before they arrive"])
def test_a_rule_that_is_changed_before_the_rules_arrive_counts(person: Coming, late: bool) -> None:
    ada = person("Ada")
    held: list[Route] = []
    ada.page.route(re.compile("/api/editions/"), lambda route: held.append(route))
    begin(ada, "Play a friend")
    dialog(ada).get_by_text("More options").click()
    dialog(ada).locator("#rule-time").select_option("600")
    if not late:
        ada.page.unroute_all()  # which also lets them through
        expect(dialog(ada).locator("#edition-rules")).to_have_text("Rules of Classic")
        expect(dialog(ada).locator("#rule-time")).to_have_value("600")
    dialog(ada).locator("#go").click()
    ada.sees("Waiting for your friend")
    assert any("10 minutes" in sentence for sentence in terms_of(ada)["agreed"])


def test_what_is_refused_is_said_at_its_field(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    begin(ada, "Play the computer", more=True)
    name = ada.page.get_by_label("Your name")
    for given, said in (("Computer 2", RESERVED_NAME), ("a\u202eb", "U+202E")):
        name.fill(given)
        ada.press("Start")
        expect(ada.page.locator("#no-name")).to_contain_text(said)
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("Ada")
    expect(ada.page.locator("#no-name")).to_be_empty()
    choose(ada, "No repeats")
    expect(ada.page.locator("#edition-rules")).to_have_text("Rules of Hasbro 2010")
    games = ada.page.get_by_label("Another number of games")
    for given in ("3", "0", "101"):
        games.fill(given)
        ada.press("Start")
        expect(ada.page.locator("#no-games")).not_to_be_empty()
        expect(games).to_be_focused()
    games.fill("")
    house(ada)
    pegs = ada.page.get_by_label("Pegs in a code")
    pegs.fill("12")
    expect(ada.page.locator("#no-pegs")).to_contain_text("Without repeats, 12 pegs need at least 12 colours")
    expect(pegs).to_be_focused()
    pegs.fill("5")
    expect(ada.page.locator("#no-pegs")).to_be_empty()


def test_a_printed_edition_is_played_as_printed(person: Coming) -> None:
    ada = person("Ada")
    begin(ada, "Play a friend", more=True)
    choose(ada, "Pressman 2007")
    option = ada.page.get_by_role("button", name="Extra challenge")
    expect(option).to_have_attribute("aria-pressed", "false")
    expect(dialog(ada).get_by_role("radio", name="The codemaker")).to_be_checked()
    option.click()
    expect(option).to_have_attribute("aria-pressed", "true")
    ada.press("Create invite link")
    ada.sees("Waiting for your friend")
    assert terms_of(ada)["terms"]["edition"] == "pressman-2007 blanks=yes answers=hand"


def test_a_match_is_begun_by_keyboard_alone(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/")
    press, focused = ada.page.keyboard.press, ada.page.locator(":focus")
    tile(ada, "Play the computer").focus()
    press("Enter")
    expect(dialog(ada)).to_be_visible()
    for _ in range(12):
        if focused.get_attribute("name") == "level":
            break
        press("Tab")
    press("ArrowRight")
    expect(dialog(ada).locator('[name="level"]:checked')).to_have_value("expert")
    for _ in range(12):
        if focused.get_attribute("id") == "go":
            break
        press("Tab")
    press("Enter")
    expect(ada.page.get_by_label("Players and points")).to_contain_text("Computer (expert)")
    begin(ada, "Play the computer")
    expect(dialog(ada)).to_be_visible()
    press("Escape")
    expect(dialog(ada)).to_be_hidden()


@pytest.mark.parametrize("given", ["<img src=x onerror=a()>", "W" * 24])
def test_a_hostile_name_is_text(person: Coming, given: str) -> None:
    ada = person("Ada", **PHONE)
    begin(ada, "Play the computer", edition="Quick", more=True)
    ada.page.get_by_label("Your name").fill(given)
    ada.page.get_by_label("Another number of games").fill("1")
    choose(ada, "You")
    ada.press("Start")
    ada.set_code("RGB")
    expect(ada.page.locator(".result")).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert given in terms_of(ada)["players"][0]["name"]
    ada.page.goto(f"{ada.page.url}/review")
    expect(ada.page.locator(".page-head .eyebrow")).to_contain_text(given)


def test_a_choice_shows_in_forced_colours(person: Coming) -> None:
    ada = person("Ada", forced_colors="active")
    begin(ada, "Play a friend")
    outlined = "(label) => getComputedStyle(label).outlineStyle === 'solid'"
    for name, value in (("edition", "classic-1"), ("first", "either"), ("games", "2")):
        labels = dialog(ada).locator(f'label:has(> [name="{name}"]):visible')
        expect(labels.nth(2)).to_be_visible()
        assert labels.count() >= 3
        chosen = [
            label.locator("input").get_attribute("value")
            for label in labels.all()
            if label.evaluate(outlined)
        ]
        assert chosen == [value]


def test_axe_finds_nothing_in_the_dialogs(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    begin(ada, "Play the computer", more=True)
    house(ada)
    ada.page.get_by_label("Your name").fill("computer")
    ada.press("Start")
    expect(ada.page.locator("#no-name")).not_to_be_empty()
    look(ada)
    ada.page.goto("/")
    tile(ada, "More ways to play").click()
    look(ada)
