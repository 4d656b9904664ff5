"""What only a browser shows of a match by hand: blanks, lost rows, the rows that a claim names."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person


def test_blanks_lost_rows_and_a_claim_are_drawn_for_everybody(person: Callable[..., Person]) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("classic-2 answers=hand time=1", 2)
    bob.join(link)
    eve.watch(link)

    # The clock runs out once, or twice on a slow machine, before both agree to play without it.
    bob.offer("Suggest time limit", clock="clock off")
    ada.reads("Bob would like to play without a time limit.")
    ada.set_code("RGB-")
    expect(ada.hole("row 1, answer: none, out of time")).to_be_visible()
    for each in (ada, bob):
        each.reads("Time ran out: row")
    ada.press("Yes")
    expect(bob.page.get_by_role("timer")).to_be_hidden()
    spent = bob.page.locator(".row.played").count()

    # None of these colours, and then one of them: no code can be like that.
    bob.guess("RGBY")
    ada.answer(0, 0)
    bob.guess("RRGG")
    ada.answer(1, 0)
    bob.sees("Your turn")
    bob.press("Claim a wrong answer")
    for each in (ada, bob, eve):
        each.reads(f"marked guesses {spent + 1} and {spent + 2} wrongly")
        expect(each.row(spent + 1)).to_have_class("row played marked")
        expect(each.row(spent + 2)).to_have_class("row played marked last")
        each.go_on()

    # The same game again, this time truly.
    ada.set_code("RGB-")
    bob.guess("RGB-")
    ada.answer(4, 0)
    bob.reads("✓ Verified: the code wasn’t changed during the game.")
    expect(eve.hole("code, hole 4, empty")).to_be_visible()
