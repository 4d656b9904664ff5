"""Strategies: which guess they choose, whatever the board."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.engine import MEASURES, STRATEGIES, CodeSpace, codespace, find_strategy
from codepegs.engine.codespace import Indices
from codepegs.engine.strategy import FirstConsistent, OneStep, RandomConsistent, judge_all, split_all
from codepegs.errors import UnknownStrategy
from codepegs.rules import Board, Edition, Row, find_edition, mark
from tests.support.strategies import editions, guesses, secrets
from tests.support.twins import both

CLASSIC = find_edition("classic-1")


@st.composite
def positions(draw: DrawFn) -> tuple[Edition, Indices]:
    """The candidates that true answers have left."""
    terms = draw(editions(pegs=3, colours=4))
    secret = draw(secrets(terms))
    rows = [Row(guess, mark(guess, secret)) for guess in draw(st.lists(guesses(terms), max_size=3))]
    return terms, CodeSpace.of(terms).candidates(Board(terms, tuple(rows)))


@given(name=st.sampled_from(tuple(STRATEGIES)), case=positions(), seed=st.integers())
def test_a_strategy_chooses_a_guess_that_tells_something(
    name: str, case: tuple[Edition, Indices], seed: int
) -> None:
    terms, candidates = case
    space = CodeSpace.of(terms)
    guess = find_strategy(name, Random(seed)).guess(space, candidates)
    marks = space.marks(np.array([guess]), candidates)[0]
    assert len(set(marks.tolist())) > 1 or guess in candidates


@both
@given(name=st.sampled_from(tuple(MEASURES)), case=positions(), consistent=st.booleans())
def test_a_one_step_strategy_takes_the_best_then_a_candidate_then_the_lowest(
    name: str, case: tuple[Edition, Indices], consistent: bool, kernel: bool
) -> None:
    terms, candidates = case
    space, fitting = CodeSpace.of(terms), set(candidates.tolist())
    values = MEASURES[name](split_all(space, np.arange(len(space.guesses)), candidates)).tolist()
    allowed = sorted(fitting) if consistent else range(len(values))
    best = min(allowed, key=lambda number: (values[number], number not in fitting, number))
    strategy = OneStep(MEASURES[name], consistent=consistent, kernel=kernel)
    assert strategy.guess(space, candidates) == best


@both
@given(case=positions(), name=st.sampled_from(tuple(MEASURES)))
def test_guesses_are_judged_by_their_splits(case: tuple[Edition, Indices], name: str, kernel: bool) -> None:
    terms, candidates = case
    space, measure = CodeSpace.of(terms), MEASURES[name]
    rows = np.arange(len(space.guesses))[::2]
    right = measure(split_all(space, rows, candidates, kernel=False))
    assert judge_all(space, measure, rows, candidates, kernel=kernel).tolist() == right.tolist()


@both
@given(case=positions())
def test_splits_count_the_candidates_that_share_an_answer(
    case: tuple[Edition, Indices], kernel: bool
) -> None:
    terms, candidates = case
    space = CodeSpace.of(terms)
    rows = np.arange(len(space.guesses))[::3]
    codes = [space.code(number) for number in candidates.tolist()]
    for guess, split in zip(
        rows.tolist(), split_all(space, rows, candidates, kernel=kernel).tolist(), strict=True
    ):
        answers = [mark(space.code(guess), code) for code in codes]
        assert split == [answers.count(feedback) for feedback in space.classes.feedbacks]


@both
def test_splits_do_not_depend_on_the_table(kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    right = split_all(CodeSpace.of(CLASSIC), np.arange(1296), CodeSpace.of(CLASSIC).codes)
    monkeypatch.setattr(codespace, "MAX_TABLE_SIZE", 0)
    space = CodeSpace(CLASSIC)
    assert (split_all(space, np.arange(1296), space.codes, kernel=kernel) == right).all()


@both
def test_splits_of_many_guesses_are_cut_into_blocks_without_a_seam(kernel: bool) -> None:
    space = CodeSpace.of(find_edition("bulls-and-cows"))
    found = split_all(space, np.arange(5040), space.codes, kernel=kernel)
    assert (found == found[0]).all()
    assert found[0].sum() == 5040


@given(positions(), st.integers())
def test_consistent_strategies_guess_a_candidate(case: tuple[Edition, Indices], seed: int) -> None:
    terms, candidates = case
    space = CodeSpace.of(terms)
    assert FirstConsistent().guess(space, candidates) == candidates.min()
    assert RandomConsistent(Random(seed)).guess(space, candidates) in candidates


def test_random_guesses_come_from_the_randomness_given_and_reach_every_candidate() -> None:
    space = CodeSpace.of(CLASSIC)
    candidates = np.array([3, 5, 8, 13])

    def chosen(seed: int) -> list[int]:
        player = RandomConsistent(Random(seed))
        return [player.guess(space, candidates) for _ in range(100)]

    assert chosen(1) == chosen(1) != chosen(2)
    assert set(chosen(1)) == {3, 5, 8, 13}


def test_an_unknown_strategy_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownStrategy) as refused:
        find_strategy("cunning", Random(0))
    assert (refused.value.name, refused.value.known) == ("cunning", tuple(STRATEGIES))


def test_chances_come_from_the_seed_and_the_answers_and_from_nothing_else() -> None:
    space = CodeSpace.of(find_edition("classic-1"))

    def chosen(seed: int, *answers: int) -> list[int]:
        player = RandomConsistent(Random(seed))
        other = player.branch((9, 9))
        branch = player.branch(answers)
        assert other.guess(space, space.codes) >= 0
        return [branch.guess(space, space.codes) for _ in range(3)]

    assert chosen(1, 2, 3) == chosen(1, 2, 3)
    different = [chosen(1), chosen(1, 2), chosen(1, 2, 3), chosen(1, 3, 2), chosen(1, 23), chosen(2, 2)]
    assert len({tuple(found) for found in different}) == len(different)
