"""The table redraws with every message, without losing a click, a drag, a selection or an open menu."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.person import PATIENCE, Person
from tests.browser.test_review import give_up

Coming = Callable[..., Person]
TABLE = "document.querySelector('peg-table')"


def press(each: Person, target: Locator) -> None:
    """Press the mouse on something, and hold it."""
    expect(target).to_be_visible()
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    each.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    each.page.mouse.down()


def knows(each: Person, condition: str) -> None:
    """Wait until the page has received something, whether it is drawn or not."""
    ends = monotonic() + PATIENCE
    while not each.page.evaluate(f"Boolean({condition})"):
        assert monotonic() < ends, condition
        each.page.wait_for_timeout(20)


class Held:
    """Requests for the result of a game, which wait until they are released."""

    def __init__(self, each: Person) -> None:
        self._each = each
        self._routes: list[Route] = []
        each.page.route(re.compile(r"/result\?game="), lambda route: self._routes.append(route))

    def release(self) -> None:
        """Let the result come."""
        while not self._routes:
            self._each.page.wait_for_timeout(10)
        for route in self._routes:
            route.continue_()


def playing(person: Coming, **context: object) -> tuple[Person, Person, str]:
    """Ada, who waits; Bob, who is to guess; and the link of their table."""
    ada, bob = person("Ada"), person("Bob", **context)
    link = ada.open("mini", 1)
    bob.join(link)
    ada.set_code("RGB")
    bob.sees("Your turn: guess 1")
    return ada, bob, link


def messages(ada: Person, bob: Person, eve: Person, link: str) -> None:
    """Send Bob every message that can come while he guesses, each of which redraws the table."""
    eve.watch(link)
    knows(bob, f"{TABLE}.live.crowd.watching === 1")
    ada.page.locator(".phrases:visible").first.get_by_role("button", name="Nice one").click()
    knows(bob, "aloud.includes('Ada: Nice one.')")
    ada.offer("Suggest hints")
    knows(bob, f"{TABLE}.view.offers.length === 1")
    ada.page.goto("/about")
    knows(bob, f"!{TABLE}.live.crowd.here[0]")


# The mouse ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "done"),
    [
        ("Thanks", f"{TABLE}.phrases.bubble(1)?.textContent === 'Thanks'"),
        ("red", f"{TABLE}.editor.draft.pegs[0] === 'R'"),
        ("Match details", "document.querySelector('dialog[open] .terms')"),
    ],
    ids=["phrase", "peg", "terms"],
)
def test_a_press_counts_whatever_arrives_before_the_release(person: Coming, name: str, done: str) -> None:
    ada, bob, link = playing(person)
    press(bob, bob.page.get_by_role("button", name=name, exact=True).locator("visible=true").first)
    messages(ada, bob, person("Eve"), link)
    bob.page.mouse.up()
    knows(bob, done)
    expect(bob.page.locator(".offer")).to_be_visible()  # what has arrived meanwhile is drawn


def test_a_peg_is_dragged_while_messages_arrive(person: Coming) -> None:
    ada, bob, link = playing(person)
    press(bob, bob.page.locator('.swatch[data-letter="R"]'))
    box = bob.hole("row 1, hole 3, no peg yet").bounding_box()
    assert box is not None
    bob.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    expect(bob.page.locator(".over-hole")).to_have_count(1)
    messages(ada, bob, person("Eve"), link)
    expect(bob.page.locator(".over-hole")).to_have_count(1)
    expect(bob.page.locator(".ghost")).to_be_visible()
    bob.page.mouse.up()
    expect(bob.hole("row 1, hole 3, red")).to_be_visible()


# Focus, selection, menus and dialogs -----------------------------------------------------------


@pytest.mark.parametrize("name", ["Thanks", "red", "Check", "Match details", "Give up"])
def test_the_focus_stays_whatever_arrives(person: Coming, name: str) -> None:
    ada, bob, link = playing(person)
    target = bob.page.get_by_role("button", name=name, exact=True).locator("visible=true").first
    target.focus()
    messages(ada, bob, person("Eve"), link)
    expect(bob.page.locator(".offer")).to_be_visible()
    expect(target).to_be_focused()


def test_an_open_dialog_stays_with_what_was_chosen_in_it(person: Coming) -> None:
    ada, bob, link = playing(person)
    bob.press("Match details")
    clock = bob.page.get_by_role("dialog").get_by_label("Time limit", exact=True)
    clock.select_option("clock 120")
    clock.focus()
    messages(ada, bob, person("Eve"), link)
    expect(clock).to_be_focused()
    expect(clock).to_have_value("clock 120")


def test_a_result_comes_with_its_words_and_numbers(person: Coming) -> None:
    bob = person("Bob")
    held = Held(bob)
    give_up(bob, "RRBB", waits=False)
    bob.sees("Game 1 is over")
    result = bob.page.get_by_role("region", name="Result")
    expect(result).to_have_count(0)
    held.release()
    expect(result).to_contain_text("Skill")
