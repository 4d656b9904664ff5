"""Hints, and what both players agree on while a match goes on."""

from __future__ import annotations

import pytest

from codepegs.errors import IllegalEdition, NotNow
from codepegs.rules import (
    Agreement,
    AllowHints,
    Hint,
    Match,
    SetClock,
    TimeOut,
    find_edition,
)
from codepegs.rules.match import MAX_CLOCK_CHANGES
from tests.support.strategies import played, refusal

MINI = find_edition("mini", rows=3)
HINTED = Agreement(MINI, ("Ada", "Bob"), 2, hints=True)


def said(match: Match, move: Hint | AllowHints | SetClock | TimeOut) -> str:
    found = refusal(match, move)
    assert type(found) is NotNow
    return str(found)


# Hints --------------------------------------------------------------------------------


def test_a_game_tells_all_its_hints_in_order_and_the_next_begins_without() -> None:
    match = played(HINTED, "code ABC", "hint 2", "hint 1", "guess AAA", "hint 2", "guess ABC")
    assert [game.hints for game in match.games] == [(2, 1, 2), ()]


def test_a_hint_is_taken_once_per_row_whatever_is_agreed_on_meanwhile() -> None:
    match = played(HINTED, "code ABC", "hint 1", "clock 60")
    assert match.game.hints_left == (2, 3)
    assert played(match, "guess AAA").game.hints_left == (1, 2, 3)


# What both agree on -------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0, -1, 86_401])
def test_a_clock_is_set_as_a_house_rule_could(seconds: int) -> None:
    found = refusal(played(HINTED), SetClock(seconds))
    assert type(found) is IllegalEdition
    assert str(found) == f"time must be 1 to 86400 seconds or none, not {seconds}."


def test_a_clock_is_not_set_without_end() -> None:
    match = played(HINTED, *["clock 9", "clock off"] * (MAX_CLOCK_CHANGES // 2))
    assert said(match, SetClock(9)) == "You can change the time limit at most 100 times in a match."
