"""What stands where at the table: nothing moves, overlaps, shows twice or is out of sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]
PHONE = {"width": 390, "height": 664}
SIZES = [(360, 740), (844, 390), (1280, 640)]
BOARD = "JSON.stringify(document.querySelector('peg-board').getBoundingClientRect())"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_board_stays_in_its_place_through_all_phases(person: Coming, size: tuple[int, int]) -> None:
    ada, bob = person("Ada", viewport={"width": size[0], "height": size[1]}), person("Bob")
    bob.join(ada.open("mini answers=hand", 2))
    ada.sees("Make a secret code")
    places = [ada.page.evaluate(BOARD)]

    def look() -> None:
        places.append(ada.page.evaluate(BOARD))

    ada.set_code("RGB")
    look()
    bob.guess("RRB")
    ada.sees("Mark")
    look()
    ada.answer(2, 0)
    look()
    bob.guess("RGB")
    ada.answer(3, 0)
    ada.result("Bob cracked it in 2")
    look()
    ada.press("Close")
    look()
    ada.go_on()
    ada.sees("Bob is making a code")
    look()
    bob.go_on()
    bob.set_code("YYY")
    ada.sees("Your turn: guess")
    look()
    assert set(places) == {places[0]}


def test_the_headline_comes_before_the_board_in_the_tree(person: Coming) -> None:
    ada = person("Ada", viewport=PHONE)
    ada.open("mini", 2, friend="computer beginner")
    ada.sees("Make a secret code")
    order = ada.page.evaluate(
        "[...document.querySelectorAll('h1, .player, peg-board, .dock')].map((each) => each.localName)"
    )
    assert order == ["h1", "div", "div", "peg-board", "section"]
    tops = ada.page.evaluate(
        "['h1', '.player', 'peg-board', '.dock']"
        ".map((part) => document.querySelector(part).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)


@pytest.mark.parametrize("size", [(844, 390), (360, 740)], ids=str)
def test_a_long_name_does_not_touch_the_points(person: Coming, size: tuple[int, int]) -> None:
    ada = person("Ada", viewport={"width": size[0], "height": size[1]})
    bob = person("Wolfeschlegelsteinhausen")
    bob.join(ada.open("mini time=600", 2))
    ada.set_code("RGB")
    ada.sees("is guessing")
    for player in ada.page.locator(".player").all():
        points = player.locator(".points").bounding_box()
        assert points is not None
        for part in player.locator(".name, small, turn-clock").all():
            box = part.bounding_box()
            if box is not None:
                assert box["x"] + box["width"] + 4 <= points["x"], part.inner_text()


def test_a_row_that_ran_out_of_time_is_told_in_view(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob", viewport=PHONE)
    bob.join(ada.open("mini time=1", 1))
    ada.set_code("RGB")
    news = bob.page.locator(".news").first
    expect(news).to_contain_text("Time ran out: row")
    expect(news).to_be_in_viewport(ratio=1)
    covered = "(node) => { const { x, y, width, height } = node.getBoundingClientRect();"
    covered += " return node.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"
    assert news.evaluate(covered)


@pytest.mark.parametrize("size", [(640, 400), (320, 400)], ids=str)
@pytest.mark.parametrize("path", ["/", "table"])
def test_the_dock_covers_no_row_in_a_low_window(person: Coming, path: str, size: tuple[int, int]) -> None:
    """A window of 1280x800 at 200 % has room for 640x400."""
    ada = person("Ada", viewport={"width": size[0], "height": size[1]})
    if path == "table":
        ada.join(person("Bob").open("classic-1", 2, second=True))
        ada.sees("Make a secret code")
        ada.set_code("RGBY")
    else:
        ada.page.goto(path)
    expect(ada.page.locator(".dock")).to_be_visible()
    row, dock = ada.row(1).bounding_box(), ada.page.locator(".dock").bounding_box()
    assert row is not None
    assert dock is not None
    assert row["y"] + row["height"] <= dock["y"] + 1 or row["x"] + row["width"] <= dock["x"] + 1
    assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_hint_takes_the_place_of_the_tray_and_lays_its_guess(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob", viewport={"width": 360, "height": 640})
    bob.join(ada.open("classic-1", 2, hints=True))
    ada.set_code("RGBY")
    bob.sees("Your turn")
    bob.press("Hint")
    panel = bob.page.get_by_role("region", name="Hints")
    expect(panel).to_contain_text("Ada can see that you took a hint")
    bob.press("Show me a guess")
    expect(panel).to_contain_text("The best guess is")
    lines = "(said) => said.clientHeight / parseFloat(getComputedStyle(said.firstElementChild).lineHeight)"
    assert panel.locator(".said").evaluate(lines) >= 4
    row, hint = bob.row(1).bounding_box(), panel.bounding_box()
    assert row is not None
    assert hint is not None
    assert row["y"] + row["height"] <= hint["y"], "the row in play stays in view"
    assert hint["y"] + hint["height"] == 640
    for button in panel.get_by_role("button").all():
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box is not None
        assert box["height"] <= 48, "no word breaks"
    bob.press("Lay it")
    expect(panel).to_have_count(0)
    expect(bob.page.locator(".row[data-state=current] .peg")).to_have_count(4)
    expect(bob.button("Check")).to_be_enabled()


def test_a_phone_says_once_what_goes_on_and_has_no_empty_wood(person: Coming) -> None:
    ada, bob = person("Ada"), person("Bob", viewport={"width": 360, "height": 640})
    bob.join(ada.open("mini", 2))
    bob.sees("Ada is making a code")
    said = "[...document.querySelectorAll('h1, h2, .match-head b')].filter((each) =>"
    said += (
        " each.textContent === 'Ada is making a code' && getComputedStyle(each).clipPath === 'none').length"
    )
    assert bob.page.evaluate(said) == 1
    ada.set_code("RGB")
    bob.sees("Your turn")
    gaps = bob.page.evaluate(
        "[...document.querySelectorAll('.dock > *')].map((each) => each.getBoundingClientRect())"
        ".map(({ top }, place, all) => (place ? top - all[place - 1].bottom : 0))"
    )
    assert max(gaps) <= 12
    expect(bob.page.locator(".helps").get_by_role("button")).to_have_count(2)
    board = bob.page.locator("peg-board").bounding_box()
    assert board is not None
    assert board["height"] >= 340


def test_notes_are_all_in_view(person: Coming) -> None:
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.page.goto("/?edition=classic-1 pegs=6")
    ada.lay("RRBBGG")
    ada.button("Check").click()
    ada.sees("Guess 2")
    ada.press("Notes")
    lines = ada.page.locator(".note-line")
    expect(lines).to_have_count(6)
    for line in lines.all():
        expect(line).to_be_in_viewport(ratio=1)


def test_an_answer_is_sent_from_one_place(person: Coming) -> None:
    ada = person("Ada", viewport={"width": 1280, "height": 800})
    ada.open("hasbro-2010 answers=hand", 2, friend="computer beginner")
    ada.set_code("RGBY")
    ada.sees("Mark")
    # Windows in two colours, which the board does not explain.
    expect(ada.page.locator(".lead .legend")).to_contain_text("Right colour, wrong place")
    send = ada.page.locator(".dock .send")
    place = send.bounding_box()
    ada.page.locator('[data-act="more"]').first.click()
    expect(send).to_have_text("Send answer")
    assert send.bounding_box() == place
