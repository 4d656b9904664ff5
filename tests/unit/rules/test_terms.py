"""Hints, and what both players agree on while a match goes on."""

from __future__ import annotations

import pytest

from codepegs.errors import IllegalEdition, NotNow
from codepegs.rules import (
    Act,
    Agreement,
    AllowHints,
    Answers,
    Hint,
    Match,
    Seat,
    SetClock,
    TimeOut,
    View,
    find_edition,
    replay,
    seat_of,
)
from codepegs.rules.match import MAX_CLOCK_CHANGES
from tests.support.strategies import played, refusal, two

MINI = find_edition("mini", rows=3)
BY_HAND = two(find_edition("mini", rows=2, answers=Answers.HAND))
HINTED = Agreement(MINI, ("Ada", "Bob"), 2, hints=True)


def said(match: Match, move: Hint | AllowHints | SetClock | TimeOut) -> str:
    found = refusal(match, move)
    assert type(found) is NotNow
    return str(found)


# Hints --------------------------------------------------------------------------------


def test_a_hint_changes_nothing_but_is_kept_and_seen_by_everyone() -> None:
    before = played(HINTED, "code ABC", "guess AAA")
    after = played(before, "hint 2")
    assert after.moves == (*before.moves, Hint(2))
    assert (after.game.board, after.game.phase, after.turn) == (
        before.game.board,
        before.game.phase,
        before.turn,
    )
    for seat in Seat:
        assert View.of(after.game, seat).hints == (2,)
    assert replay(HINTED, after.moves) == after != before


def test_a_game_tells_all_its_hints_in_order_and_the_next_begins_without() -> None:
    match = played(HINTED, "code ABC", "hint 2", "hint 1", "guess AAA", "hint 2", "guess ABC")
    assert [game.hints for game in match.games] == [(2, 1, 2), ()]


def test_each_step_is_taken_once_for_a_row() -> None:
    match = played(HINTED, "code ABC")
    for step, left in ((1, (2, 3)), (3, (2,)), (2, ())):
        assert Act.HINT in match.legal(Seat.CODEBREAKER)
        match = played(match, f"hint {step}")
        assert match.game.hints_left == left
        assert (
            said(match, Hint(step))
            == "You have already taken this hint for this row. Take another step, or guess."
        )
    assert Act.HINT not in match.legal(Seat.CODEBREAKER)
    assert played(match, "clock 60").game.hints_left == ()
    assert played(match, "guess AAA").game.hints_left == (1, 2, 3)


@pytest.mark.parametrize("step", [0, 4, -1])
def test_there_are_three_steps(step: int) -> None:
    assert said(played(HINTED, "code ABC"), Hint(step)) == f"The step of a hint is 1, 2 or 3, not {step}."


def test_a_hint_is_refused_where_none_are_allowed() -> None:
    match = played(two(MINI), "code ABC")
    assert Act.HINT not in match.legal(Seat.CODEBREAKER)
    assert match.game.hints_left == ()
    assert (
        said(match, Hint(1)) == "Hints are not allowed in this match. Both players can agree to allow them."
    )
    assert refusal(played(match, "hints allowed"), Hint(1)) is None


@pytest.mark.parametrize(
    "moves",
    [
        [],
        ["code ABC", "guess AAA"],
        ["code ABC", "give up"],
    ],
)
def test_a_hint_is_taken_when_a_guess_is_due_and_at_no_other_time(moves: list[str]) -> None:
    match = played(BY_HAND, "hints allowed", *moves)
    assert match.hints_allowed
    assert "You cannot do that now. The game waits for" in said(match, Hint(1))
    assert all(Act.HINT not in match.legal(seat) for seat in Seat)


def test_only_the_codebreaker_takes_hints() -> None:
    match = played(HINTED, "code ABC")
    assert [seat for seat in Seat if Act.HINT in match.legal(seat)] == [Seat.CODEBREAKER]
    assert seat_of(Hint(1)) is Seat.CODEBREAKER


# What both agree on -------------------------------------------------------------------


PHASES = [
    [],
    ["code ABC"],
    ["code ABC", "guess AAA"],
    ["code ABC", "give up"],
    ["code ABC", "guess AAA 0+0", "own up"],
]


@pytest.mark.parametrize("moves", PHASES)
@pytest.mark.parametrize("move", [AllowHints(), SetClock(60)])
def test_both_may_agree_whatever_the_game_waits_for(moves: list[str], move: AllowHints | SetClock) -> None:
    before = played(BY_HAND, *moves)
    after = before.play(move)
    assert seat_of(move) is None
    assert (after.game.phase, after.game.board, after.game.turn) == (
        before.game.phase,
        before.game.board,
        before.game.turn,
    )
    assert replay(BY_HAND, after.moves) == after != before


@pytest.mark.parametrize("move", [AllowHints(), SetClock(60)])
def test_nothing_is_agreed_on_when_the_match_is_over(move: AllowHints | SetClock) -> None:
    assert said(played(BY_HAND, "leave codemaker"), move) == "The game is over."


def test_what_was_agreed_holds_in_the_games_to_come_and_in_games_played_again() -> None:
    match = played(BY_HAND, "code ABC", "clock 60", "hints allowed", "guess AAA 2+1", "claim")
    assert (match.game.replay, match.time_limit, match.hints_allowed) == (1, 60, True)
    match = played(match, "code ABC", "clock off", "guess ABC 3+0")
    assert (match.game.number, match.time_limit, match.hints_allowed) == (2, None, True)
    assert [game.time_limit for game in match.games] == [60, None, None]


def test_a_turn_runs_out_of_time_by_the_limit_in_force_and_not_by_the_edition() -> None:
    match = played(two(find_edition("mini", time_limit=60)), "code ABC")
    assert match.game.turn_limit == 60
    off = played(match, "clock off")
    assert off.game.turn_limit is None
    assert "no time limit" in said(off, TimeOut())
    assert refusal(played(off, "clock 5"), TimeOut()) is None
    assert View.of(played(off, "clock 5").game, Seat.SPECTATOR).time_limit == 5


def test_what_holds_already_is_not_agreed_on_again() -> None:
    assert said(played(HINTED), AllowHints()) == "Hints are already allowed."
    assert said(played(HINTED), SetClock(None)) == "The time limit is already set to that."
    assert said(played(HINTED, "clock 9"), SetClock(9)) == "The time limit is already set to that."


@pytest.mark.parametrize("seconds", [0, -1, 86_401])
def test_a_clock_is_set_as_a_house_rule_could(seconds: int) -> None:
    found = refusal(played(HINTED), SetClock(seconds))
    assert type(found) is IllegalEdition
    assert str(found) == f"time must be 1 to 86400 seconds or none, not {seconds}."


def test_a_clock_is_not_set_without_end() -> None:
    match = played(HINTED, *["clock 9", "clock off"] * (MAX_CLOCK_CHANGES // 2))
    assert said(match, SetClock(9)) == "The time limit of a match can be changed at most 100 times."
