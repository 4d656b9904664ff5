"""A whole series in every sheet edition: a lie, a claim, a replay, a time-out, blanks, a change of roles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from codepegs.rules import find_edition
from tests.browser.person import Person

SHEETS = ("hasbro-2010", "invicta", "pressman-2007", "pressman-tracker", "classic-1", "classic-2")


@pytest.mark.parametrize("slug", SHEETS)
def test_two_people_play_a_series_by_hand(person: Callable[..., Person], slug: str) -> None:
    terms = find_edition(slug)
    one, two, three, four, *_ = (hue.letter for hue in terms.hues)
    code = f"{one}{two}{three}{'-' if terms.blanks else four}"
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open(f"{slug} answers=hand time=1", 2)
    bob.join(link)
    eve.watch(link)

    # The clock runs out once, or twice on a slow machine, before both agree to play without it.
    bob.page.get_by_text("Clock, hints, leaving").click()
    bob.page.get_by_label("Clock", exact=True).select_option("clock off")
    bob.press("Offer it")
    ada.reads("Bob offers to play without a clock.")
    ada.set_code(code)
    expect(ada.hole("row 1, answer: none, out of time")).to_be_visible()
    ada.press("Yes")
    expect(bob.page.get_by_role("timer")).to_be_hidden()
    spent = bob.page.locator(".line.played").count()

    # None of these colours, and then one of them: no code can be like that.
    bob.guess(one + two + three + four)
    ada.answer(0, 0)
    bob.guess(one + one + two + two)
    ada.answer(1, 0)
    bob.sees("Your guess")
    bob.press("Claim a wrong answer")
    for each in (ada, bob, eve):
        each.reads(f"The answers to rows {spent + 1} and {spent + 2} contradict each other.")
        expect(each.row(spent + 1)).to_have_class("line played marked")
        expect(each.row(spent + 2)).to_have_class("line played newest marked")
        each.go_on()

    # The same game again, this time truly.
    ada.set_code(code)
    bob.guess(code)
    ada.answer(4, 0)
    ada.press("Reveal the code")
    bob.reads("Bob broke the code in 1 row.")
    bob.reads("✓ This browser has checked it: the code is the one that was fixed before the first guess.")

    # The roles change, and Ada gives up.
    ada.go_on()
    bob.go_on()
    bob.set_code(code)
    ada.guess(four + four + four + one)
    bob.answer(0, 1)
    ada.press("Give up this game")
    ada.press("Give up")
    bob.press("Reveal the code")
    # 0+1 was a lie where the last hole of the code is a colour that the guess has elsewhere.
    points = 3 + terms.rows + terms.bonus
    if four in code:
        ada.sees("Some answers were wrong")
        ada.press("Let them pass")
    ada.sees(f"Bob wins, {points} to 1")
    bob.sees(f"You win, {points} to 1")
    eve.sees(f"Bob wins, {points} to 1")
    track = {"note": 0, "tracker": 1, "lines": 1}[terms.box.score_keeping.value]
    expect(eve.page.locator(".track")).to_have_count(track)
