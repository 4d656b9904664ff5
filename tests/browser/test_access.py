"""The table for everyone: axe finds nothing in any state of it, in a light room and in a dark one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from codepegs.rules import Feedback, find_edition
from codepegs.rules.board import Board
from tests.browser.person import Person

Coming = Callable[..., Person]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}


def test_axe_finds_nothing_from_the_invitation_to_a_void_game(
    person: Coming, look: Callable[[Person], None]
) -> None:
    ada, bob = person("Ada"), person("Bob", **PHONE)
    link = ada.open("pressman-tracker answers=hand time=600", 1, hints=True)
    ada.sees("Waiting")
    look(ada)
    bob.page.goto(link)
    expect(bob.page.get_by_label("Your name")).to_be_visible()
    look(bob)
    bob.join(link)
    ada.sees("Make a secret code")
    ada.lay("GR")
    look(ada)
    ada.lay("BY")
    ada.press("Set code")
    bob.sees("Your turn")
    bob.lay("GG")
    bob.press("Notes")
    bob.press("red is not in hole 1")
    look(bob)
    bob.press("Hint")
    bob.press("Small hint")
    expect(bob.page.get_by_role("heading", name="Small hint")).to_be_visible()
    look(bob)
    bob.press("Close")
    bob.lay("GG")
    bob.press("Check")
    ada.sees("Mark")
    look(ada)
    ada.answer(0, 0)
    bob.guess("GRBY")
    ada.answer(4, 0)
    bob.reads("marked guess 1 wrongly: it was 1 red, 0 white.")
    look(bob)
    look(ada)
    ada.press("Close")
    look(ada)
    ada.press("Match details")
    look(ada)


def test_axe_finds_nothing_in_the_dialogs_over_a_board(
    person: Coming, look: Callable[[Person], None]
) -> None:
    for bob in (person("Bob"), person("Bob", **PHONE)):
        bob.open("hasbro-2010", 2, friend="computer beginner", second=True)
        bob.sees("Your turn")
        bob.page.get_by_role("link", name="How to play").click()
        expect(bob.page.get_by_role("dialog").locator(".example")).to_have_count(3)
        look(bob)
        bob.press("Got it")
        if not bob.page.get_by_role("link", name="Settings", exact=True).is_visible():
            bob.press("Menu")
            look(bob)
        bob.page.locator("[data-opens=settings]:visible").click()
        expect(bob.page.get_by_role("dialog").get_by_role("radio")).to_have_count(15)
        look(bob)
        bob.press("Close")
        bob.sees("Your turn")


def test_axe_finds_nothing_at_the_end_and_where_nothing_is(
    person: Coming, look: Callable[[Person], None]
) -> None:
    ada, bob, eve = person("Ada"), person("Bob", **PHONE), person("Eve")
    link = ada.open("hasbro-2010", 2)
    bob.join(link)
    eve.watch(link)
    ada.set_code("RGBY")
    bob.guess("RRRR")
    bob.press("Match details")
    look(bob)
    bob.page.get_by_role("dialog").get_by_role("button", name="Suggest time limit").click()
    ada.reads("Bob would like a time limit of 1 minute per guess.")
    look(ada)
    bob.press("Leave match")
    look(bob)
    bob.confirm("Leave the match")
    eve.sees("Bob left: Ada wins")
    look(eve)
    look(bob)


def test_axe_finds_nothing_where_the_table_or_the_connection_is_gone(
    person: Coming, look: Callable[[Person], None]
) -> None:
    ada, bob = person("Ada"), person("Bob", **PHONE)
    bob.join(ada.open("invicta", 2))
    bob.sees("Ada is making")
    bob.page.context.set_offline(True)
    bob.reads("Connection lost.")
    look(bob)
    bob.page.context.set_offline(False)
    ada.page.goto("/t/aaaaaaaaaa")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Nothing right here")
    look(ada)
    assert all("404" in fault for fault in ada.faults), "the browser itself reports that, and nothing else"
    ada.faults.clear()


def test_what_happens_is_said_aloud(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("classic-1", 1))
    ada.set_code("RGBY")
    said = bob.page.locator("body > [role=status]")
    expect(said).to_have_text("Ada has set the code. Your turn: guess 1 of 10.")
    bob.guess("RRRR")
    expect(said).to_have_text("Row 1, red, red, red, red: 1 black, 0 white. Your turn: guess 2 of 10.")
    bob.guess("RGBY")
    expect(said).to_contain_text(
        "Bob cracked the code in 2 guesses. Points: Ada 2, Bob 0. Ada wins the match. "
        "The code was red, green, blue, yellow."
    )


def test_a_code_is_broken_by_what_the_accessibility_tree_says_alone(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("classic-1", 1))
    ada.set_code("KWYB")
    terms = find_edition("classic-1")
    names = {hue.name: hue.letter for hue in terms.hues}
    colours = {hue.letter: hue.name for hue in terms.hues}
    for row in range(1, 11):
        expect(bob.hole(f"row {row}, hole 1, no peg yet")).to_be_visible()
        tree = bob.page.locator("main").aria_snapshot()
        board = Board(terms)
        for number in range(1, row):
            held = [re.search(rf"row {number}, hole {hole}, (\w+)\"", tree) for hole in range(1, 5)]
            answer = re.search(rf"row {number}, answer: (\d) black, (\d) white", tree)
            assert answer is not None
            guess = "".join(names[found[1]] for found in held if found)
            board = board.guess(terms.code(guess)).answer(Feedback(int(answer[1]), int(answer[2])))
        fitting = next(code for code in terms.codes() if board.fits(code))
        for letter in terms.spell(fitting):
            bob.button(colours[letter]).click()
        bob.press("Check")
        expect(bob.hole(re.compile(rf"^row {row}, answer: \d"))).to_be_visible()
        if fitting == terms.code("KWYB"):
            break
    bob.result("You cracked it in")


@pytest.mark.parametrize("marks", ["letters", "shapes"])
def test_pegs_can_be_told_apart_without_colour(person: Coming, marks: str) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("classic-1", 1))
    ada.sees("Make a secret code")
    ada.page.evaluate(f"localStorage.setItem('codepegs.settings', JSON.stringify({{marks: '{marks}'}}))")
    ada.page.reload()
    ada.sees("Make a secret code")
    seen = ada.page.locator(".tray .letter:visible" if marks == "letters" else ".tray .shape:visible")
    expect(seen).to_have_count(6)
    drawn = {each.inner_html() for each in seen.all()}
    assert len(drawn) == 6


def test_names_of_computers_are_read_whole_on_a_phone(person: Coming) -> None:
    bob = person("Bob", viewport={"width": 360, "height": 640})
    bob.open("hasbro-2010", 2, friend="computer perfect")
    names = bob.page.locator(".player .name").filter(has_text="Computer (perfect)")
    expect(names).to_be_visible()
    cut = "each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1"
    names_cut = f"(all) => all.filter((each) => {cut}).map((each) => each.textContent)"
    assert names.evaluate_all(names_cut) == []
