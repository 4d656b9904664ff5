"""Reviews in a browser: of tables, and of records that somebody opens."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from codepegs.notation import record
from codepegs.rules.catalogue import CATALOGUE
from tests.browser.person import Person
from tests.browser.test_access import PHONE
from tests.support.strategies import played, two

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "classic-1.pegs"


def give_up(bob: Person, *guesses: str, waits: bool = True) -> str:
    """The name of a table at which Bob has guessed, and then given up.

    A code of this edition has no repeats, so that a guess with some does not break it by chance.
    """
    address = bob.open("hasbro-2010", 2, friend="computer beginner", second=True)
    for guess in guesses:
        bob.guess(guess)
    bob.sees(f"guess {len(guesses) + 1} of")
    bob.press("Give up")
    bob.confirm("Give up")
    if waits:
        expect(bob.page.locator(".result")).to_be_visible()
    return address.rpartition("/")[2]


def item(each: Person, number: int) -> Locator:
    return each.page.locator(".rev-item").nth(number - 1)


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desktop"])
def test_a_game_is_reviewed_in_numbers_pegs_and_on_its_board(
    person: Coming, look: Looking, context: dict[str, Any]
) -> None:
    bob = person("Bob", **context)
    table = give_up(bob, "RRBB", "YYGG", "RRBB")
    bob.page.get_by_role("link", name="Review", exact=True).click()
    bob.sees("Not this time.")
    assert bob.page.url.endswith(f"/review/{table}?game=1")
    summary = bob.page.get_by_role("region", name="Summary")
    expect(summary).to_have_text(
        re.compile(r"^Guesses\s*3\s*Not cracked\.\s*Skill\s*\d+.*Luck\s*\d+", re.DOTALL)
    )
    expect(bob.page.locator(".rev-item")).to_have_count(3)
    expect(item(bob, 3)).to_contain_text("Slip")  # it was played before
    strips = bob.page.locator(".rev .guess").get_by_role("img")
    assert strips.nth(0).get_attribute("aria-label") == "red, red, blue, blue"
    # Codes are pegs: no letters stand in any sentence.
    bob.press("Details of guess 3")
    expect(bob.page.get_by_role("heading", name="Codes left after each possible answer")).to_be_visible()
    expect(item(bob, 3).locator(".answers .given")).to_have_count(1)
    assert not re.search(r"\b[RBYGWKOP]{4}\b|`", bob.page.locator("main").inner_text())
    assert bob.page.evaluate(FITS)
    look(bob)
    # By keys, by the buttons, and from the grid.
    bob.page.locator("h1").click()
    bob.page.keyboard.press("ArrowLeft")
    steps = bob.page.get_by_role("group", name="Step through the game")
    expect(steps).to_contain_text("Guess 2 of 3")
    expect(bob.page.locator("body > [role=status]")).to_contain_text("Guess 2: yellow, yellow, green, green")
    expect(bob.page.locator(".bay.open")).to_have_count(0)
    bob.press("Next guess")
    expect(bob.page.locator(".bay.open")).to_have_count(1)
    expect(bob.button("Next guess")).to_be_disabled()
    bob.page.get_by_role("button", name="Guess 1, show it on the board").click()
    expect(steps).to_contain_text("Guess 1 of 3")
    expect(bob.hole("row 1, hole 1, red")).to_be_visible()
    expect(bob.row(2)).to_have_attribute("data-state", "future")


def test_another_guess_can_be_tried_from_any_row(person: Coming) -> None:
    bob = person("Bob")
    table = give_up(bob, "RRBB", "YYGG")
    bob.page.goto(f"/review/{table}?game=1")
    bob.press("Details of guess 2")
    link = item(bob, 2).get_by_role("link", name="Try another guess")
    address = link.get_attribute("href")
    assert address is not None
    assert address.startswith("/analysis?position=hasbro-2010%20%2F%20RRBB%20")
    assert "YYGG" not in address


def test_the_games_of_a_match_are_chosen_by_buttons(person: Coming) -> None:
    bob = person("Bob")
    table = give_up(bob, "RRBB")
    bob.page.goto(f"/review/{table}")
    expect(bob.button("Game 1")).to_have_attribute("aria-pressed", "true")
    bob.sees("Not this time.")
    bob.press("Game 2")
    bob.sees("Make a secret code")
    expect(bob.page.get_by_text("You can review this game once it’s over.")).to_be_visible()
    expect(bob.page).to_have_url(re.compile(rf"/review/{table}\?game=2$"))
    bob.page.reload()
    expect(bob.button("Game 2")).to_have_attribute("aria-pressed", "true")


def test_a_board_too_large_to_review_can_be_stepped_through(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    code = "ABCDEFGHIJKL"
    letters = "".join(colour.letter for colour in CATALOGUE["classic-1"].with_rules(colours=26).hues)
    table = ada.post(
        "/api/tables", {"edition": "classic-1 pegs=12 colours=26 rows=30", "games": 1, "players": ["", "Ada"]}
    )["id"]
    ada.page.goto(f"/t/{table}")
    ada.sees("Guess 1")
    ada.page.keyboard.type("".join(letters[ord(letter) - 65] for letter in code))
    ada.page.keyboard.press("Enter")
    ada.sees("Guess 2")
    ada.press("Give up")
    ada.confirm("Give up")
    ada.page.get_by_role("link", name="Review", exact=True).click()
    ada.sees("Not this time.|did not crack|gave up")
    expect(ada.page.locator(".rev-item")).to_have_count(1)
    expect(ada.page.locator(".notice")).to_be_visible()
    assert ada.page.evaluate(FITS)
    look(ada)


# Records --------------------------------------------------------------------------------


def test_a_record_is_opened_and_each_of_its_games_reviewed(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.page.goto("/review")
    look(ada)
    ada.page.get_by_label("Open a file").set_input_files(EXAMPLE)
    ada.sees("Ada cracked it in 7.")
    expect(ada.page.locator(".rev-item")).to_have_count(7)
    expect(ada.page.locator(".page-head").get_by_text("slips: guesses")).to_be_visible()
    assert ada.page.evaluate(FITS)
    look(ada)
    ada.press("Game 1, void")
    ada.sees("This game doesn’t count.")
    expect(ada.page).to_have_url(re.compile(r"/review\?game=1&replay=0$"))
    look(ada)
    # It is there after a reload, and the form is one step back.
    ada.page.reload()
    ada.sees("This game doesn’t count.")
    ada.page.go_back()
    expect(ada.page.get_by_label("Open a file")).to_be_visible()


def test_a_record_is_saved_as_it_came_and_its_boards_as_pictures(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/review")
    ada.page.get_by_label("Or paste the text").fill(EXAMPLE.read_text(encoding="utf-8"))
    ada.press("Review it")
    ada.sees("Ada cracked it in 7.")
    with ada.page.expect_download() as saved:
        ada.press("Save the record")
    assert Path(saved.value.path()).read_bytes() == EXAMPLE.read_bytes()
    with ada.page.expect_download() as drawn:
        ada.press("Save the board as a picture")
    assert drawn.value.suggested_filename.endswith(".svg")
    assert ElementTree.parse(drawn.value.path()).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("moves", "offered"),
    [
        (("guess AAB", "leave codebreaker"), [True]),
        (("guess ABC", "code ABC", "guess AAB"), [True, False]),
    ],
    ids=["left", "still on"],
)
def test_games_without_a_code_have_no_numbers(
    person: Coming, moves: tuple[str, ...], offered: list[bool]
) -> None:
    match = played(two(CATALOGUE["mini"]), "code ABC", *moves)
    ada = person("Ada")
    ada.page.goto("/review")
    ada.page.get_by_label("Or paste the text").fill(record.write(match))
    ada.press("Review it")
    expect(ada.page.locator("peg-board")).to_be_visible()
    for place, there in enumerate(offered):
        if len(offered) > 1:
            ada.press(f"Game {place + 1}")
            expect(ada.button(f"Game {place + 1}")).to_have_attribute("aria-pressed", "true")
        expect(ada.page.get_by_role("region", name="Summary")).to_have_count(int(there))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Choose a file, or paste the text of a record."),
        ("<img src=x onerror=alert(1)>", "Line 1: this is not a record"),
        ("x" * 500_000, "The limit is 400,000"),
    ],
    ids=["empty", "markup", "long"],
)
def test_a_record_that_is_not_right_is_refused_beside_it(person: Coming, text: str, said: str) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    ada.page.goto("/review")
    field = ada.page.get_by_label("Or paste the text")
    field.fill(text)
    ada.press("Review it")
    expect(ada.page.get_by_role("alert")).to_contain_text(said)
    expect(field).to_be_focused()
    assert ada.page.evaluate(FITS)


def test_the_line_that_is_refused_is_the_line_that_is_marked(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    ada.page.goto("/review")
    field = ada.page.get_by_label("Or paste the text")
    text = EXAMPLE.read_text(encoding="utf-8").replace("games ", "gomes ")
    number, wrong = next(
        (number, line) for number, line in enumerate(text.splitlines(), 1) if line.startswith("gomes ")
    )
    field.fill(f"\n  \n\n{text}")
    ada.press("Review it")
    expect(ada.page.get_by_role("alert")).to_contain_text(f"Line {number}:")
    marked = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert field.evaluate(marked) == wrong
    assert field.input_value().split("\n")[number - 1] == wrong  # as the refusal counts
