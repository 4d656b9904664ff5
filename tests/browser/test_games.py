"""The list of my games: go on, review, delete, and what is never shown."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.person import Person
from tests.browser.test_solo import open_solo

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE = {"viewport": {"width": 360, "height": 740}}
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def games(each: Person) -> Locator:
    """Open the list and return its items."""
    each.page.goto("/games")
    expect(each.page.get_by_role("heading", name="In progress")).to_be_visible()
    return each.page.locator(".item")


def test_a_new_visitor_reads_that_there_are_no_games(person: Coming, look: Looking) -> None:
    guest = person("Guest", **PHONE)
    expect(games(guest)).to_have_count(0)
    expect(guest.page.get_by_text("No games in progress")).to_be_visible()
    look(guest)
    guest.page.get_by_role("link", name="Play a game").click()
    expect(guest.page).to_have_url(f"{guest.server}/")


def test_each_side_reads_whose_turn_it_is(person: Coming, look: Looking) -> None:
    ada, bob = person("Ada", **PHONE), person("Bob")
    bob.join(ada.open("mini", 2))
    ada.set_code("RGB")
    bob.sees("Your turn: guess 1")
    expect(games(bob)).to_contain_text(["Ada"])
    expect(bob.page.locator(".item .turn")).to_have_text("Your turn")
    expect(games(ada)).to_contain_text(["Game 1 of 2 · Quick"])
    expect(ada.page.locator(".item .turn")).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Delete")).to_have_count(0)
    look(ada)
    bob.page.locator(".item-link").click()
    bob.sees("Your turn: guess 1")


def test_a_finished_game_is_reviewed_and_deleted(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    address = open_solo(ada, "mini")
    ada.press("Give up")
    ada.confirm("Give up")
    ada.sees("Not cracked")
    expect(games(ada)).to_contain_text(["Not cracked · Quick"])
    look(ada)
    ada.page.get_by_role("link", name="Review", exact=True).click()
    expect(ada.page).to_have_url(address.replace("/t/", "/review/"))
    games(ada)
    ada.page.get_by_role("button", name="Delete: Solo").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("stays in your statistics")
    ada.confirm("Keep it")
    expect(ada.page.locator(".item")).to_have_count(1)
    ada.page.get_by_role("button", name="Delete: Solo").click()
    ada.confirm("Delete")
    expect(ada.page.locator(".item")).to_have_count(0)
    expect(games(ada)).to_have_count(0)
    assert ada.context.request.get("/api/statistics").json()["solo"]["games"] == 1


def test_an_unfinished_match_against_the_computer_is_deleted(person: Coming) -> None:
    ada = person("Ada")
    ada.refused = True
    table = ada.open("mini", 1, friend="computer easy")
    ada.sees("Guess 1 of 8|Make a secret code")
    games(ada)
    ada.page.get_by_role("button", name="Delete: Computer (easy)").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("won’t count in your statistics")
    ada.confirm("Delete")
    expect(ada.page.locator(".item")).to_have_count(0)
    assert ada.context.request.get(table.replace("/t/", "/api/tables/")).status == 404


def test_the_list_shows_more_on_request(person: Coming) -> None:
    ada = person("Ada")
    for _ in range(52):
        ada.post("/api/tables", {"edition": "mini", "games": 2, "players": ["Ada", None]})
    expect(games(ada)).to_have_count(50)
    ada.press("Show more")
    expect(ada.page.locator(".item")).to_have_count(52)
    expect(ada.page.locator(".item-link").nth(50)).to_be_focused()
    expect(ada.button("Show more")).to_have_count(0)


def test_statistics_show_solo_games_and_matches_by_level(person: Coming, look: Looking) -> None:
    ada = person("Ada", **PHONE)
    ada.page.goto("/statistics")
    expect(ada.page.get_by_text("No finished games yet")).to_be_visible()
    look(ada)
    open_solo(ada, "mini pegs=1 colours=2 rows=3")
    ada.press("Give up")
    ada.confirm("Give up")
    ada.sees("Not cracked")
    ada.open("mini", 1, friend="computer easy")
    ada.leave()
    ada.sees("You left")
    ada.page.goto("/statistics")
    solo = ada.page.get_by_role("region", name="Solo")
    expect(solo.locator("dd")).to_have_text(["1", "0%", "–", "–", "0", "0"])
    solo.locator("summary").click()
    expect(solo.get_by_text("Not cracked yet.")).to_be_visible()
    expect(ada.page.get_by_role("row", name="Easy")).to_have_text("Easy001")
    assert ada.page.evaluate(FITS)
    look(ada)
    open_solo(ada, "mini pegs=1 colours=2 rows=3")
    ada.guess("R")
    if not ada.headline.inner_text().startswith("Cracked"):
        ada.guess("B")
    ada.sees("Cracked")
    ada.page.goto("/statistics")
    solo.locator("summary").click()
    expect(solo.locator(".by-edition .dist li")).to_have_count(3)
