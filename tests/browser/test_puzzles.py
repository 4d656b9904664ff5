"""Puzzles in a browser, and what a hint says of the row being laid."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from codepegs.analysis.puzzle import puzzle
from tests.browser.person import Person
from tests.browser.test_access import PHONE

Coming = Callable[..., Person]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def refused(each: Person, *statuses: int) -> None:
    """Take note of refusals, which a browser reports as errors by itself."""
    for status, fault in zip(statuses, each.faults, strict=True):
        assert f"status of {status}" in fault
    each.faults.clear()


def test_a_hint_speaks_of_another_row_when_asked(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini", 1, hints=True))
    ada.set_code("RGB")
    bob.guess("RRY")
    bob.sees("guess 2")
    bob.lay("RRR")
    bob.press("Hint")
    bob.press("Small hint")
    card = bob.page.get_by_role("region", name="Hints")
    expect(card).to_contain_text("can't be the code")
    expect(card.get_by_role("img", name="red, red, red")).to_be_visible()
    assert "RRR" not in card.inner_text()
    expect(bob.row(1)).to_have_class(re.compile("marked"))
    bob.press("Close")
    bob.press("Clear")
    bob.lay("RGB")
    expect(bob.row(1)).not_to_have_class(re.compile("marked"))
    bob.press("Hint")
    bob.press("Ask about this guess")
    expect(card.get_by_role("img", name="red, green, blue")).to_be_visible()
    expect(bob.button("Ask about this guess")).to_have_count(0)
    bob.press("Close")
    bob.press("Check")
    ada.result("Bob cracked it in 2.")


def shown(bob: Person) -> puzzle.Puzzle:
    """The puzzle that Bob has before him."""
    address = bob.page.get_by_role("link", name="Link to this puzzle").get_attribute("href")
    assert address is not None
    return puzzle.read(address.removeprefix("/puzzle/"))


def solved(bob: Person) -> str:
    """The answer of the puzzle that Bob has before him."""
    asked = shown(bob)
    return asked.board.edition.spell(puzzle.answer(asked))


def named(bob: Person, code: str) -> str:
    """A code in the words for a screen reader."""
    edition = shown(bob).board.edition
    names = {hue.letter: hue.name for hue in edition.hues} | {"-": "empty"}
    return ", ".join(names[letter] for letter in code)


def test_the_puzzle_of_the_day_is_solved_by_keyboard(person: Coming, look: Callable[[Person], None]) -> None:
    bob = person("Bob", **PHONE)
    heard: list[str] = []
    asked: list[str] = []
    bob.page.on("request", lambda request: asked.append(request.url))
    bob.page.on("response", lambda told: heard.append(told.text()) if "/api/" in told.url else None)
    bob.page.goto("/puzzle")
    expect(bob.page.get_by_text("Exactly one code fits all of these rows")).to_be_visible()
    expect(bob.page.locator(".eyebrow")).to_contain_text("Puzzle of the day")
    assert not [address for address in asked if "/api/editions" in address]
    answer = solved(bob)
    wrong = "RRRR" if answer != "RRRR" else "BBBB"
    bob.page.keyboard.type(wrong)
    bob.page.keyboard.press("Enter")
    tries = bob.page.get_by_role("list", name="Tries")
    expect(tries.get_by_role("listitem")).to_have_count(1)
    expect(bob.page.locator(".row.marked")).to_have_count(1)
    bob.press("Hint")
    bob.press("Another hint")
    expect(bob.page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(2)
    look(bob)
    assert bob.page.evaluate(FITS)
    # Nothing that came, stands here or is kept has the answer in it.
    assert answer not in bob.page.locator("main").inner_html() + bob.stored() + "".join(heard)
    assert not re.search(r"\b[RBYGWK]{4}\b|`", bob.page.locator("main").inner_text())
    # Tries and hints are there again after a reload.
    bob.page.reload()
    expect(tries.get_by_role("listitem")).to_have_count(1)
    expect(bob.page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(2)
    bob.press("Clear")
    bob.page.keyboard.type(answer)
    bob.page.keyboard.press("Enter")
    bob.sees("Solved")
    another = bob.page.locator(".side").get_by_role("button").first
    expect(another).to_have_text("Another puzzle")
    for width, height in ((768, 1024), (390, 844), (360, 640)):
        bob.page.set_viewport_size({"width": width, "height": height})
        expect(another).to_be_in_viewport(ratio=1)
    expect(bob.page.locator("body > [role=status]")).to_have_text(
        f"{named(bob, answer)} is right. Solved with 2 tries and 2 hints."
    )
    look(bob)
    bob.page.reload()
    bob.sees("Solved")
    expect(bob.page.locator(".tray")).to_have_count(0)


def test_a_new_puzzle_is_chosen_given_up_and_found_again_by_its_address(person: Coming) -> None:
    bob = person("Bob")
    bob.page.goto("/puzzle")
    bob.page.get_by_text("Kind of puzzle").click()
    bob.page.get_by_label("Theme").select_option("best-guess")
    bob.page.get_by_label("Edition").select_option("mini")
    bob.page.get_by_label("Difficulty").select_option("easy")
    bob.press("Another puzzle")
    bob.sees("Find the best guess")
    expect(bob.page.locator(".eyebrow")).to_contain_text("easy puzzle")
    answer, address = solved(bob), bob.page.url
    assert "/puzzle/best-guess:mini:" in address
    bob.page.reload()
    bob.sees("Find the best guess")
    bob.lay(answer)
    bob.press("Clear")
    bob.press("Give up and see why")
    told = bob.page.get_by_role("listitem").filter(has_text="The best guess is")
    expect(told.get_by_role("img", name=named(bob, answer))).to_be_visible()
    expect(bob.page.get_by_text("Given up after 0 tries.")).to_be_visible()
    expect(bob.page.locator(".tray")).to_have_count(0)


def test_an_address_that_is_no_puzzle_says_so_and_offers_others(
    person: Coming, look: Callable[[Person], None]
) -> None:
    bob = person("Bob")
    bob.page.goto("/puzzle/<b>nonsense")
    expect(bob.page.get_by_role("alert")).to_contain_text("This isn't a puzzle ID")
    look(bob)
    refused(bob, 404, 400)
    bob.page.get_by_role("link", name="Today’s puzzle").click()
    bob.sees("Find the code")
