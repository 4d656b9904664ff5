"""The start page: a board that is ready, a table with the first guess, and help on the first visit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from codepegs.rules.catalogue import CATALOGUE
from tests.browser.person import Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
SIZES = [(390, 664), (1280, 640)]
SHIFTS = """
globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
ANSWERED = "Guess 2 of 10|Cracked in 1"
"""A random code may be the one that was guessed."""
BOARD = "JSON.stringify(document.querySelector('peg-board').getBoundingClientRect())"


def sized(size: tuple[int, int]) -> dict[str, Any]:
    return {"viewport": {"width": size[0], "height": size[1]}}


def arrive(each: Person, path: str = "/") -> None:
    each.page.goto(path)
    expect(each.page.locator(".swatch").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_first_answer_takes_one_tap_more_than_pegs(person: Coming, size: tuple[int, int]) -> None:
    guest = person("Guest", **sized(size))
    guest.context.add_init_script(SHIFTS)
    arrive(guest)
    board = guest.page.evaluate(BOARD)
    needed = guest.page.locator(".swatch, .check, .row[data-state=current], h1, .legend")
    for part in needed.all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
    guest.lay("R")
    expect(guest.hole("row 1, hole 1, red")).to_be_visible()
    guest.lay("RBB")
    guest.button("Check").click()
    guest.sees(ANSWERED)
    expect(guest.row(1)).to_have_class(re.compile("played"))
    assert guest.page.evaluate(BOARD) == board
    assert guest.page.evaluate("shifted") <= 0.05


@pytest.mark.parametrize(("size", "words"), [((360, 740), "Continue"), ((1280, 800), "Continue your game")])
def test_the_start_page_leads_back_to_an_unfinished_game(
    person: Coming, look: Looking, size: tuple[int, int], words: str
) -> None:
    guest = person("Guest", **sized(size))
    arrive(guest)
    expect(guest.page.get_by_role("link", name="Continue")).to_have_count(0)
    # Two codes of six pegs are never guessed at once.
    for code in ("RRBBGG", "YYWWKK"):
        guest.page.goto("/?edition=classic-1 pegs=6")
        guest.lay(code)
        guest.button("Check").click()
        guest.sees("Guess 2 of 10")
    last = guest.page.url
    arrive(guest)
    expect(guest.page.locator(".row.played")).to_have_count(0)
    look(guest)
    guest.page.get_by_role("link", name=words, exact=True).click()
    expect(guest.page).to_have_url(last)
    guest.sees("Guess 2 of 10")
    assert guest.context.request.get("/api/statistics").json()["solo"]["games"] == 0


def test_nothing_is_created_before_the_first_guess(person: Coming) -> None:
    guest = person("Guest")
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.method != "GET" or "/api/" in request.url:
            asked.append(f"{request.method} {request.url.removeprefix(guest.server)}")

    guest.page.on("request", note)
    arrive(guest)
    guest.lay("RRBB")
    expect(guest.button("Check")).not_to_have_attribute("aria-disabled", "true")
    assert asked == []
    assert guest.context.cookies() == []
    assert guest.heard == []
    guest.button("Check").click()
    guest.sees(ANSWERED)
    assert asked == ["POST /api/tables"]
    assert [cookie["name"] for cookie in guest.context.cookies()] == ["codepegs"]


def test_the_board_stays_the_same_when_its_table_opens(person: Coming) -> None:
    guest = person("Guest")
    arrive(guest)
    guest.page.evaluate("document.querySelector('peg-board').ours = true")
    guest.page.keyboard.type("rrbb")
    guest.page.keyboard.press("Enter")
    guest.sees(ANSWERED)
    assert guest.page.evaluate("document.querySelector('peg-board').ours")
    assert re.search(r"/t/\w{10}$", guest.page.url)
    expect(guest.page.get_by_role("button", name=re.compile("^Play a friend"))).to_be_visible()
    guest.page.reload()
    guest.sees(ANSWERED)
    expect(guest.row(1)).to_have_class(re.compile("played"))
    guest.guess("RGBY")


def test_a_half_laid_row_survives_a_reload(person: Coming) -> None:
    guest = person("Guest")
    arrive(guest)
    guest.lay("RG")
    guest.page.reload()
    expect(guest.hole("row 1, hole 2, green")).to_be_visible()


@pytest.mark.parametrize("slug", ["hasbro-2010", "bulls-and-cows"])
def test_the_board_of_every_edition_is_ready(person: Coming, slug: str) -> None:
    guest, edition = person("Guest", **sized((390, 664))), CATALOGUE[slug]
    arrive(guest, f"/?edition={slug}")
    expect(guest.page.locator(".swatch")).to_have_count(edition.colours + edition.blanks)
    guest.lay("".join(hue.letter for hue in edition.hues[: edition.pegs]))
    guest.button("Check").click()
    guest.sees(f"Guess 2 of {edition.rows}|Cracked in 1")


def test_a_guess_waits_for_the_connection_and_is_sent_once(person: Coming) -> None:
    guest = person("Guest", reduced_motion="reduce")
    arrive(guest)
    guest.lay("RRBB")
    guest.page.wait_for_load_state("networkidle")
    guest.context.set_offline(True)
    guest.button("Check").click()
    guest.reads("Connection lost.")
    expect(guest.page.locator(".check")).to_have_text("Sending …")
    guest.context.set_offline(False)
    guest.sees(ANSWERED)
    found = guest.context.request.get("/api/tables").json()["tables"]
    assert [table["moves"] for table in found] == [2]


def test_a_refusal_leaves_the_row_as_it_is(person: Coming) -> None:
    guest = person("Guest")
    guest.refused = True
    busy = '{"refused": {"kind": "Busy", "message": "Too busy. Try again.", "facts": {}}}'
    guest.page.route("**/api/tables", lambda route: route.fulfill(status=422, body=busy))
    arrive(guest)
    guest.lay("RRBB")
    guest.button("Check").click()
    guest.reads("Too busy. Try again.")
    guest.page.unroute_all()
    guest.button("Check").click()
    guest.sees(ANSWERED)


def test_a_newcomer_is_shown_how_to_play_once(person: Coming, look: Looking) -> None:
    guest = person("Guest", newcomer=True, **sized((390, 664)))
    arrive(guest)
    sheet = guest.page.get_by_role("dialog", name="How to play")
    for text in ("Guess the four hidden pegs in ten tries.", "2 black", "1 white", "A dash"):
        expect(sheet).to_contain_text(text)
    # As the rows of one game, the examples admit a code.
    for colours in ("red, blue, yellow, green", "yellow, green, white, black", "white, black, white, black"):
        expect(sheet.get_by_role("img", name=colours, exact=True)).to_be_visible()
    look(guest)
    sheet.get_by_label("Shapes on pegs").check()
    expect(guest.page.locator("html")).to_have_attribute("data-marks", "shapes")
    sheet.get_by_role("button", name="Got it").click()
    guest.lay("R")
    guest.page.reload()
    expect(guest.hole("row 1, hole 1, red")).to_be_visible()
    expect(sheet).to_have_count(0)
    guest.page.get_by_role("banner").get_by_role("link", name="How to play").click()
    expect(sheet).to_be_visible()


def test_axe_finds_nothing_on_the_start_page(person: Coming, look: Looking) -> None:
    for size in ((360, 740), (1280, 640)):
        guest = person("Guest", **sized(size))
        arrive(guest)
        look(guest)


def test_the_first_load_is_small(person: Coming) -> None:
    guest = person("Guest", newcomer=True)
    arrive(guest)
    guest.page.wait_for_load_state("networkidle")
    sizes = guest.page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(({name, encodedBodySize}) => [encodedBodySize, name])"
    )
    assert sum(size for size, _ in sizes) <= 60 * 1024, sorted(sizes)


def test_a_small_laptop_has_a_large_board(person: Coming) -> None:
    guest = person("Guest", **sized((1024, 768)))
    arrive(guest)
    box = guest.page.locator("peg-board").bounding_box()
    assert box is not None
    assert box["width"] >= 380


def test_pegs_in_the_help_are_round(person: Coming) -> None:
    guest = person("Guest", **sized((360, 640)))
    arrive(guest)
    guest.page.get_by_role("link", name="How to play").first.click()
    shapes = (
        "(all) => all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => width / height)"
    )
    pegs = guest.page.locator(".examples :is(.peg, .key)")
    expect(pegs).to_have_count(15)
    ratios = pegs.evaluate_all(shapes)
    assert all(0.95 < ratio < 1.05 for ratio in ratios)
