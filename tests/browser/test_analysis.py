"""The analysis board and the opening explorer in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, expect

from codepegs.notation import position
from codepegs.rules import mark
from codepegs.rules.catalogue import CATALOGUE
from tests.browser.person import Person
from tests.browser.test_access import PHONE

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
LINE = "classic-1 / RRBB 1+0 / RYGW 1+1"


def analyse(each: Person, line: str) -> None:
    each.page.goto(f"/analysis?position={quote(line, safe='')}")


def shown_line(each: Person) -> Locator:
    return each.page.get_by_role("textbox", name="Position")


def rows_of(line: str) -> str:
    return line.partition(" / ")[2]


def left(line: str) -> str:
    """How many codes fit, as the page writes it."""
    board = position.read(line)
    return f"{sum(board.fits(code) for code in board.edition.codes()):,}"


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desktop"])
def test_rows_are_set_up_by_keyboard_and_the_address_has_them(
    person: Coming, look: Looking, context: dict[str, Any]
) -> None:
    ada = person("Ada", **context)
    ada.page.goto("/analysis")
    codes = ada.page.locator(".headline-n b")
    expect(codes).to_have_text("1,296")
    expect(shown_line(ada)).to_have_value("")
    ada.page.keyboard.type("rrbb")
    ada.press("One black more")
    look(ada)
    ada.page.keyboard.press("Tab")
    ada.page.locator(".lead").click(position={"x": 4, "y": 4})
    ada.page.keyboard.press("Enter")
    # The edition is in the field next to it.
    expect(shown_line(ada)).to_have_value("RRBB 1+0")
    expect(codes).to_have_text(left("classic-1 / RRBB 1+0"))
    ada.lay("RYGW")
    ada.press("One black more")
    ada.press("One white more")
    expect(ada.page.get_by_role("gridcell", name="row 2, answer: 1 black, 1 white so far")).to_have_count(1)
    ada.press("Add row")
    expect(codes).to_have_text(left(LINE))
    assert ada.page.evaluate(FITS)
    look(ada)
    # It is there again after a reload, and at the same address for others.
    ada.page.reload()
    expect(codes).to_have_text(left(LINE))
    bob = person("Bob")
    bob.page.goto(ada.page.url)
    expect(bob.page.locator(".headline-n b")).to_have_text(left(LINE))
    ada.press("Take back")
    expect(codes).to_have_text(left("classic-1 / RRBB 1+0"))
    ada.page.go_back()
    expect(codes).to_have_text(left(LINE))
    ada.press("Start over")
    expect(codes).to_have_text("1,296")


def test_the_best_guess_has_reasons_in_pegs_and_answers_to_choose(person: Coming, look: Looking) -> None:
    ada = person("Ada")
    analyse(ada, LINE)
    table = ada.page.locator(".ex-table tbody tr")
    expect(table).to_have_count(5)
    expect(table.first.locator(".star")).to_be_visible()
    ada.page.get_by_text("Why", exact=True).click()
    why = ada.page.locator(".explore details p")
    expect(why.get_by_role("img").first).to_be_visible()
    expect(why).to_contain_text("The best guess is")
    assert not re.search(r"\b[RBYGWK]{4}\b|`", why.inner_text())
    look(ada)
    # Another guess is rated as soon as it is laid.
    ada.lay("KKKK")
    played = ada.page.get_by_role("region", name="If you play it")
    expect(played.get_by_role("img", name="black, black, black, black")).to_be_visible()
    answers = played.get_by_role("button")
    board = position.read(LINE)
    codes = [code for code in board.edition.codes() if board.fits(code)]
    guess = board.edition.code("KKKK")
    expect(answers).to_have_count(len({mark(guess, code) for code in codes}))
    # Choosing an answer adds the row.
    answers.filter(has=ada.page.get_by_role("img", name="0 black, 0 white")).click()
    expect(shown_line(ada)).to_have_value(f"{rows_of(LINE)} / KKKK 0+0")


def test_a_guess_from_the_list_is_laid_on_the_board(person: Coming) -> None:
    ada = person("Ada")
    analyse(ada, LINE)
    pick = ada.page.locator(".ex-table .pick").nth(1)
    name = pick.get_by_role("img").get_attribute("aria-label")
    pick.click()
    expect(pick).to_have_attribute("aria-pressed", "true")
    assert name is not None
    for hole, colour in enumerate(name.split(", "), start=1):
        expect(ada.hole(f"row 3, hole {hole}, {colour}")).to_have_count(1)


def test_contradicting_answers_are_named_and_marked(person: Coming, look: Looking) -> None:
    ada = person("Ada")
    analyse(ada, "classic-1 / RRBB 1+0 / YYGG 0+0 / RRBB 0+2")
    expect(ada.page.locator(".headline-n b")).to_have_text("0")
    expect(ada.page.locator(".explore")).to_contain_text("The answers to rows 1 and 3 contradict each other.")
    for row, marked in ((1, True), (2, False), (3, True)):
        assert ("marked" in (ada.row(row).get_attribute("class") or "").split()) is marked
    look(ada)
    ada.press("Take back")
    expect(ada.page.locator(".row.marked")).to_have_count(0)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonesuch", "There is no edition"),
        ("classic-1 / RRBB 9+9", "possible answer"),
        ("<b>x</b>", "There is no edition"),
    ],
)
def test_a_position_that_is_not_right_is_refused_in_words(person: Coming, line: str, said: str) -> None:
    ada = person("Ada")
    ada.refused = True
    analyse(ada, line)
    expect(ada.page.get_by_role("alert")).to_contain_text(said)
    expect(ada.page.locator("peg-board .row")).to_have_count(10)
    shown_line(ada).fill(LINE)
    shown_line(ada).press("Enter")
    expect(ada.page.locator(".headline-n b")).to_have_text(left(LINE))
    # Rows alone are of the edition on the page.
    shown_line(ada).fill("RRBB 1+0")
    shown_line(ada).press("Enter")
    expect(ada.page.locator(".headline-n b")).to_have_text(left("classic-1 / RRBB 1+0"))


@pytest.mark.parametrize("slug", ["mini", "bulls-and-cows"])
def test_every_edition_can_be_analysed(person: Coming, slug: str) -> None:
    ada = person("Ada", **PHONE)
    ada.page.goto("/analysis")
    ada.page.get_by_label("Edition").select_option(slug)
    edition = CATALOGUE[slug]
    expect(shown_line(ada)).to_have_value("")
    expect(ada.page.locator(".headline-n b")).to_have_text(f"{edition.size:,}")
    expect(ada.page.locator(".swatch")).to_have_count(edition.colours + edition.blanks)
    assert ada.page.evaluate(FITS)


def test_a_phone_shows_the_numbers_without_scrolling(person: Coming) -> None:
    ada = person("Ada", viewport={"width": 360, "height": 640})
    analyse(ada, "classic-1 / RRBB 1+1")
    for part in (".summary b", ".summary .code"):
        expect(ada.page.locator(part)).to_be_in_viewport(ratio=1)
    expect(ada.page.locator(".summary")).to_contain_text("208 codes left")


def test_a_board_too_large_to_analyse_says_so(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.refused = True
    analyse(ada, "classic-1 pegs=12 colours=26 rows=30")
    expect(ada.page.get_by_role("alert")).to_contain_text("At most 1,000,000 can be analysed.")
    expect(ada.page.locator("peg-board .row")).to_have_count(30)
    assert ada.page.evaluate(FITS)
    look(ada)


# Openings -------------------------------------------------------------------------------


@pytest.mark.parametrize("context", [PHONE, {}], ids=["phone", "desktop"])
def test_an_opening_is_followed_to_the_analysis_board(
    person: Coming, look: Looking, context: dict[str, Any]
) -> None:
    ada = person("Ada", **context)
    ada.page.goto("/openings")
    first = ada.page.get_by_role("region", name="First guesses")
    expect(first.locator("tbody tr")).to_have_count(5)
    look(ada)
    first.get_by_role("button").filter(has=ada.page.get_by_role("img", name="red, red, blue, blue")).click()
    expect(ada.page).to_have_url(re.compile(r"/openings\?edition=classic-1&guess=RRBB$"))
    answers = ada.page.get_by_role("region", name="Answers")
    expect(answers.locator("tbody tr")).to_have_count(13)
    answers.get_by_role("button").filter(has=ada.page.get_by_role("img", name="1 black, 0 white")).click()
    expect(ada.page).to_have_url(re.compile(r"guess=RRBB&answer=1%2B0$"))
    expect(ada.page.locator(".headline-n b")).to_have_text("256")
    expect(ada.hole("row 1, hole 1, red")).to_have_count(1)
    look(ada)
    # Another second guess, laid by hand.
    ada.page.locator("h1").click()
    ada.page.keyboard.type("rygw")
    ada.page.keyboard.press("Enter")
    expect(ada.page).to_have_url(re.compile(r"second=RYGW$"))
    assert ada.page.evaluate(FITS)
    ada.page.reload()
    answers.get_by_role("link").filter(has=ada.page.get_by_role("img", name="1 black, 1 white")).click()
    expect(shown_line(ada)).to_have_value(rows_of(LINE))
    ada.page.go_back()
    ada.press("Other answers")
    ada.press("All first guesses")
    expect(first.locator("tbody tr")).to_have_count(5)
