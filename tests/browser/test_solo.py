"""Solo games and the daily code: from the start page to the result, alone and watched."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import expect

from codepegs.rules.daily import DAILY_EDITION, daily_code, daily_number
from tests.browser.person import Person

Coming = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 664}}
TWO_CODES = "mini pegs=1 colours=2"


def open_solo(each: Person, edition: str) -> str:
    """Open a solo table and return its address."""
    table = each.post("/api/tables", {"edition": edition, "games": 1, "players": ["", each.name]})["id"]
    each.page.goto(f"/t/{table}")
    each.sees("Guess 1")
    return f"{each.server}/t/{table}"


def test_one_click_opens_a_solo_game_of_the_chosen_edition(person: Coming) -> None:
    guest = person("Guest", **PHONE)
    guest.page.goto("/?edition=mini")
    expect(guest.page.locator("#solo-words")).to_have_text("Mini, three pegs")
    guest.page.get_by_text("House rules, clock").click()
    guest.page.get_by_label("Rows", exact=True).fill("5")
    guest.page.get_by_label("Who answers").select_option("hand")
    expect(guest.page.locator(".preview .row")).to_have_count(5)
    guest.press("Play solo")
    guest.sees("Guess 1 of 5")
    expect(guest.page.locator(".player, .invitation")).to_have_count(0)
    guest.press("Terms")
    terms = guest.page.get_by_role("dialog")
    expect(terms).to_contain_text("Solo: Player has 5 rows to crack a random code.")
    expect(terms).to_contain_text("The computer marks every guess.")
    guest.page.goto("/games")
    expect(guest.page.locator(".item")).to_contain_text("Mini, three pegs")


def test_a_code_is_cracked_played_again_and_reviewed(person: Coming, look: Callable[[Person], None]) -> None:
    ada = person("Ada", **PHONE)
    first = open_solo(ada, TWO_CODES)
    look(ada)
    for row, letter in ((1, "R"), (2, "B")):
        ada.guess(letter)
        if row == 1 and ada.headline.inner_text().startswith("Cracked"):
            break
    ada.sees("Cracked in [12]")
    ada.result("You cracked it in [12]!")
    expect(ada.page.locator(".dist [aria-current]")).to_have_count(1)
    expect(ada.page.locator("main")).not_to_contain_text(re.compile("point|wins", re.IGNORECASE))
    look(ada)
    ada.page.keyboard.press("Enter")
    ada.sees("Guess 1")
    assert ada.page.url != first
    ada.page.goto(first)
    expect(ada.page.get_by_role("link", name="Go to the next game")).to_be_visible()
    ada.page.get_by_role("link", name="Review", exact=True).click()
    expect(ada.page.locator("peg-review peg-board")).to_be_visible()
    ada.sees("You cracked it in [12]!")


def test_hints_and_a_clock_are_agreed_at_once(person: Coming) -> None:
    ada = person("Ada")
    open_solo(ada, "mini")
    ada.offer("Allow hints")
    ada.press("Hint")
    ada.press("Show me a guess")
    expect(ada.page.get_by_role("heading", name="Show me a guess")).to_be_visible()
    ada.offer("Set clock", clock="clock 180")
    expect(ada.page.get_by_role("timer")).to_have_text(re.compile("3:00|2:5"))
    ada.press("Terms")
    expect(ada.button("Offer to stop the match")).to_have_count(0)


def test_leaving_counts_as_not_cracked(person: Coming) -> None:
    ada = person("Ada")
    address = open_solo(ada, "mini")
    ada.press("Leave game")
    expect(ada.page.get_by_role("dialog")).to_contain_text("The game counts as not cracked.")
    ada.confirm("Leave the match")
    ada.sees("Not cracked")
    written = ada.context.request.get(address.replace("/t/", "/api/tables/") + "/record").text()
    assert written.splitlines()[-1] == "not cracked"


def test_neither_player_nor_spectator_gets_the_code_before_the_end(person: Coming) -> None:
    ada, eve = person("Ada"), person("Eve")
    eve.watch(open_solo(ada, "mini"))
    ada.guess("RRR")
    eve.sees("Ada is guessing")
    eve.reads("You are watching.")
    expect(eve.hole("row 1, hole 1, red")).to_be_visible()
    expect(eve.page.locator(".bay.open")).to_have_count(0)
    for each in (ada, eve):
        views = [frame.get("view") or frame.get("change") for frame in map(json.loads, each.heard)]
        games = [view["game"] for view in views if view and "game" in view]
        assert games
        assert all((game["code"], game["salt"]) == (None, None) for game in games)
    ada.press("Give up")
    ada.confirm("Give up")
    eve.sees("Not cracked")
    eve.result("Ada did not crack it")
    expect(eve.page.locator(".bay.open")).to_be_visible()
    expect(eve.button("Play again")).to_have_count(0)


def test_the_daily_code_is_the_one_of_the_day_and_has_no_rematch(person: Coming) -> None:
    ada = person("Ada")
    ada.page.goto("/?edition=mini")
    ada.press("Daily code")
    ada.sees("Guess 1 of 10")
    number = daily_number(datetime.now(UTC).date())
    expect(ada.page.locator(".eyebrow")).to_have_text(f"Daily code No. {number}")
    expect(ada.button("Leave game")).to_have_count(1)
    ada.press("Terms")
    expect(ada.page.get_by_role("dialog")).to_contain_text("the same code for everybody")
    for text in ("Set clock", "Allow hints"):
        expect(ada.button(text)).to_have_count(0)
    ada.press("Close")
    ada.guess(DAILY_EDITION.spell(daily_code(datetime.now(UTC).date())))
    ada.result("You cracked it in 1!")
    expect(ada.button("Play again")).to_have_count(0)


def test_a_second_visit_leads_to_the_daily_code_that_was_begun(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    ada.page.goto("/")
    ada.press("Daily code")
    ada.guess("RRRR")
    address = ada.page.url
    ada.page.goto("/")
    ada.press("Daily code")
    ada.page.wait_for_url(address)
    expect(ada.row(1)).to_have_class(re.compile("played"))
