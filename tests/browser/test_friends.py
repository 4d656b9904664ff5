"""Two people apart and a stranger: the page's own address, admission, and what nobody else may see."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

Coming = Callable[..., Person]
Looking = Callable[[Person], None]
HOSTILE = "<img src=x onerror=a()>"


# The page's own address -------------------------------------------------------------------


def test_a_stranger_asks_to_play_and_is_admitted(person: Coming, look: Looking) -> None:
    ada, bea, eve = person("Ada"), person("Bea"), person("Eve")
    link = ada.open("mini", 1)
    bea.page.goto(link.partition("#")[0])
    bea.reads("Ada is looking for a player")
    bea.reads("If you leave, your opponent wins the match.")
    look(bea)
    bea.press("How to play")
    bea.page.get_by_role("dialog").get_by_role("button", name="Got it").click()
    bea.ask(link)
    bea.reads("You’ve asked to join as Bea")
    ada.reads("Bea wants to join")
    look(ada)
    assert "Bea wants to join." in ada.aloud()
    eve.watch(link)
    eve.reads("Ada is looking for a player")
    assert "Bea" not in eve.page.content()
    ada.press("Let in")
    bea.sees("Ada is making a code")
    eve.sees("Ada is making a code")
    ada.set_code("RGB")
    bea.guess("RGB")
    bea.result("You cracked it")
    bea.page.reload()
    bea.result("You cracked it")


def test_who_asks_stays_known_after_a_reload_and_can_withdraw(person: Coming) -> None:
    ada, bea = person("Ada"), person("Bea")
    link = ada.open("mini", 1)
    bea.ask(link)
    ada.reads("Bea wants to join")
    bea.page.reload()
    bea.reads("You’ve asked to join as Bea")
    bea.press("Withdraw")
    expect(bea.button("Ask to join")).to_be_visible()
    expect(ada.page.locator(".asks")).to_have_count(0)
    bea.press("Just watch")
    bea.reads("You are watching")
    bea.ask(link)
    ada.press("Let in")
    bea.sees("Ada is making a code")


@pytest.mark.parametrize("name", [HOSTILE, "x" * 24])
def test_a_hostile_name_is_only_text(person: Coming, name: str) -> None:
    ada, bea = person("Ada"), person("Bea")
    bea.ask(ada.open("mini", 1), name)
    bea.reads(name)
    expect(ada.page.locator(".asks .name")).to_have_text(name)
    ada.press("Let in")
    ada.sees("Make a secret code")
    assert ada.page.locator("img[src=x]").count() == bea.page.locator("img[src=x]").count() == 0
    width = "document.documentElement.scrollWidth <= innerWidth"
    ada.page.set_viewport_size({"width": 360, "height": 740})
    assert ada.page.evaluate(width)


# The row being laid, and phrases ------------------------------------------------------------


def test_the_others_see_the_guess_as_it_is_laid_and_no_code(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("mini", 1)
    bob.join(link)
    eve.watch(link)
    ada.sees("Make a secret code")
    ada.lay("RGB")
    bob.sees("Ada is making a code")
    ada.press("Set code")
    bob.lay("YB")
    for each in (ada, eve):
        expect(each.hole("row 1, hole 1, yellow")).to_be_visible()
        expect(each.hole("row 1, hole 2, blue")).to_be_visible()
        expect(each.hole("row 1, hole 3, no peg yet")).to_be_visible()
    bob.press("Undo")
    expect(ada.hole("row 1, hole 2, no peg yet")).to_be_visible()
    eve.page.reload()
    expect(eve.hole("row 1, hole 1, yellow")).to_be_visible()
    bob.press("Clear")
    bob.guess("RRR")
    expect(ada.hole("row 2, hole 1, no peg yet")).to_be_visible()
    assert not [frame for each in (bob, eve) for frame in each.heard if '"RGB"' in frame]


def test_phrases_are_shown_next_to_the_speaker_and_heard(person: Coming, look: Looking) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("mini", 1)
    bob.join(link)
    eve.watch(link)
    ada.set_code("RGB")
    bob.sees("Your turn: guess")
    bob.page.locator(".side").get_by_role("button", name="One moment").click()
    for each in (ada, bob, eve):
        expect(each.page.locator(".player .bubble")).to_have_text("One moment")
    expect(bob.page.locator(".side").get_by_role("button", name="Thanks")).to_be_disabled()
    look(bob)
    assert "Bob: One moment." in ada.aloud()
    expect(eve.page.locator(".phrases")).to_have_count(0)
    bob.guess("RGB")
    ada.result("Game 1|Bob cracked")
    ada.page.locator(".result").get_by_role("button", name="Good game").click()
    expect(bob.page.locator(".player .bubble", has_text="Good game")).to_be_visible()
    expect(bob.page.locator("body > [role=status]")).to_contain_text("Ada: Good game.")


@pytest.mark.parametrize(("width", "height"), [(390, 664)])
def test_phrases_are_in_view_on_a_phone_in_every_phase(
    person: Coming, look: Looking, width: int, height: int
) -> None:
    ada, bob = (person(name, viewport={"width": width, "height": height}) for name in ("Ada", "Bob"))
    bob.join(ada.open("mini", 1))
    ada.set_code("RGB")
    bob.sees("Your turn: guess")
    bob.press("Say something")
    ink = bob.page.evaluate("getComputedStyle(document.body).color")
    expect(bob.page.locator("#say").get_by_role("button", name="Thanks")).to_have_css("color", ink)
    look(bob)
    bob.page.locator("#say").get_by_role("button", name="One moment").click()
    expect(bob.page.locator("#say")).to_be_hidden()
    expect(ada.page.locator(".player .bubble")).to_have_text("One moment")
    for phrase in ("Good game", "Nice one", "One moment", "Thanks"):
        expect(ada.button(phrase).locator("visible=true")).to_be_in_viewport(ratio=1)
    bob.guess("RGB")
    ada.result("Bob cracked")
    for phrase in ("Good game", "Nice one", "One moment", "Thanks"):
        expect(bob.button(phrase).locator("visible=true")).to_be_in_viewport(ratio=1)


# QR codes, and another device -----------------------------------------------------------------


def test_the_host_has_a_code_of_the_secret_link(person: Coming, look: Looking) -> None:
    ada, bob = person("Ada"), person("Bob")
    urls: list[str] = []
    ada.page.on("request", lambda request: urls.append(request.url))
    link = ada.open("mini", 1)
    assert ada.shows_code_of(link)
    look(ada)
    secret = link.partition("#")[2]
    assert not [url for url in urls if secret in url]
    bob.join(link)
    ada.sees("Make a secret code")


def test_a_seat_moves_to_another_device_and_back_to_nobody(person: Coming, look: Looking) -> None:
    ada, bob, phone, eve = person("Ada"), person("Bob"), person("Phone"), person("Eve")
    urls: list[str] = []
    for each in (ada, phone):
        each.page.on("request", lambda request: urls.append(request.url))
    bob.join(ada.open("mini", 1))
    ada.set_code("RGB")
    link = ada.move_seat()
    look(ada)
    phone.page.goto(link)
    phone.reads("Play on this device?")
    assert phone.page.url == link.partition("#")[0]
    phone.press("Play here")
    expect(phone.hole("code, hole 2, green")).to_be_visible()
    ada.confirm("Close")
    ada.reads("You are watching.")
    expect(ada.hole("code, hole 2, hidden behind the shield")).to_be_visible()
    ada.page.reload()
    ada.reads("You are watching.")
    eve.refused = True
    eve.page.goto(link)
    eve.press("Play here")
    eve.reads("This link is no longer valid.")
    bob.guess("RRR")
    expect(phone.hole("row 1, hole 3, red")).to_be_visible()
    phone.leave()
    bob.result("Ada left: you win")
    secret = link.partition("#move=")[2]
    assert not [url for url in urls if secret in url]


# An opponent who is gone ----------------------------------------------------------------------

SIZES = [(360, 740), (390, 664), (1280, 640), (1440, 900), (844, 390)]


@pytest.mark.parametrize("phase", ["answering"])
def test_the_win_can_be_claimed_in_every_phase_and_at_every_size(person: Coming, phase: str) -> None:
    stays, leaves = person("Ada"), person("Mia")
    maker, breaker = (leaves, stays) if phase in ("setting", "guessing") else (stays, leaves)
    edition = "mini answers=hand time=600" if phase == "answering" else "mini time=600"
    breaker.join(maker.open(edition, 1))
    if phase != "setting":
        maker.set_code("RGB")
        breaker.sees("guess")
    if phase == "answering":
        breaker.guess("RRR")
        maker.sees("Mark")
    stays.page.clock.install()
    leaves.page.goto("/about")
    stays.reads("Away")
    stays.page.clock.fast_forward("02:10")
    stays.reads("Mia has been away for 2 minutes")
    for width, height in SIZES:
        stays.page.set_viewport_size({"width": width, "height": height})
        for name in ("Claim the win", "Keep waiting"):
            expect(stays.button(name)).to_be_in_viewport(ratio=1)
    stays.press("Keep waiting")
    expect(stays.button("Claim the win")).to_have_count(0)


def test_both_go_to_the_rematch_and_a_spectator_takes_nothing(person: Coming) -> None:
    ada, bob, eve = person("Ada"), person("Bob"), person("Eve")
    link = ada.open("mini", 2)
    bob.join(link)
    eve.watch(link)
    ada.set_code("RGB")
    bob.guess("RGB")
    for each in (ada, bob):
        expect(each.button("Continue to game 2")).to_be_visible()
    expect(eve.button("Watch game 2")).to_be_visible()
    for name in ("Continue to game 2", "Leave match", "Move to another device", "Offer a rematch"):
        expect(eve.button(name)).to_have_count(0)
    ada.go_on()
    ada.leave()
    ada.press("Offer a rematch")
    eve.reads("Ada would like a rematch")
    expect(eve.page.get_by_role("button", name=re.compile("^(Yes|No|Offer.*|Withdraw)$"))).to_have_count(0)
    bob.press("Yes")
    bob.sees("Make a secret code")
    ada.sees("Bob is making a code")
    assert ada.page.url == bob.page.url
    bob.set_code("YYY")
    eve.page.goto(bob.page.url)
    eve.reads("You are watching.")
    expect(eve.hole("code, hole 1, hidden behind the shield")).to_be_visible()
    assert '"YYY"' not in "".join(eve.heard)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (844, 390)])
def test_the_way_on_is_in_view_on_a_phone(person: Coming, width: int, height: int) -> None:
    ada, bob = person("Ada"), person("Bob")
    bob.join(ada.open("mini answers=hand", 2))
    ada.set_code("RGB")
    bob.guess("RRR")
    ada.answer(0, 0)  # which is wrong
    bob.guess("RGB")
    ada.answer(3, 0)
    bob.result("doesn’t count")
    bob.page.set_viewport_size({"width": width, "height": height})
    expect(bob.page.get_by_role("heading", name="doesn’t count")).to_be_in_viewport(ratio=1)
    expect(bob.button("Play game 1 again")).to_be_in_viewport(ratio=1)
    bob.go_on()
    bob.sees("Ada is making a code")
    bob.leave()
    bob.result(".")
    expect(bob.button("Offer a rematch")).to_be_in_viewport(ratio=1)
