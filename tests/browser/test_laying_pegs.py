"""Every way to lay pegs: by touch, by drag, by keys, with the tools; nothing is played by accident."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def breaking(person: Coming, edition: str = "classic-1", **context: object) -> Person:
    """Bob, who is to guess."""
    ada, bob = person("Ada"), person("Bob", **context)
    bob.join(ada.open(edition, 1))
    ada.set_code("RGBY")
    bob.sees("Your turn: guess 1")
    return bob


def focused(bob: Person) -> str:
    """The name of what has the focus."""
    name = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    return str(bob.page.evaluate(name))


def test_a_game_is_played_by_touch_on_a_phone(person: Coming) -> None:
    ada, bob = person("Ada", **PHONE), person("Bob", **PHONE)
    link = ada.open("classic-1", 1)
    bob.page.goto(link)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.button("Join the game").tap()
    for each, code, button in (
        (ada, "RGBY", "Set code"),
        (bob, "RGYB", "Check"),
        (bob, "RGBY", "Check"),
    ):
        expect(each.button(button)).to_be_in_viewport()
        for letter in code:
            each.page.locator(f'.swatch[data-letter="{letter}"]').tap()
        each.button(button).tap()
        expect(each.page.locator("[data-hole] .peg")).to_have_count(0)
    bob.result("You cracked it in 2!")
    expect(bob.hole("code, hole 1, red")).to_be_in_viewport(ratio=1)
    wider = bob.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wider, "nothing is to be scrolled sideways"


def test_the_row_being_laid_is_in_sight_on_a_board_larger_than_the_phone(person: Coming) -> None:
    bob = person("Bob", **PHONE)
    bob.open("classic-1 pegs=8 colours=20 rows=20", 1, friend="computer expert", second=True)
    for row in (1, 2):
        bob.sees(f"Your turn: guess {row}")
        expect(bob.hole(f"row {row}, hole 1, no peg yet")).to_be_in_viewport(ratio=1)
        bounds, dock = bob.row(row).bounding_box(), bob.page.locator(".dock").bounding_box()
        assert bounds is not None
        assert dock is not None
        assert bounds["y"] + bounds["height"] <= dock["y"]
        bob.lay("RBYGWKRB")
        bob.press("Check")


def test_everything_to_tap_is_as_large_as_a_thumb(person: Coming) -> None:
    bob = breaking(person, **PHONE)
    bob.press("Notes")
    for box in bob.page.locator(
        "button:visible, .row[data-state=current] .cell, summary:visible, a:visible"
    ).all():
        bounds = box.bounding_box()
        assert bounds is not None
        assert min(bounds["width"], bounds["height"]) >= 32, box
        assert bounds["height"] >= 43.5, box


def test_pegs_are_dragged_into_holes_and_out_of_them(person: Coming) -> None:
    bob = breaking(person)
    holes = bob.page.locator("[data-hole]")
    bob.page.locator('.swatch[data-letter="W"]').drag_to(holes.nth(2))
    expect(bob.hole("row 1, hole 3, white")).to_be_visible()
    holes.nth(2).drag_to(holes.nth(0))
    expect(bob.hole("row 1, hole 1, white")).to_be_visible()
    expect(bob.hole("row 1, hole 3, no peg yet")).to_be_visible()
    holes.nth(0).drag_to(bob.headline)
    expect(bob.hole("row 1, hole 1, no peg yet")).to_be_visible()


def test_played_rows_are_copied_pegs_removed_and_all_of_it_undone(person: Coming) -> None:
    bob = breaking(person)
    bob.guess("WKKK")
    bob.sees("Your turn: guess 2")
    bob.hole("row 1, hole 2, black").click()
    expect(bob.hole("row 2, hole 1, white")).to_be_visible()
    bob.press("Clear")
    expect(bob.hole("row 2, hole 1, no peg yet")).to_be_visible()
    bob.page.get_by_role("rowheader", name="Row 1, copy it").click()
    expect(bob.hole("row 2, hole 2, black")).to_be_visible()
    # A click removes a peg, and so does a right-click; a click on an empty hole chooses it.
    bob.hole("row 2, hole 3, black").click()
    expect(bob.hole("row 2, hole 3, no peg yet")).to_be_visible()
    bob.hole("row 2, hole 1, white").click(button="right")
    expect(bob.hole("row 2, hole 1, no peg yet")).to_be_visible()
    bob.hole("row 2, hole 3, no peg yet").click()
    bob.lay("R")
    expect(bob.hole("row 2, hole 3, red")).to_be_visible()
    for _ in range(3):
        bob.press("Undo")
    expect(bob.hole("row 2, hole 1, white")).to_be_visible()
    expect(bob.hole("row 2, hole 3, black")).to_be_visible()


def test_a_peg_is_dragged_again_and_nothing_is_selected(person: Coming) -> None:
    bob = breaking(person)
    bob.lay("WKRB")
    holes = bob.page.locator("[data-hole]")
    for start, end, colour in ((2, 0, "red"), (0, 3, "red"), (3, 1, "red")):
        holes.nth(start).drag_to(holes.nth(end))
        expect(bob.hole(f"row 1, hole {end + 1}, {colour}")).to_be_visible()
        assert bob.page.evaluate("getSelection().toString()") == ""


def test_typing_anywhere_lays_pegs_and_enter_checks(person: Coming) -> None:
    bob = breaking(person)
    bob.page.mouse.click(5, 300)
    bob.page.keyboard.type("w2")
    bob.page.locator('.swatch[data-letter="Y"]').click()
    bob.page.keyboard.press("Backspace")
    bob.page.keyboard.press("Control+z")
    bob.page.keyboard.type("k")
    expect(bob.hole("row 1, hole 4, black")).to_be_visible()
    # The row is full, so it shakes and stays as it is.
    bob.page.keyboard.type("r")
    expect(bob.hole("row 1, hole 4, black")).to_be_visible()
    bob.page.keyboard.press("Enter")
    expect(bob.hole("row 1, answer: 0 black, 2 white")).to_be_visible()
    bob.page.keyboard.type("rr")
    bob.page.keyboard.press("Enter")
    said = bob.page.locator("body > [role=status]")
    expect(said).to_contain_text("Fill 2 more holes.")
    bob.press("Match details")
    bob.page.keyboard.type("g")
    bob.press("Close")
    expect(bob.hole("row 2, hole 3, no peg yet")).to_be_visible()


def test_a_button_with_nothing_left_to_do_keeps_the_focus(person: Coming) -> None:
    bob = breaking(person)
    bob.lay("W")
    bob.button("Clear").press("Enter")
    expect(bob.hole("row 1, hole 1, no peg yet")).to_be_visible()
    assert bob.button("Clear").get_attribute("aria-disabled") == "true"
    assert focused(bob) == "Clear"
    bob.page.keyboard.press("Enter")
    expect(bob.hole("row 1, hole 1, no peg yet")).to_be_visible()
    assert focused(bob) == "Clear"


def test_notes_strike_colours_out_and_stay_in_this_browser(person: Coming) -> None:
    bob = breaking(person)
    bob.press("Notes")
    bob.press("red is not in hole 1")
    bob.page.reload()
    expect(bob.button("red, noted as not in hole 1")).to_be_visible()
    bob.lay("B")
    expect(bob.button("red")).to_be_visible()
    assert all("not in hole" not in frame for frame in bob.heard)


def tab_to(each: Person, name: str) -> None:
    """Go on by Tab until something of that name has the focus."""
    for _ in range(60):
        each.page.keyboard.press("Tab")
        if focused(each).startswith(name):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_a_whole_match_is_played_by_keyboard_alone(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("classic-1 answers=hand", 2)
    bob.page.goto(link)
    bob.page.get_by_label("Your name").wait_for()
    tab_to(bob, "")
    bob.page.get_by_label("Your name").focus()
    bob.page.keyboard.type("Bob")
    bob.page.keyboard.press("Enter")

    ada.sees("Make a secret code")
    tab_to(ada, "code, hole 1")
    ada.page.keyboard.type("rgb3")
    ada.page.keyboard.press("Enter")

    bob.sees("Your turn: guess 1")
    tab_to(bob, "row 1, hole 1")
    bob.page.keyboard.type("wkk")
    bob.page.keyboard.press("Backspace")
    bob.page.keyboard.type("kw")
    bob.page.keyboard.press("ArrowLeft")
    bob.page.keyboard.press("Delete")
    bob.page.keyboard.type("w")
    bob.page.keyboard.press("Enter")
    expect(ada.hole("row 1, hole 3, white")).to_be_visible()
    ada.sees("Mark")
    tab_to(ada, "Nothing right")
    ada.page.keyboard.press("Enter")

    bob.sees("Your turn: guess 2")
    assert focused(bob) == "row 2, hole 1, no peg yet", "the focus is where the next row is laid"
    bob.page.keyboard.type("rgby")
    bob.page.keyboard.press("Enter")
    expect(ada.hole("row 2, hole 4, yellow")).to_be_visible()
    tab_to(ada, "One black more")
    for _ in range(4):
        ada.page.keyboard.press("Enter")
    tab_to(ada, "Send answer")
    ada.page.keyboard.press("Enter")
    for each in (ada, bob):
        each.result(f"{'You' if each is bob else 'Bob'} cracked it in 2")
        each.page.keyboard.press("Enter")
    assert focused(bob) == "code, hole 1, no peg yet"
    bob.page.keyboard.type("wwww")
    bob.page.keyboard.press("Enter")
    ada.sees("Your turn")
    tab_to(ada, "Give up")
    ada.page.keyboard.press("Enter")
    assert focused(ada) == "Keep playing", "the careful answer comes first"
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    bob.sees("You won the match, 11 to 2")
    for each, who in ((bob, "You"), (ada, "Bob")):
        each.result(f"{who} won the match, 11 to 2")
        each.reads("Last game:")
