"""What every level promises, on every board; and that they differ in strength."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codepegs.errors import UnknownLevel
from codepegs.players import LEVELS, Computer, Level, level_of, play_match
from codepegs.rules import (
    CATALOGUE,
    Act,
    Agreement,
    Answer,
    Answers,
    Claim,
    Contradiction,
    Ending,
    Feedback,
    Game,
    Match,
    MatchView,
    Move,
    Seat,
    Secret,
    SetCode,
    find_candidates,
    find_contradiction,
    find_edition,
)
from tests.support.strategies import twins

NAMES = ("computer", "computer 2")

levels = pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)


def series(match: Match, level: Level, seed: int = 1) -> tuple[Game, ...]:
    """The games of a match that a computer of some level plays against itself."""
    computer = Computer(Random(seed), level=level)
    return play_match(match, (computer, computer)).games


@levels
@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("answers", Answers)
def test_every_level_plays_every_edition_to_its_end(level: Level, slug: str, answers: Answers) -> None:
    for game in series(Match.start(Agreement(find_edition(slug, answers=answers), NAMES, 2)), level):
        assert game.ending in (Ending.BROKEN, Ending.HELD)
        rows = game.board.rows
        for number, row in enumerate(rows):
            assert row.guess is not None
            # The last row is always in mind, and those that never forget have them all.
            seen = rows[max(0, number - 1) : number] if level.forgets else rows[:number]
            assert level.thinks or all(earlier.fits(row.guess) for earlier in seen)


@levels
def test_every_level_plays_the_largest_board_there_is(level: Level) -> None:
    largest = find_edition("classic-1", pegs=12, colours=26, rows=6)
    (game,) = series(Match.start(Agreement(largest, NAMES, 1)), level)
    assert game.ending in (Ending.BROKEN, Ending.HELD)


class Liar:
    """A codemaker who says of every guess that its colours are right and none of its places."""

    def move(self, view: MatchView) -> Move:
        terms = view.agreement.edition
        if Act.SET_CODE in view.legal:
            return SetCode(Secret(next(terms.codes())))
        return Answer(Feedback(0, terms.pegs))


@levels
@pytest.mark.parametrize("slug", CATALOGUE)
def test_no_level_loses_by_answers_that_contradict_each_other(level: Level, slug: str) -> None:
    match = Match.start(Agreement(find_edition(slug, answers=Answers.HAND, even=False), NAMES, 1))
    players = (Liar(), Computer(Random(4), level=level))
    while not match.games[0].over:
        assert match.turn is not None
        match = match.play(players[match.turn].move(MatchView.of(match, match.turn)))
    (game, *_) = match.games
    # A level that forgets may not notice, but the reveal does.
    assert game.ending is Ending.VOID
    if not level.forgets:
        assert isinstance(game.moves[-1], Claim)
        # As soon as no code fits: one did before the last answer.
        assert isinstance(game.proof, Contradiction)
        assert find_contradiction(game.board) == game.proof
        assert next(find_candidates(game.board.edition, game.board.rows[:-1]), None) is not None


@given(pair=twins(), level=st.sampled_from([*LEVELS.values()]), seed=st.integers())
@settings(max_examples=40)
def test_no_level_knows_the_code_that_it_breaks(
    pair: list[tuple[Match, Match]], level: Level, seed: int
) -> None:
    one, other = pair[-1]
    if Act.GUESS in one.legal(Seat.CODEBREAKER):
        breaker = one.turn
        moves = [
            Computer(Random(seed), level=level).move(MatchView.of(match, breaker)) for match in (one, other)
        ]
        assert moves[0] == moves[1]


def test_a_weak_level_does_not_guess_a_row_again_while_another_fits() -> None:
    for game in series(Match.start(Agreement(find_edition("classic-1"), NAMES, 100)), LEVELS["beginner"]):
        guesses = [row.guess for row in game.board.rows]
        assert len(set(guesses)) == len(guesses)


class Codebreaker:
    """A computer that hides random codes, so that its level decides only how it guesses."""

    def __init__(self, level: Level, seed: int) -> None:
        random = Random(seed)
        self._codemaker, self._codebreaker = Computer(random), Computer(random, level=level)

    def move(self, view: MatchView) -> Move:
        return (self._codemaker if Act.SET_CODE in view.legal else self._codebreaker).move(view)


def test_every_level_is_clearly_stronger_than_the_one_before() -> None:
    terms = find_edition("classic-1", rows=30)
    averages = []
    for level in LEVELS.values():
        played: list[Game] = []
        for seed in range(2):
            player = Codebreaker(level, seed)
            played += play_match(Match.start(Agreement(terms, NAMES, 100)), (player, player)).games
        averages.append(sum(len(game.board.rows) for game in played) / len(played))
    assert all(weaker > stronger + 0.15 for weaker, stronger in pairwise(averages))
    assert averages[0] > 6
    assert averages[-1] < 4.5


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("computer", "medium"),
        ("Computer", "medium"),
        ("computer 2", "medium"),
        ("computer2", "medium"),
        *((f"computer {level}", level) for level in LEVELS),
        ("COMPUTER Perfect 12", "perfect"),
    ],
)
def test_a_name_carries_the_level(name: str, level: str) -> None:
    found = level_of(name)
    assert found is not None
    assert found.name == level


@pytest.mark.parametrize("name", ["Ada", "my computer", "perfect", "comput"])
def test_other_names_are_those_of_people(name: str) -> None:
    assert level_of(name) is None


@pytest.mark.parametrize(
    ("name", "said"),
    [("computer strong", "strong"), ("computers", "s"), ("computer beginner easy", "beginner easy")],
)
def test_a_computer_of_no_level_is_refused_with_all_there_are(name: str, said: str) -> None:
    with pytest.raises(UnknownLevel) as refused:
        level_of(name)
    assert (refused.value.name, refused.value.known) == (said, tuple(LEVELS))
