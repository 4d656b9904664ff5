"""The story in Chromium: two players and a spectator, and what each page hears and says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from codepegs.notation import record
from codepegs.notation.sentences import call_player
from tests.browser.person import Person
from tests.support.story import (
    AGAINST_A_COMPUTER,
    BY_HAND,
    SOLO,
    Step,
    Story,
    check_heard,
    check_printed,
    told,
)

HEADLINES = {"code": "Make a secret code", "answer": "Mark", "own up": "is guessing"}
"""What the page of a player says when a move is due; a guess in all other cases."""


def play(each: Person, step: Step) -> None:
    """Make one move of the story, when its player's turn has come."""
    due = each.headline.filter(has_text=re.compile(HEADLINES.get(step.word, "Your turn|Guess")))
    over = each.page.locator('[data-act="go-on"]')
    expect(due.or_(over)).to_be_visible()
    if over.is_visible():
        over.click()
    match step.word:
        case "code":
            each.set_code(step.pegs)
        case "guess":
            each.guess(step.pegs)
        case "answer":
            each.answer(*map(int, step.pegs.split("+")))
        case "claim":
            each.press("Claim a wrong answer")
        case "own up":
            each.press("Own up to a wrong answer")
            each.confirm("Own up")
        case "give up":
            each.press("Give up")
            each.confirm("Give up")


def heard(each: Person) -> list[str]:
    """Return the sentences that a page has received, in order."""
    version, sentences = 0, []
    for frame in map(json.loads, each.heard):
        view = frame.get("view") or frame.get("change")
        if view is not None and view["version"] > version:
            version = view["version"]
            sentences += view.get("told", ())
    return sentences


def in_colours(sentence: str) -> str:
    """Return a sentence about a row with the names of its colours instead of their letters."""
    names = {hue.letter: hue.name for hue in BY_HAND.agreement.edition.hues}
    return re.sub(
        r"(?<=^Row \d, )[A-Z]+", lambda code: ", ".join(names[letter] for letter in code[0]), sentence
    )


@pytest.mark.parametrize("story", [BY_HAND, AGAINST_A_COMPUTER, SOLO], ids=["by hand", "computer", "solo"])
def test_every_page_says_the_same_sentences(person: Callable[..., Person], story: Story) -> None:
    people = {name: person(name) for name in story.players if name and not name.startswith("computer")}
    ada, *friends = people.values()
    friend = None if friends else story.players[0]
    link = ada.open(story.edition, story.games, friend=friend, second=friend is not None)
    for each in friends:
        each.join(link)
    eve = person("Eve")
    eve.watch(link)
    eve.reads("You are watching.")
    for each in people.values():
        expect(each.page.get_by_text("You are watching.")).to_have_count(0)
    for step in story.steps:
        play(people[step.who], step)
    everybody = (*people.values(), eve)
    for each in everybody:
        each.sees("won|draw|Not cracked")
    address = eve.page.url.replace("/t/", "/api/tables/")
    match = record.read(eve.context.request.get(f"{address}/record").text())
    assert match.outcome is not None
    won = match.outcome.winner
    winner = None if won is None else call_player(story.players, won)
    for each in everybody:
        check_heard(match, heard(each))
        if friends:  # A table or a computer may set its code before anybody listens.
            *_, last = told(match)
            each.page.wait_for_function("text => aloud.join(' ').includes(text)", arg=last)
            check_printed(match, each.aloud(), as_heard=in_colours)
        drawn = "Not cracked" if story.agreement.solo else "a draw"
        each.sees("You won" if each.name == winner else f"{winner} won" if winner else drawn)
