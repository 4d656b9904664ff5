"""Headlines from each side of the table."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from codepegs.notation.headlines import (
    CLOSE,
    describe_game_result,
    describe_outcome,
    describe_progress,
    describe_turn,
)
from codepegs.notation.sentences import PLAYED_LATER
from codepegs.rules import DAILY_EDITION, NOBODY, Agreement, Answers, Scoring, find_edition
from codepegs.rules.match import Match
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import View
from tests.support.strategies import alone, played, twins, two

MINI = find_edition("mini", rows=3)
BY_HAND = find_edition("mini", rows=3, answers=Answers.HAND)
ADA: PlayerNumber = 0
BOB: PlayerNumber = 1
EVE = None
SIDES: tuple[PlayerNumber | None, ...] = (ADA, BOB, EVE)
"""Ada makes the first code, Bob guesses, and Eve watches."""


def game_of(match: Match, place: int = -1) -> View:
    return View.of(match.games[place], Seat.SPECTATOR)


@pytest.mark.parametrize(
    ("moves", "ada", "bob", "eve"),
    [
        ((), "Make a secret code", "Ada is making a code", "Ada is making a code"),
        (("code ABC",), "Bob is guessing", "Your turn: guess 1 of 3", "Bob is guessing"),
        (
            ("code ABC", "guess AAB"),
            "Mark Bob’s guess",
            "Ada is marking your guess",
            "Ada is marking guess 1",
        ),
        (("code ABC", "guess AAB 1+1"), "Bob is guessing", "Your turn: guess 2 of 3", "Bob is guessing"),
    ],
)
def test_everybody_reads_whose_turn_it_is(moves: tuple[str, ...], ada: str, bob: str, eve: str) -> None:
    match = played(two(BY_HAND), *moves)
    told = tuple(describe_turn(match.agreement, game_of(match), side) for side in SIDES)
    assert told == (ada, bob, eve)


def test_a_solo_game_counts_the_guesses() -> None:
    match = played(alone(MINI), "code ABC", "guess AAB")
    assert describe_turn(match.agreement, game_of(match), BOB) == "Guess 2 of 3"
    assert describe_turn(match.agreement, game_of(match), EVE) == "Ada is guessing"
    started = Match.start(alone(MINI))
    assert describe_turn(started.agreement, game_of(started), BOB) == "Getting a code ready"


def test_a_finished_game_has_no_turn() -> None:
    match = played(two(MINI), "code ABC", "guess ABC")
    assert describe_turn(match.agreement, game_of(match, 0), BOB) == "Game 1 is over"


LOST = ("code ABC", "guess AAB", "guess DDD", "guess EEE")


@pytest.mark.parametrize(
    ("moves", "side", "headline", "sentences"),
    [
        (("code ABC", "guess ABC"), BOB, "You cracked it in 1!", "Unbelievable! Ada gets 1 point."),
        (("code ABC", "guess ABC"), ADA, "Bob cracked it in 1.", "You get 1 point."),
        (("code ABC", "guess ABC"), EVE, "Bob cracked it in 1.", "Ada gets 1 point."),
        (
            ("code ABC", "guess AAB", "guess AAB", "guess ABC"),
            BOB,
            "You cracked it in 3!",
            "On your last guess! Ada gets 3 points.",
        ),
        (LOST, BOB, "So close!", "You had it down to 2 codes. Ada gets 4 points."),
        (LOST, ADA, "Your code held!", "You get 4 points."),
        (LOST, EVE, "Bob didn’t crack it.", "Ada gets 4 points."),
        (
            ("code ABC", "guess AAB", "give up"),
            BOB,
            "Not this time.",
            "You gave up after 1 guess. Ada gets 4 points.",
        ),
        (
            ("code ABC", "give up"),
            ADA,
            "Your code held!",
            "Bob gave up after 0 guesses. You get 4 points.",
        ),
        (("code ABC", "guess AAB", "leave codemaker"), BOB, "This game wasn’t finished.", ""),
    ],
)
def test_a_game_ends_in_the_words_of_each_side(
    moves: tuple[str, ...], side: PlayerNumber | None, headline: str, sentences: str
) -> None:
    match = played(two(MINI), *moves)
    told = describe_game_result(match.agreement, game_of(match, 0), side, codes_left=2)
    assert (told.headline, " ".join(told.sentences)) == (headline, sentences)


@pytest.mark.parametrize(
    ("left", "headline"),
    [(1, "So close!"), (CLOSE, "So close!"), (CLOSE + 1, "Not this time."), (None, "Not this time.")],
)
def test_a_loss_is_close_if_few_codes_are_left(left: int | None, headline: str) -> None:
    match = played(alone(MINI), *LOST)
    told = describe_game_result(match.agreement, game_of(match), BOB, codes_left=left)
    assert told.headline == headline
    assert told.sentences == (
        (f"You had it down to {left} code{'s' * (left > 1)}.",) if left and left <= CLOSE else ()
    )


def test_par_and_the_next_code_are_told() -> None:
    solo = played(alone(MINI), "code ABC", "guess AAB", "guess ABC")
    told = describe_game_result(solo.agreement, game_of(solo), BOB, par=4.3403)
    assert told.sentences == ("Astonishing!", "Perfect play averages 4.34.")
    match = played(two(MINI), "code ABC", "guess ABC")
    for side, words in ((ADA, "Now Bob makes a code."), (BOB, "Your turn to make a code.")):
        assert (
            describe_game_result(match.agreement, game_of(match, 0), side, more=True).sentences[-1] == words
        )


def test_a_past_daily_code_says_what_it_does_not_count_for() -> None:
    past = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17), friendly=True)
    match = played(past, "code DBCC", "guess DBCC")
    for agreement, told in ((past, True), (replace(past, friendly=False), False)):
        assert (PLAYED_LATER in describe_game_result(agreement, game_of(match), BOB).sentences) is told


SLIP = ("code ABC", "guess AAB 0+0", "guess ABC 3+0")
CONTRADICTION = ("code ABC", "guess AAA 0+0", "guess AAA 2+0", "claim")


@pytest.mark.parametrize(
    ("moves", "slip"),
    [
        (SLIP, "{} marked guess 1 wrongly: it was 1 black, 1 white."),
        (
            CONTRADICTION,
            "{} marked guesses 1 and 2 wrongly. Guess 1 was 1 black, 0 white. Guess 2 was 1 black, 0 white.",
        ),
    ],
)
def test_a_void_game_names_the_wrong_rows_to_its_reader(moves: tuple[str, ...], slip: str) -> None:
    match = played(two(BY_HAND), *moves)
    for side, who, after in (
        (ADA, "You", "You play this game again, and Bob gets 3 points."),
        (BOB, "Ada", "You get 3 points, and this game is played again."),
        (EVE, "Ada", "Bob gets 3 points, and this game is played again."),
    ):
        told = describe_game_result(match.agreement, game_of(match, 0), side, more=True)
        assert told.headline == "This game doesn’t count."
        assert " ".join(told.sentences) == f"{slip.format(who)} {after}"


@pytest.mark.parametrize(
    ("moves", "sides"),
    [
        (("code ABC", "guess ABC"), ("You won, 1 to 0", "Ada won, 1 to 0", "Ada won, 1 to 0")),
        (("code ABC", "leave codemaker"), ("You left: Bob wins", "Ada left: you win", "Ada left: Bob wins")),
        (("code ABC", "stop"), ("Stopped by agreement: nobody wins",) * 3),
    ],
)
def test_a_match_ends_in_the_words_of_each_side(moves: tuple[str, ...], sides: tuple[str, str, str]) -> None:
    match = played(two(MINI, games=1), *moves)
    assert match.outcome is not None
    told = tuple(describe_outcome(match.agreement, match.points, match.outcome, side) for side in SIDES)
    assert told == sides


def test_a_series_ends_with_who_won_the_match() -> None:
    match = played(two(MINI), "code ABC", "guess ABC", "code ABC", "give up")
    assert match.outcome is not None
    told = [describe_outcome(match.agreement, match.points, match.outcome, side) for side in SIDES]
    assert told == ["Bob won the match, 4 to 1", "You won the match, 4 to 1", "Bob won the match, 4 to 1"]


def test_a_draw_least_points_and_solo_games_are_told() -> None:
    even = played(two(MINI), "code ABC", "guess ABC", "code ABC", "guess ABC")
    assert even.outcome is not None
    assert describe_outcome(even.agreement, even.points, even.outcome, ADA) == "The match is a draw, 1 to 1"
    least = replace(MINI, scoring=Scoring.CODEBREAKER)
    match = played(two(least, games=1), "code ABC", "guess ABC")
    assert match.outcome is not None
    assert describe_outcome(match.agreement, match.points, match.outcome, EVE).endswith("(fewest points win)")
    for moves, told in ((("guess ABC",), "Cracked in 1"), (("give up",), "Not cracked")):
        solo = played(alone(MINI), "code ABC", *moves)
        assert solo.outcome is not None
        assert describe_outcome(solo.agreement, solo.points, solo.outcome, BOB) == told


@pytest.mark.parametrize(
    ("agreement", "side", "facts", "told"),
    [
        (alone(MINI), BOB, (1, 0, (0, 0)), "Guess 1 of 3"),
        (two(MINI, games=1), ADA, (1, 3, (0, 0)), "Guess 3 of 3"),
        (two(MINI, games=4), BOB, (1, 3, (0, 0)), "Game 1 of 4"),
        (two(MINI, games=4), ADA, (3, 0, (9, 7)), "Game 3 of 4, 9 to 7"),
        (two(MINI, games=4), BOB, (3, 0, (9, 7)), "Game 3 of 4, 7 to 9"),
        (two(MINI, games=4), EVE, (3, 0, (9, 7)), "Game 3 of 4, 9 to 7"),
    ],
)
def test_progress_is_told_from_the_side_of_the_viewer(
    agreement: Agreement, side: PlayerNumber | None, facts: tuple[int, int, tuple[int, int]], told: str
) -> None:
    game, guesses, points = facts
    assert describe_progress(agreement, side, game=game, guesses=guesses, points=points) == told


@given(twins())
def test_a_hidden_code_changes_no_headline(steps: list[tuple[Match, Match]]) -> None:
    for one, other in steps:
        for side in SIDES:
            if not one.over and not other.over:
                told = {describe_turn(each.agreement, game_of(each), side) for each in (one, other)}
                assert len(told) == 1
