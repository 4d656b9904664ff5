"""The score tracker and the score lines at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.test_widths import FAULTS

Coming = Callable[..., Person]
SIZES = [(320, 568), (360, 640), (844, 390), (1280, 800)]


def lanes(person: Person) -> list[str | None]:
    lanes = person.page.locator(".track .lane")
    expect(lanes).to_have_count(2)
    return [lane.get_attribute("aria-label") for lane in lanes.all()]


def test_pegs_on_score_lines_move_as_rows_are_placed(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("classic-1 answers=hand", 2))
    ada.set_code("RGBY")
    bob.guess("RRRR")
    ada.sees("Mark")
    for each, name in ((ada, "You"), (bob, "Ada")):
        expect(each.page.get_by_role("img", name=f"{name}: 1 point, white peg in hole 1")).to_be_visible()
        expect(each.page.locator(".points").first).to_have_text("1 point")
        expect(each.page.get_by_role("region", name="Score lines")).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_neither_tracker_nor_result_covers_anything(person: Coming, size: tuple[int, int]) -> None:
    ada, bob = person("Ada", viewport={"width": size[0], "height": size[1]}), person("Bob")
    bob.join(ada.open("pressman-tracker", 2))
    ada.set_code("GRBY")
    bob.guess("GGGG")
    ada.sees("is guessing")
    assert lanes(ada) == ["You: 0 points, red peg in hole 0", "Bob: 0 points, white peg in hole 0"]
    assert ada.page.evaluate(FAULTS) == []
    peg, plank = (ada.page.locator(part).first.bounding_box() for part in (".lane .peg", ".track"))
    assert peg is not None
    assert plank is not None
    assert peg["x"] > plank["x"], "A peg in the first hole stays on the plank."
    bob.guess("GRBY")
    ada.result("Bob cracked it in 2")
    assert lanes(ada)[0] == "You: 2 points, red peg in hole 2"
    code, card = (ada.page.locator(part).first.bounding_box() for part in (".bay .peg", ".result"))
    assert code is not None
    assert card is not None
    assert code["y"] + code["height"] <= card["y"] or code["x"] + code["width"] <= card["x"]


def test_a_small_laptop_has_room_for_tracker_and_links(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob", viewport={"width": 1024, "height": 768})
    bob.join(ada.open("pressman-tracker", 2))
    ada.set_code("GRBY")
    bob.sees("Your turn")
    expect(bob.button("Leave match")).to_be_in_viewport(ratio=1)


def test_editions_that_keep_score_on_paper_have_no_tracker(person: Coming) -> None:
    ada = person("Ada")
    ada.open("pressman-2007", 2, friend="computer beginner")
    ada.sees("Make a secret code")
    expect(ada.page.locator(".track")).to_have_count(0)
