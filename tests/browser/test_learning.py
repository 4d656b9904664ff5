"""Reviews and puzzles in a browser, and what a hint says of the row being laid."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from codepegs.analysis.puzzle import puzzle
from tests.browser.conftest import SCHEMES
from tests.browser.person import Person
from tests.browser.test_access import PHONE

Coming = Callable[..., Person]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def refused(each: Person, *statuses: int) -> None:
    """Take note of refusals, which a browser reports as errors by itself."""
    for status, fault in zip(statuses, each.faults, strict=True):
        assert f"status of {status}" in fault
    each.faults.clear()


def played(bob: Person, *guesses: str) -> str:
    """The address of a table at which Bob has guessed, and then given up.

    A code of this edition has no repeats, so that a guess with some does not break it by chance.
    """
    address = bob.open("hasbro-2010", 2, friend="computer beginner")
    bob.set_code("RGBY")
    expect(bob.page.locator('[data-act="go-on"]')).to_be_visible()
    bob.go_on()
    for guess in guesses:
        bob.guess(guess)
    bob.sees(f"row {len(guesses) + 1} of")
    bob.press("Give up this game")
    bob.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(bob.page.locator(".over")).to_be_visible()
    return address


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desktop"])
def test_a_game_is_reviewed_row_by_row_with_its_board(
    person: Coming, look: Callable[[Person], None], context: dict[str, Any]
) -> None:
    bob = person("Bob", **context)
    address = played(bob, "RRBB", "YYGG", "RRBB")
    bob.page.get_by_role("link", name="Review this game").click()
    bob.sees("Game 2 of 2: computer beginner is Codemaker, Bob is Decoder.")
    assert bob.page.url.endswith(f"{address}/review?game=2")
    row = bob.page.get_by_role("region", name="The row")
    expect(row.get_by_role("heading", name="Row 1 of 3")).to_be_visible()
    expect(bob.hole("row 2, hole 1, not played")).to_be_visible()
    # By arrows, by the buttons, and from the table.
    bob.page.locator("h1").click()
    bob.page.keyboard.press("ArrowRight")
    expect(row.get_by_role("heading", name="Row 2 of 3")).to_be_visible()
    expect(bob.hole("row 2, hole 1, yellow")).to_be_visible()
    bob.press("Next row")
    expect(row.get_by_role("heading", name="Row 3 of 3")).to_be_visible()
    expect(bob.button("Next row")).to_be_disabled()
    expect(row).to_contain_text("wasted")  # it was played before
    expect(bob.page.locator("body > [role=status]")).to_contain_text("Row 3: red, red, blue, blue.")
    bob.press("Look at row 1")
    expect(row.get_by_role("heading", name="Row 1 of 3")).to_be_visible()
    row.get_by_text("What each answer would have left").click()
    expect(row.get_by_role("row").filter(has_text="(given)")).to_have_count(1)
    expect(bob.page.get_by_role("img", name=re.compile("^Bob against computer beginner"))).to_be_visible()
    assert bob.page.evaluate(FITS)
    look(bob)


def test_the_plot_is_painted_for_light_and_for_dark(person: Coming) -> None:
    bob = person("Bob")
    address = played(bob, "RRBB")
    bob.page.goto(f"{address}/review")
    paper = bob.page.locator(".plot .paper")
    fills = set()
    for scheme in SCHEMES:
        bob.page.emulate_media(color_scheme=scheme)
        fills.add(paper.evaluate("each => getComputedStyle(each).fill"))
    assert len(fills) == 2
    assert "rgb(0, 0, 0)" not in fills


def test_a_review_that_cannot_be_had_says_why(person: Coming, look: Callable[[Person], None]) -> None:
    bob = person("Bob")
    address = bob.open("mini", 1, friend="computer", second=True)
    bob.sees("Your guess")
    bob.page.goto(f"{address}/review")
    expect(bob.page.get_by_role("alert")).to_contain_text("There is nothing to review yet")
    look(bob)
    refused(bob, 409)
    bob.page.get_by_role("link", name="To the table").click()
    bob.sees("Your guess")


def test_a_hint_speaks_of_another_row_when_asked(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1, hints=True))
    ada.set_code("RGB")
    bob.guess("RRY")
    bob.sees("row 2")
    bob.lay("RRR")
    bob.press("A nudge")
    bob.reads("RRR cannot be the code")
    expect(bob.row(1)).to_have_class(re.compile("marked"))
    bob.press("Clear")
    bob.lay("RGB")
    expect(bob.row(1)).not_to_have_class(re.compile("marked"))
    bob.press("Ask about this row")
    bob.reads("RGB can be the code")
    expect(bob.button("Ask about this row")).to_have_count(0)
    bob.press("Play this row")
    ada.reads("Bob took 1 hint.")


def solved(bob: Person) -> str:
    """The answer of the puzzle that Bob has before him."""
    found = bob.page.locator(".puzzle-id a").inner_text()
    asked = puzzle.read(found)
    return asked.board.edition.spell(puzzle.answer(asked))


def test_the_puzzle_of_the_day_is_solved_by_keyboard(person: Coming, look: Callable[[Person], None]) -> None:
    bob = person("Bob", **PHONE)
    heard: list[str] = []
    bob.page.on("response", lambda told: heard.append(told.text()) if "/api/" in told.url else None)
    bob.page.goto("/puzzle")
    expect(bob.page.get_by_text("Exactly one code fits these rows")).to_be_visible()
    answer = solved(bob)
    wrong = "RRRR" if answer != "RRRR" else "BBBB"
    bob.hole("code, hole 1, free").focus()
    bob.page.keyboard.type(wrong)
    bob.page.keyboard.press("Enter")
    bob.page.keyboard.press("Enter")
    tries = bob.page.get_by_role("list", name="Tries")
    expect(tries.get_by_role("listitem")).to_have_count(1)
    expect(bob.page.locator(".line.marked")).to_have_count(1)
    bob.press("Hint")
    bob.press("Another hint")
    expect(bob.page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(2)
    look(bob)
    assert bob.page.evaluate(FITS)
    # Nothing that came, stands here or is kept has the answer in it.
    page = bob.page.locator("main").inner_html() + bob.stored() + "".join(heard)
    assert answer not in page.replace(bob.page.locator(".puzzle-id a").inner_text(), "")
    bob.press("Clear")
    bob.hole("code, hole 1, free").focus()
    bob.page.keyboard.type(answer)
    bob.page.keyboard.press("Enter")
    bob.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("heading", name="Solved")).to_be_visible()
    expect(bob.page.locator("body > [role=status]")).to_have_text(
        f"{answer} is right. Solved with 2 tries and 2 hints."
    )
    look(bob)


def test_a_new_puzzle_is_chosen_given_up_and_found_again_by_its_address(person: Coming) -> None:
    bob = person("Bob")
    bob.page.goto("/puzzle")
    bob.page.get_by_label("Theme").select_option("best-guess")
    bob.page.get_by_label("Edition").select_option("mini")
    bob.page.get_by_label("Difficulty").select_option("easy")
    bob.press("New puzzle")
    bob.sees("Best guess, easy")
    answer, address = solved(bob), bob.page.url
    assert "/puzzle/best-guess:mini:" in address
    bob.page.reload()
    bob.sees("Best guess, easy")
    bob.lay(answer)
    bob.press("Clear")
    bob.press("Give up, and see why")
    expect(bob.page.get_by_role("listitem").filter(has_text=f"The best guess is {answer}.")).to_be_visible()
    expect(bob.page.get_by_text("Given up after 0 tries.")).to_be_visible()
    expect(bob.page.locator(".tray")).to_have_count(0)


def test_an_address_that_is_no_puzzle_says_so_and_offers_others(
    person: Coming, look: Callable[[Person], None]
) -> None:
    bob = person("Bob")
    bob.page.goto("/puzzle/<b>nonsense")
    expect(bob.page.get_by_role("alert")).to_contain_text("This is not the ID of a puzzle")
    look(bob)
    refused(bob, 404, 400)
    bob.press("Today’s puzzle")
    bob.sees("One code, medium")
