"""Open challenges: create, take, withdraw, and what two strangers see."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.person import Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def stranger(person: Coming) -> Iterator[Coming]:
    """Makes people who are on the page of open challenges, and in the end have none."""
    people: list[Person] = []

    def come(name: str, **context: object) -> Person:
        each = person(name, **context)
        people.append(each)
        each.page.goto("/challenges")
        expect(each.page.locator("open-challenges > *").first).to_be_visible()
        return each

    yield come
    for each in people:
        found = each.context.request.get("/api/challenges").json()
        for table in found["yours"]:
            each.context.request.delete(f"/api/tables/{table}", headers={"origin": each.server})


def create(each: Person, name: str = "") -> None:
    each.page.get_by_role("button", name="Create a challenge").click()
    dialog = each.page.get_by_role("dialog")
    dialog.locator('input[value="mini"]').check()
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Create").click()
    expect(each.page.get_by_text("Waiting for an opponent").first).to_be_visible()


def offers(each: Person) -> Locator:
    return each.page.locator("open-challenges .item")


def test_the_list_stays_while_a_button_in_it_is_pressed(stranger: Coming) -> None:
    ada, bea, bob = stranger("Ada"), stranger("Bea"), stranger("Bob")
    create(ada, "Ada")
    create(bea, "Bea")
    expect(offers(bob)).to_have_count(2)
    first, second = (ada, bea) if "Ada" in offers(bob).first.inner_text() else (bea, ada)
    box = bob.page.get_by_role("button", name=f"Play {second.name}").bounding_box()
    assert box is not None
    bob.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    bob.page.mouse.down()
    seen = len(bob.heard)
    first.press("Withdraw")
    expect(first.page.get_by_text("Your challenge was withdrawn.").first).to_be_visible()
    while len(bob.heard) == seen:
        bob.page.wait_for_timeout(20)
    bob.page.wait_for_timeout(100)  # for a redraw that must not come
    expect(offers(bob)).to_have_count(2)
    bob.page.mouse.up()
    bob.page.wait_for_url("**/t/*")
    expect(bob.page.get_by_label("Players and points")).to_contain_text(second.name)


def test_two_strangers_meet_with_one_click_each(stranger: Coming, look: Looking) -> None:
    ada, bob = stranger("Ada", **PHONE), stranger("Bob")
    expect(bob.page.get_by_text("Nobody is waiting right now")).to_be_visible()
    look(bob)
    create(ada, "Ada")
    look(ada)
    expect(offers(bob)).to_contain_text(["Quick · 2 games · 3 minutes per guess"])
    look(bob)
    bob.page.get_by_role("button", name="Details").click()
    expect(bob.page.get_by_role("dialog")).to_contain_text("3 minutes per guess")
    bob.page.keyboard.press("Escape")
    bob.page.get_by_role("button", name="Play Ada").click()
    for each in (ada, bob):
        expect(each.headline).to_contain_text("code")
        assert "/t/" in each.page.url
    expect(ada.page.get_by_label("Players and points")).to_contain_text("Guest")


def test_the_page_of_a_challenge_offers_the_seat(stranger: Coming, person: Coming, look: Looking) -> None:
    ada, bob, eve = stranger("Ada"), person("Bob", **PHONE), person("Eve")
    eve.refused = True
    create(ada, "Ada")
    page = f"/t/{bob.context.request.get('/api/challenges').json()['challenges'][0]['id']}"
    ada.page.goto(page)
    ada.reads("Your challenge is open")
    expect(ada.page.get_by_label("Players and points")).to_contain_text("AnyoneOpen seat")
    look(ada)
    for each in (bob, eve):
        each.page.goto(page)
        each.reads("Ada is looking for a player")
        expect(each.button("Ask to join")).to_have_count(0)
        each.page.get_by_label("Your name").fill(each.name)
    look(bob)
    bob.page.get_by_label("Your name").fill("Ada")
    bob.refused = True
    bob.press("Play")
    expect(bob.page.locator(".refusal")).not_to_be_empty()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.press("Play")
    for each in (ada, bob, eve):
        expect(each.headline).to_contain_text("code")
    expect(ada.page.get_by_label("Players and points")).to_contain_text("Bob")
    expect(eve.button("Play")).to_have_count(0)


def test_the_start_page_counts_the_challenges_of_others(stranger: Coming) -> None:
    ada, bob = stranger("Ada"), stranger("Bob")
    create(ada, "Ada")
    expect(offers(bob)).to_have_count(1)
    for each, count in ((ada, ""), (bob, "1 waiting")):
        each.page.goto("/")
        tile = each.page.get_by_role("link", name="Open challenges Play a stranger")
        expect(tile).to_have_text(f"Open challengesPlay a stranger{count}")


def test_the_second_one_reads_that_the_seat_is_taken(stranger: Coming) -> None:
    ada, bob, eve = stranger("Ada"), stranger("Bob"), stranger("Eve")
    eve.refused = True
    create(ada, "Ada")
    expect(offers(eve)).to_have_count(1)
    table = bob.context.request.get("/api/challenges").json()["challenges"][0]["id"]

    def take_first(route: Route) -> None:
        bob.post(f"/api/tables/{table}/take", {"key": "b" * 22, "name": "Bob"})
        route.continue_()

    eve.page.route("**/take", take_first)
    eve.page.get_by_role("button", name="Play Ada").click()
    expect(eve.page.locator(".notice")).to_contain_text("Someone else got there first.")
    expect(offers(eve)).to_have_count(0)


def test_a_challenge_is_withdrawn(stranger: Coming) -> None:
    ada, bob = stranger("Ada"), stranger("Bob")
    create(ada)
    expect(offers(bob)).to_contain_text(["Guest"])
    ada.press("Withdraw")
    expect(ada.page.locator(".notice")).to_have_text("Your challenge was withdrawn.")
    expect(bob.page.get_by_text("Nobody is waiting right now")).to_be_visible()
