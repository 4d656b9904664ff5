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


def ask(each: Person, link: str, name: str | None = None) -> None:
    """Open the page without the secret link, and ask to play."""
    each.page.goto(link.partition("#")[0])
    each.page.get_by_label("Your name").fill(name or each.name)
    each.press("Ask to play")


# The page's own address -------------------------------------------------------------------


def test_a_stranger_asks_to_play_and_is_admitted(person: Coming, look: Looking) -> None:
    ada, bea, eve = person("Ada"), person("Bea"), person("Eve")
    link = ada.open("mini", 1)
    bea.page.goto(link.partition("#")[0])
    bea.reads("Ada is looking for a player")
    bea.reads("A player who leaves gives the match to the other one.")
    look(bea)
    bea.press("How to play")
    bea.page.get_by_role("dialog").get_by_role("button", name="Got it").click()
    ask(bea, link)
    bea.reads("You ask to play as Bea")
    ada.reads("Bea asks to play")
    look(ada)
    assert "Bea asks to play." in ada.aloud()
    eve.watch(link)
    eve.reads("Ada is looking for a player")
    assert "Bea" not in eve.page.content()
    ada.press("Admit")
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
    ask(bea, link)
    ada.reads("Bea asks to play")
    bea.page.reload()
    bea.reads("You ask to play as Bea")
    bea.press("Withdraw")
    expect(bea.button("Ask to play")).to_be_visible()
    expect(ada.page.locator(".asks")).to_have_count(0)
    bea.press("Just watch")
    bea.reads("You are watching")
    ask(bea, link)
    ada.press("Admit")
    bea.sees("Ada is making a code")


def test_who_is_declined_is_told_so_and_can_watch(person: Coming) -> None:
    ada, bea = person("Ada"), person("Bea")
    bea.refused = True
    ask(bea, ada.open("mini", 1))
    ada.press("Decline")
    expect(bea.page.locator(".refusal")).to_have_text(re.compile("declined"))
    expect(ada.page.locator(".asks")).to_have_count(0)


@pytest.mark.parametrize("name", [HOSTILE, "\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}", "x" * 24])
def test_a_hostile_name_is_only_text(person: Coming, name: str) -> None:
    ada, bea = person("Ada"), person("Bea")
    ask(bea, ada.open("mini", 1), name)
    bea.reads(name)
    expect(ada.page.locator(".asks .name")).to_have_text(name)
    ada.press("Admit")
    ada.sees("Make a secret code")
    assert ada.page.locator("img[src=x]").count() == bea.page.locator("img[src=x]").count() == 0
    width = "document.documentElement.scrollWidth <= innerWidth"
    ada.page.set_viewport_size({"width": 360, "height": 740})
    assert ada.page.evaluate(width)
