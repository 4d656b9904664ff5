"""Two people play each other, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]


def test_an_offer_can_be_declined_and_taken_back(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1))
    offered = "Bob would like a time limit of 3 minutes per guess."
    for answer in ("No", "Withdraw", "Yes"):
        bob.offer("Suggest time limit", clock="clock 180")
        ada.reads(offered)
        (bob if answer == "Withdraw" else ada).press(answer)
        expect(ada.page.locator("peg-table").get_by_text(offered)).to_have_count(0)
    ada.set_code("RGB")
    expect(bob.page.get_by_role("timer")).to_have_text(re.compile("3:00|2:5"))


def test_hints_are_agreed_on_taken_and_told_to_the_codebreaker_alone(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("mini", 1)
    bob.join(link)
    eve.watch(link)
    ada.set_code("RGB")
    bob.guess("RRY")
    bob.sees("Your turn: guess 2")
    bob.offer("Suggest hints")
    ada.reads("Bob would like to turn hints on.")
    ada.press("Yes")
    bob.lay("RRR")
    bob.press("Hint")
    bob.press("Small hint")
    bob.reads("RRR can't be the code")
    expect(bob.row(1)).to_have_class(re.compile("marked"))
    expect(bob.hole("row 2, hole 3, red")).to_be_visible()
    bob.press("Show me a guess")
    expect(bob.button("Show me a guess")).to_have_count(0)
    for each in (ada, eve):
        expect(each.page.locator("body > [role=status]")).to_contain_text("Bob took hint 3 of 3.")
        assert "can't be the code" not in each.page.content()
    bob.page.reload()
    bob.reads("It leaves 28.9 of the 57 codes on average")
    bob.press("Lay it")
    bob.press("Check")
    bob.sees("Your turn: guess 3")
    bob.press("Hint")
    expect(bob.button("Small hint")).to_be_visible()
    expect(bob.button("Show me a guess")).to_be_visible()


@pytest.mark.parametrize("edition", ["hasbro-2010", "classic-1 pegs=12 answers=hand"])
def test_holes_stand_under_each_other(person: Coming, edition: str) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open(edition, 2))
    ada.sees("Make a secret code")
    pegs = ada.page.locator(".bay .cell").count()
    ada.lay("RGBYWK"[: min(pegs, 6)] if edition == "hasbro-2010" else ("RGBYWK" * 2)[:pegs])
    ada.press("Set code")
    bob.guess("RBGYWK"[:pegs] if edition == "hasbro-2010" else ("RBGYWK" * 2)[:pegs])
    expect(ada.row(1)).to_have_class(re.compile("played"))
    ada.page.evaluate("document.querySelector('.row[data-state=current]')?.remove()")
    middles = ada.page.evaluate(
        "[...document.querySelectorAll('.bay, .row')].map((line) => [...line.querySelectorAll('.cell')]"
        ".map((cell) => { const { x, width } = cell.getBoundingClientRect(); return x + width / 2; }))"
    )
    for line in middles:
        assert line == pytest.approx(middles[0], abs=1)


def test_an_edition_with_arms_does_not_speak_of_key_pegs(person: Coming) -> None:
    ada = person("Ada")
    ada.open("hasbro-2010 answers=hand", 2, friend="computer expert")
    ada.set_code("RBYG")
    ada.sees("Mark")
    expect(ada.page.get_by_role("status", name="red arms")).to_be_visible()
    expect(ada.page.locator("main")).not_to_contain_text("key peg")
