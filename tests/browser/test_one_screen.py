"""Two people at one screen: the cover between turns, and what is behind it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.person import Person

CODE = "RGB"


def begin(screen: Person, edition: str = "mini", games: int = 2) -> str:
    """Open a table at which Ada makes the first code for Bob, and go there."""
    return screen.open(edition, games, friend="Bob")


def take(screen: Person, name: str, words: str = "") -> None:
    """Take the device, as the cover says, and lift the cover."""
    expect(screen.page.locator(".cover")).to_contain_text(words or f"Pass the device to {name}")
    screen.press(f"I’m {name}")
    expect(screen.page.locator(".cover")).to_have_count(0)


def everything(screen: Person) -> str:
    """All that the page and its storage hold, with what the table got from the server last."""
    view = screen.page.evaluate("JSON.stringify(document.querySelector('peg-table').view)")
    # What is stored is JSON in JSON.
    return f"{screen.page.content()} {screen.stored()} {view}".replace("\\", "")


def knows(screen: Person) -> bool:
    """Whether the code is anywhere in the page, as letters or as names of its colours in order."""
    held = everything(screen)
    pegs = re.search(r'"R","G","B"|red, green, blue|red[^a-z]+green[^a-z]+blue', held)
    return CODE in held or pegs is not None


def test_a_match_goes_on_behind_covers(person: Callable[..., Person], look: Callable[[Person], None]) -> None:
    screen = person("Ada")
    begin(screen)
    expect(screen.page.locator(".cover")).to_contain_text("Bob, look away")
    look(screen)
    take(screen, "Ada")
    screen.set_code(CODE)
    expect(screen.page.locator(".cover")).to_be_visible()
    assert not knows(screen)
    take(screen, "Bob")
    assert not knows(screen)
    screen.guess("RRR")
    assert not knows(screen)
    screen.sees("guess 2 of")
    screen.lay(CODE)
    screen.press("Check")
    screen.result("Bob cracked it in 2")
    screen.go_on()
    take(screen, "Bob", "Bob, it’s your turn")
    screen.set_code("YYY")
    take(screen, "Ada")
    screen.lay("YYY")
    screen.press("Check")
    screen.result("Ada won the match, 2 to 1")
    screen.press("Play a rematch")
    take(screen, "Bob")
    screen.sees("Make a secret code")


def test_codemaker_answers_by_hand_behind_the_cover(person: Callable[..., Person]) -> None:
    screen = person("Ada")
    begin(screen, "mini answers=hand")
    take(screen, "Ada")
    screen.set_code(CODE)
    take(screen, "Bob")
    screen.lay("RRR")
    screen.press("Check")
    expect(screen.page.locator(".cover")).to_contain_text("Mark Bob’s guess")
    assert not knows(screen)
    take(screen, "Ada")
    screen.sees("Mark .*guess")
    assert knows(screen)
    screen.answer(1, 0)
    assert not knows(screen)
    take(screen, "Bob")
    assert not knows(screen)
    screen.press("Claim a wrong answer")
    screen.reads("You can't prove a mistake yet")


def test_a_reload_covers_the_game_again(person: Callable[..., Person]) -> None:
    screen = person("Ada")
    begin(screen)
    take(screen, "Ada")
    screen.lay("RG")
    screen.page.reload()
    expect(screen.page.locator(".cover")).to_be_visible()
    assert '"R","G"' not in everything(screen)
    take(screen, "Ada")
    screen.lay(CODE)
    screen.press("Set code")
    expect(screen.page.locator(".cover")).to_be_visible()
    screen.page.reload()
    expect(screen.page.locator(".cover")).to_contain_text("Pass the device to Bob")
    assert not knows(screen)
    take(screen, "Bob")
    assert not knows(screen)
    screen.leave()
    screen.sees("Ada wins")
    screen.page.reload()
    screen.sees("Ada wins")
    expect(screen.button("Play a rematch")).to_be_visible()


def test_the_dialog_opens_a_table_for_two_people(
    person: Callable[..., Person], look: Callable[[Person], None]
) -> None:
    screen = person("Ada")
    screen.refused = True
    screen.page.goto("/two")
    dialog = screen.page.get_by_role("dialog", name="Two on one screen")
    dialog.get_by_label("First player").fill("Mia")
    look(screen)
    dialog.get_by_label("Second player").fill("mia")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.locator(".refusal:not(:empty)")).to_be_visible()
    dialog.get_by_label("Second player").fill("")
    dialog.get_by_role("button", name="Start").click()
    take(screen, "Mia")
    screen.set_code("RGBY")
    expect(screen.page.locator(".cover")).to_contain_text("Pass the device to Player 2")
    screen.page.goto("/games")
    screen.page.get_by_text("Mia and Player 2").click()
    take(screen, "Player 2")
    screen.sees("guess 1 of 10")
