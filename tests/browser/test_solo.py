"""Solo games: from the first guess to the result, alone and watched."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 664}}
TWO_CODES = "mini pegs=1 colours=2"


def open_solo(each: Person, edition: str) -> str:
    """Open a solo table and return its address."""
    table = each.post("/api/tables", {"edition": edition, "games": 1, "players": ["", each.name]})["id"]
    each.page.goto(f"/t/{table}")
    each.sees("Guess 1")
    return f"{each.server}/t/{table}"


def test_a_code_is_cracked_played_again_and_reviewed(person: Coming, look: Callable[[Person], None]) -> None:
    ada = person("Ada", **PHONE)
    first = open_solo(ada, TWO_CODES)
    look(ada)
    for row, letter in ((1, "R"), (2, "B")):
        ada.guess(letter)
        if row == 1 and ada.headline.inner_text().startswith("Cracked"):
            break
    ada.sees("Cracked in [12]")
    ada.result("You cracked it in [12]!")
    expect(ada.page.locator(".dist [aria-current]")).to_have_count(1)
    expect(ada.page.locator("main")).not_to_contain_text(re.compile("point|wins", re.IGNORECASE))
    look(ada)
    ada.page.keyboard.press("Enter")
    ada.sees("Guess 1")
    assert ada.page.url != first
    ada.page.goto(first)
    expect(ada.page.get_by_role("link", name="Next game")).to_be_visible()
    ada.page.get_by_role("link", name="Review", exact=True).click()
    expect(ada.page.locator("peg-review peg-board")).to_be_visible()
    ada.sees("You cracked it in [12]!")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.press("Share")
    expect(ada.button("Copied")).to_be_visible()
    assert "⚫" in ada.page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("size", [(390, 664)])
@pytest.mark.parametrize("won", [True, False])
def test_the_code_stays_in_view_above_the_result_on_a_phone(
    person: Coming, size: tuple[int, int], won: bool
) -> None:
    ada = person("Ada", viewport={"width": size[0], "height": size[1]})
    open_solo(ada, "classic-1 pegs=1 colours=2" if won else "classic-1")
    if won:
        ada.guess("R")
        if not ada.headline.inner_text().startswith("Cracked"):
            ada.guess("B")
    else:
        ada.press("Give up")
        ada.confirm("Give up")
    card = ada.page.get_by_role("region", name="Result")
    expect(card.locator(".facts")).to_be_visible()
    code, sheet = ada.page.locator(".bay .peg").first.bounding_box(), card.bounding_box()
    assert code is not None
    assert sheet is not None
    assert code["y"] + code["height"] <= sheet["y"]
    expect(card.get_by_role("link", name="Review")).to_be_in_viewport(ratio=1)


def test_giving_up_on_a_phone_brings_the_code_into_view(person: Coming) -> None:
    ada = person("Ada", **PHONE)
    ada.page.goto("/")
    ada.lay("RRBB")
    ada.press("Check")
    ada.sees("Guess 2")
    ada.press("Give up")
    assert ada.page.evaluate("scrollY") > 100
    ada.confirm("Give up")
    ada.result("Not this time|So close")
    expect(ada.hole(re.compile("code, hole 1, "))).to_be_in_viewport(ratio=1)


def test_hints_stand_on_the_card_in_the_shared_text_and_in_the_statistics(person: Coming) -> None:
    ada = person("Ada")
    open_solo(ada, TWO_CODES)
    ada.offer("Turn hints on")
    ada.press("Hint")
    ada.press("Show me a guess")
    expect(ada.page.get_by_role("heading", name="Show me a guess")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.guess("R")
    if not ada.headline.inner_text().startswith("Cracked"):
        ada.guess("B")
    ada.result("You cracked it in [12]!")
    expect(ada.page.get_by_role("region", name="Result")).to_contain_text("You took 1 hint.")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.press("Share")
    expect(ada.button("Copied")).to_be_visible()
    assert "· 1 hint" in ada.page.evaluate("navigator.clipboard.readText()")
    ada.page.goto("/statistics")
    numbers = ada.page.get_by_role("region", name="Solo").locator(".numbers > div")
    expect(numbers.filter(has_text="best")).to_contain_text("–")
    expect(numbers.filter(has_text="hints")).to_contain_text("1")


def test_giving_up_is_the_one_way_out_and_counts_as_not_cracked(person: Coming) -> None:
    ada = person("Ada")
    open_solo(ada, "mini")
    expect(ada.page.get_by_role("button", name="Leave")).to_have_count(0)
    ada.press("Give up")
    expect(ada.page.get_by_role("dialog")).to_contain_text("not cracked")
    ada.confirm("Give up")
    ada.sees("Not cracked")
