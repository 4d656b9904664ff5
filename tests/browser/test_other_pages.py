"""The pages around the table: rules, records, settings, about, API, and addresses that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from codepegs.notation import record
from codepegs.rules.catalogue import CATALOGUE
from tests.browser.person import Person
from tests.support.strategies import played, two

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "classic-1.pegs"
PAGES = ["/", "/rules", "/rules/hasbro-2010", "/record", "/settings", "/about"]


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_and_nothing_is_to_be_scrolled_sideways(
    person: Coming, look: Looking, path: str
) -> None:
    ada = person("Ada", **PHONE)
    for width in (1440, 768, 360, 320):
        ada.page.set_viewport_size({"width": width, "height": 700})
        ada.page.goto(path)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        assert ada.page.evaluate(FITS), width
    look(ada)


def test_every_edition_has_rules_with_drawn_examples(person: Coming) -> None:
    ada = person("Ada")
    for edition in CATALOGUE.values():
        ada.page.goto(f"/rules/{edition.slug}")
        expect(ada.page.get_by_role("heading", level=1)).to_have_text(edition.box.title)
        shown = ada.page.locator(".examples li").first
        assert shown.locator(".peg").count() == 2 * edition.pegs
        expect(ada.page.locator(".board-picture svg")).to_be_visible()


def test_an_address_that_leads_nowhere_leads_on(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    ada.page.goto("/nowhere")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Nothing right here")
    look(ada)
    ada.page.get_by_role("main").get_by_role("link", name="Rules").click()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("The rules")


def test_settings_change_at_once_and_last(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.page.goto("/settings")
    for name, value in (
        ("marks", "shapes"),
        ("palette", "apart"),
        ("theme", "dark"),
        ("motion", "off"),
        ("sound", "on"),
    ):
        ada.page.locator(f"input[name={name}][value={value}]").check()
        assert ada.page.evaluate(f"document.documentElement.dataset.{name}") == value
    expect(ada.page.locator(".sample .shape:visible")).to_have_count(8)
    look(ada)
    ada.page.goto("/rules")
    expect(ada.page.locator(".examples .shape:visible").first).to_be_visible()
    assert ada.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    ada.page.goto("/settings")
    for name, value in (
        ("marks", "shapes"),
        ("palette", "apart"),
        ("theme", "dark"),
        ("motion", "off"),
        ("sound", "on"),
    ):
        expect(ada.page.locator(f"input[name={name}][value={value}]")).to_be_checked()


def test_a_record_is_opened_and_stepped_through_by_keys_and_buttons(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    match = record.read(EXAMPLE.read_text(encoding="utf-8"))
    ada.page.goto("/record")
    look(ada)
    ada.page.get_by_label("Open a file").set_input_files(EXAMPLE)
    where = ada.page.locator(".record-side h2")
    expect(where).to_have_text("Game 1, the beginning")
    look(ada)
    first = match.games[0]
    for number in range(1, len(first.board.rows) + 1):
        ada.page.keyboard.press("ArrowRight")
        expect(where).to_have_text(f"Game 1, row {number}")
        expect(ada.page.locator(".line.played")).to_have_count(number)
    said = ada.page.locator("body > [role=status]")
    ada.press("One step on")
    expect(where).to_have_text("Game 1, the end")
    expect(said).to_contain_text("The code was ")
    expect(ada.page.locator(".bay.open")).to_have_count(1)
    ada.press("One step on")
    expect(where).to_have_text("Game 1, again, the beginning")  # the first one is void
    expect(ada.page.locator(".bay.open")).to_have_count(0)
    ada.page.keyboard.press("End")
    ada.press("To the beginning")
    expect(where).to_have_text("Game 1, the beginning")
    ada.page.get_by_label("Game", exact=True).select_option("2")
    expect(where).to_have_text("Game 2, the beginning")
    assert ada.page.evaluate(FITS)


def test_a_record_is_saved_as_it_came_and_its_boards_as_pictures(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/record")
    ada.page.get_by_label("Or paste the text").fill(EXAMPLE.read_text(encoding="utf-8"))
    ada.press("Look through it")
    ada.press("To the end")
    with ada.page.expect_download() as saved:
        ada.press("Save the record")
    assert Path(saved.value.path()).read_bytes() == EXAMPLE.read_bytes()
    with ada.page.expect_download() as drawn:
        ada.press("Save this board as SVG")
    assert drawn.value.suggested_filename.endswith(".svg")
    assert ElementTree.parse(drawn.value.path()).getroot().tag.endswith("svg")
    ada.page.get_by_role("link", name="Review this game").click()
    expect(ada.page.locator("peg-review peg-board")).to_be_visible()


@pytest.mark.parametrize(
    ("moves", "offered"),
    [
        (("guess AAB", "leave codebreaker"), [True]),
        (("give up", "leave codemaker"), [True, False]),
        (("guess ABC", "code ABC", "guess AAB"), [True, False]),
    ],
    ids=["left", "left without a code", "still on"],
)
def test_a_record_offers_reviews_where_there_are_some(
    person: Coming, moves: tuple[str, ...], offered: list[bool]
) -> None:
    match = played(two(CATALOGUE["mini"]), "code ABC", *moves)
    ada = person("Ada")
    ada.page.goto("/record")
    ada.page.get_by_label("Or paste the text").fill(record.write(match))
    ada.press("Look through it")
    for place, there in enumerate(offered):
        ada.page.get_by_label("Game", exact=True).select_option(index=place)
        expect(ada.page.locator(".record-side h2")).to_have_text(f"Game {place + 1}, the beginning")
        expect(ada.page.get_by_role("link", name="Review this game")).to_have_count(int(there))


def test_a_game_that_was_played_again_is_reviewed_as_it_was_played_last(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/record")
    ada.page.get_by_label("Open a file").set_input_files(EXAMPLE)
    where = ada.page.locator(".record-side h2")
    for place, steps, times in ((0, "Game 1, the", "At first"), (1, "Game 1, again, the", "Played again")):
        ada.page.get_by_label("Game", exact=True).select_option(index=place)
        expect(where).to_have_text(f"{steps} beginning")
        ada.page.get_by_role("link", name="Review this game").click()
        expect(ada.button(times)).to_have_attribute("aria-pressed", "true")
        ada.page.go_back()
    ada.page.goto("/review?game=1")
    expect(ada.button("Played again")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "Line 1: this is not a record"),
        ("<img src=x onerror=alert(1)>", "Line 1: this is not a record"),
        (EXAMPLE.read_text(encoding="utf-8").replace("games ", "games 9"), "Line"),
        (EXAMPLE.read_text(encoding="utf-8")[:-20], "Line"),
        ("x" * 500_000, "The limit is 400,000"),
    ],
    ids=["nonsense", "markup", "changed", "cut", "long"],
)
def test_a_record_that_is_not_right_is_refused_beside_it(person: Coming, text: str, said: str) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    ada.page.goto("/record")
    field = ada.page.get_by_label("Or paste the text")
    field.fill(text)
    ada.press("Look through it")
    expect(ada.page.get_by_role("alert")).to_contain_text(said)
    expect(field).to_be_focused()
    assert ada.page.evaluate(FITS)


def test_the_line_that_is_refused_is_the_line_that_is_marked(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    ada.page.goto("/record")
    field = ada.page.get_by_label("Or paste the text")
    text = EXAMPLE.read_text(encoding="utf-8").replace("games ", "gomes ")
    number, wrong = next(
        (number, line) for number, line in enumerate(text.splitlines(), 1) if line.startswith("gomes ")
    )
    field.fill(f"\n  \n\n{text}")
    ada.press("Look through it")
    expect(ada.page.get_by_role("alert")).to_contain_text(f"Line {number}:")
    marked = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert field.evaluate(marked) == wrong
    assert field.input_value().split("\n")[number - 1] == wrong  # as the refusal counts


def test_who_comes_back_from_a_review_finds_the_record_open(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/record")
    ada.page.get_by_label("Open a file").set_input_files(EXAMPLE)
    ada.page.get_by_role("link", name="Review this game").first.click()
    ada.sees("Game")
    ada.page.go_back()
    expect(ada.page.get_by_role("link", name="Review this game").first).to_be_visible()
    ada.page.goto("/record")
    expect(ada.page.get_by_label("Open a file")).to_be_visible()


def test_the_record_of_a_table_is_looked_through_also_while_it_is_played(
    person: Coming, look: Looking
) -> None:
    ada, bob = person("Ada"), person("Bob")
    link = ada.open("classic-1", 1)
    path = link.partition("#")[0] + "/record"
    bob.refused = True
    bob.page.goto(path)
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("No record to look through")
    look(bob)
    bob.join(link)
    ada.set_code("RGBY")
    bob.guess("RGYB")
    bob.sees("row 2")
    bob.page.goto(path)
    expect(bob.page.locator(".record-side h2")).to_have_text("Game 1, row 1")
    expect(bob.page.locator(".bay.open")).to_have_count(0)
    look(bob)
    bob.page.get_by_role("link", name="To the table").click()
    bob.guess("RGBY")
    bob.page.get_by_role("link", name="Look through it").click()
    expect(bob.page.locator(".record-side")).to_contain_text("It opens the commitment")
    expect(bob.page.locator(".bay.open")).to_have_count(1)


def test_without_scripts_every_page_says_what_to_do(person: Coming) -> None:
    ada = person("Ada", java_script_enabled=False)
    for path in ("/", "/record", "/settings"):
        # Chromium reads noscript as if scripts ran, when it is told not to run them in this way.
        sent = ada.context.request.get(path).text()
        assert re.search(r"<noscript>[^§]*JavaScript, which is off[^§]*</noscript>", sent)
    ada.page.goto("/rules/classic-2")
    expect(ada.page.locator(".examples .letter").first).to_be_visible()
