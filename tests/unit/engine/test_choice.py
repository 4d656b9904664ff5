"""Choices in the last rows: the rows left of a board, and guesses that need no search."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.engine import STRATEGIES, CodeSpace, find_strategy
from codepegs.engine.choice import find_obvious, rows_left
from codepegs.engine.codespace import Indices
from codepegs.engine.optimal_strategy import OptimalGuesser
from codepegs.engine.optimum import Optimum
from codepegs.notation import position
from codepegs.rules import Board, Edition, Row, find_edition, mark
from tests.support.plain_rows import plain_play
from tests.support.strategies import editions, guesses, secrets


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("classic-1", 10),
        ("hasbro-2010 / RBYG 1+1", 8),
        ("mini rows=3 / RRB 1+1 / RBB 0+1", 1),
        ("mini rows=3 / RRB 1+1 / timeout", 1),
        ("mini rows=3 / RRB 1+1 / RBB ?", 2),
        ("mini rows=2 / RRB 1+1 / RBB 0+1", None),
    ],
)
def test_the_rows_left_are_those_without_an_answer(line: str, left: int | None) -> None:
    assert rows_left(position.read(line)) == left


@st.composite
def positions(draw: DrawFn) -> tuple[Edition, Indices]:
    """The candidates that true answers have left."""
    terms = draw(editions(pegs=3, colours=3))
    secret = draw(secrets(terms))
    rows = [Row(guess, mark(guess, secret)) for guess in draw(st.lists(guesses(terms), max_size=3))]
    return terms, CodeSpace.of(terms).candidates(Board(terms, tuple(rows)))


@given(name=st.sampled_from(tuple(STRATEGIES)), case=positions(), seed=st.integers())
def test_in_the_last_row_every_strategy_guesses_a_candidate(
    name: str, case: tuple[Edition, Indices], seed: int
) -> None:
    terms, candidates = case
    assert find_strategy(name, Random(seed)).guess(CodeSpace.of(terms), candidates, 1) in candidates


@given(name=st.sampled_from(["largest", "expected", "entropy", "parts", "optimal"]), case=positions())
def test_with_two_rows_left_no_guess_breaks_more_codes(name: str, case: tuple[Edition, Indices]) -> None:
    terms, candidates = case
    space, play = CodeSpace.of(terms), plain_play(terms)
    guess = space.code(find_strategy(name, Random(0)).guess(space, candidates, 2))
    codes = [space.code(number) for number in candidates.tolist()]
    assert play.outcome(codes, 2, guess) == play.best(codes, 2)


@given(case=positions(), rows=st.integers(1, 2))
def test_an_obvious_choice_is_what_the_search_finds(case: tuple[Edition, Indices], rows: int) -> None:
    terms, candidates = case
    space = CodeSpace.of(terms)
    choice = find_obvious(space, candidates, rows)
    bounds = Optimum(space).solve(candidates, rows=rows)
    assert choice is not None
    assert (choice.lost, choice.total) == (bounds.lost, bounds.guesses)


def test_a_choice_is_not_obvious_if_comparing_takes_long() -> None:
    space = CodeSpace.of(find_edition("super"))
    assert find_obvious(space, space.codes, 2) is None
    assert find_obvious(space, space.codes[:500], 2) is not None
    assert find_obvious(space, space.codes[:3], 3) is None


@pytest.mark.parametrize(("rows", "broken", "total"), [(5, 1296, 5626), (4, 768, 5084), (3, 132, 3874)])
def test_perfect_play_breaks_as_many_codes_as_rows_allow(rows: int, broken: int, total: int) -> None:
    terms = find_edition("classic-1", rows=rows)
    guesser, boards, found = OptimalGuesser(terms), [Board(terms)], [0, 0]
    space = guesser.space
    while boards:
        board = boards.pop()
        choice = guesser.choose(board)
        assert choice is not None
        assert choice.total is not None
        found[1] += len(space.candidates(board))
        for answer, part in space.split(choice.guess, space.candidates(board)):
            row = Row(space.code(choice.guess), space.classes.feedbacks[answer])
            if answer == space.classes.win:
                found[0] += len(part)
            elif len(board.rows) + 1 < rows:
                boards.append(Board(terms, (*board.rows, row)))
    assert found == [broken, total]
