"""Headlines from each side of the table."""

from __future__ import annotations

from collections.abc import Iterator
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
from codepegs.rules import DAILY_EDITION, NOBODY, Agreement, Answers, Scoring, find_edition
from codepegs.rules.match import Match
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import View
from tests.support.golden_files import Golden
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


LOST = "code ABC, guess AAB, guess DDD, guess EEE"
PAST = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 17), friendly=True)
MATCHES = {
    "a code to make": (two(BY_HAND), ""),
    "a first guess": (two(BY_HAND), "code ABC"),
    "a guess to mark": (two(BY_HAND), "code ABC, guess AAB"),
    "a second guess": (two(BY_HAND), "code ABC, guess AAB 1+1"),
    "a solo game begins": (alone(MINI), ""),
    "a solo game": (alone(MINI), "code ABC, guess AAB"),
    "cracked at once": (two(MINI, games=1), "code ABC, guess ABC"),
    "cracked in the last row": (two(MINI), "code ABC, guess AAB, guess AAB, guess ABC"),
    "not cracked, in the second of four games": (
        two(MINI, games=4),
        f"code ABC, guess ABC, {LOST}, code ABC, guess ABC, code ABC",
    ),
    "given up": (two(MINI), "code ABC, guess AAB, give up, code DEF, give up"),
    "solo, cracked after a hint": (alone(MINI, hints=True), "code ABC, hint 1, guess AAB, guess ABC"),
    "solo, not cracked": (alone(MINI), LOST),
    "a past daily code": (PAST, "code DBCC, guess DBCC"),
    "a wrong answer, seen at the reveal": (two(BY_HAND), "code ABC, guess AAB 0+0, guess ABC 3+0"),
    "two wrong answers that contradict each other": (
        two(BY_HAND),
        "code ABC, guess AAA 0+0, guess AAA 2+0, claim",
    ),
    "left": (two(MINI), "code ABC, guess AAB, leave codemaker"),
    "stopped": (two(MINI), "code ABC, stop"),
    "a series that is won": (two(MINI), "code ABC, guess ABC, code ABC, give up"),
    "a draw": (two(MINI), "code ABC, guess ABC, code ABC, guess ABC"),
    "won by the fewest points": (two(replace(MINI, scoring=Scoring.CODEBREAKER), 1), "code ABC, guess ABC"),
}


def tell(match: Match, side: PlayerNumber | None) -> Iterator[str]:
    """Yield every headline about a match from one side."""
    agreement, rows = match.agreement, len(match.game.board.rows)
    yield describe_progress(agreement, side, game=match.game.number, guesses=rows, points=match.points)
    for number, game in enumerate(match.games, start=1):
        view, more = View.of(game, Seat.SPECTATOR), number < len(match.games)
        yield describe_turn(agreement, view, side)
        if game.over:
            found = describe_game_result(agreement, view, side, codes_left=2, par=4.3403, more=more)
            yield " ".join((found.headline, *found.sentences))
    if match.outcome is not None:
        yield describe_outcome(agreement, match.points, match.outcome, side)
        if match.outcome.abandoned_by is not None:
            yield describe_outcome(agreement, match.points, match.outcome, side, void=True)


def test_every_side_reads_the_headlines_of_the_catalogue(golden: Golden) -> None:
    lines = list[str]()
    for name, (agreement, moves) in MATCHES.items():
        match = played(agreement, *filter(None, moves.split(", ")))
        for viewer, side in zip(("Ada", "Bob", "Eve"), SIDES, strict=True):
            lines += [f"# {name}, for {viewer}", *tell(match, side), ""]
    golden("headlines.txt", "\n".join(lines))


@pytest.mark.parametrize(
    ("left", "headline"),
    [(1, "So close!"), (CLOSE, "So close!"), (CLOSE + 1, "Not this time."), (None, "Not this time.")],
)
def test_a_loss_is_close_if_few_codes_are_left(left: int | None, headline: str) -> None:
    match = played(alone(MINI), *LOST.split(", "))
    told = describe_game_result(match.agreement, game_of(match), BOB, codes_left=left)
    assert told.headline == headline
    assert told.sentences == (
        (f"You had it down to {left} code{'s' * (left > 1)}.",) if left and left <= CLOSE else ()
    )


@given(twins())
def test_a_hidden_code_changes_no_headline(steps: list[tuple[Match, Match]]) -> None:
    for one, other in steps:
        for side in SIDES:
            if not one.over and not other.over:
                told = {describe_turn(each.agreement, game_of(each), side) for each in (one, other)}
                assert len(told) == 1
