"""The strategy for large boards: what it guesses, and games to their end."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codepegs.engine import CodeSpace, find_strategy
from codepegs.engine.sampling.sample import Effort, random_rows
from codepegs.engine.sampling.strategy import SamplingGuesser, mutate, opening
from codepegs.errors import Undecided
from codepegs.rules import Board, Code, Edition, Feedback, find_edition, mark
from tests.support.positions import boards, candidates, named, played
from tests.support.strategies import SLUGS, editions

QUICK = Effort(particles=500, draws=20_000, steps=20_000)
LARGE = find_edition("super", pegs=12, colours=26, rows=30)


def game(terms: Edition, seed: int, breaker: SamplingGuesser) -> Board:
    """A game to its end against a random code."""
    random, board = Random(seed), Board(terms)
    draw = random.choices if terms.code_repeats else random.sample
    secret = Code(tuple(draw(terms.kinds, k=terms.pegs)))
    while not board.broken and not board.full:
        guess = breaker.guess(board)
        assert guess is not None
        board = board.guess(guess).answer(mark(guess, secret))
    return board


@pytest.mark.parametrize("slug", SLUGS)
def test_every_edition_of_the_catalogue_is_broken(slug: str) -> None:
    for seed in range(3):
        assert game(find_edition(slug), seed, SamplingGuesser(find_edition(slug), Random(seed))).broken


@settings(deadline=None, max_examples=40)
@given(boards(editions(), rows=8, true=True), st.integers(0, 99))
def test_any_board_gets_a_guess_that_is_allowed(board: Board, seed: int) -> None:
    try:
        guess = SamplingGuesser(board.edition, Random(seed), codes=30, others=30, effort=QUICK).guess(board)
    except Undecided:
        return
    assert guess is not None
    board.edition.check_guess(guess)


@settings(deadline=None)
@given(boards(editions(pegs=3, colours=4, rows=5), rows=5, true=False), st.integers(0, 99))
def test_it_says_so_exactly_where_no_code_fits(board: Board, seed: int) -> None:
    guess = SamplingGuesser(board.edition, Random(seed), codes=30, others=30).guess(board)
    assert (guess is None) == (not candidates(board))


@settings(deadline=None, max_examples=40)
@given(boards(editions(pegs=4, colours=4), rows=4, true=True), st.integers(0, 99))
def test_in_the_last_row_it_guesses_a_code_that_fits(board: Board, seed: int) -> None:
    last = Board(board.edition.with_rules(rows=len(board.rows) + 1), board.rows)
    assert SamplingGuesser(last.edition, Random(seed), codes=30, others=30).guess(last) in candidates(last)


@settings(deadline=None, max_examples=40)
@given(boards(editions(pegs=3, colours=4), rows=3, true=True), st.integers(0, 99))
def test_with_two_rows_left_no_code_that_fits_has_more_parts(board: Board, seed: int) -> None:
    late = Board(board.edition.with_rules(rows=len(board.rows) + 2), board.rows)
    guess, fitting = SamplingGuesser(late.edition, Random(seed)).guess(late), candidates(late)
    assert guess is not None
    if late.answered and not late.broken:
        parts = [len({mark(one, code) for code in fitting}) for one in (guess, *fitting)]
        assert parts[0] == max(parts)


def test_games_of_six_pegs_and_nine_colours_are_short() -> None:
    terms = find_edition("super", pegs=6, colours=9)
    lengths = [
        len(game(terms, seed, SamplingGuesser(terms, Random(seed), codes=300, others=300)).rows)
        for seed in range(12)
    ]
    assert sum(lengths) / len(lengths) < 6.9


def test_the_largest_board_is_broken() -> None:
    board = game(
        LARGE, 1, SamplingGuesser(LARGE, Random(1), codes=100, others=50, effort=Effort(particles=1000))
    )
    assert board.broken
    assert len(board.rows) < 20


def test_the_last_two_candidates_are_guessed_one_by_one() -> None:
    terms = find_edition("mini")
    board = Board(terms)
    for guess, answer in (("AAB", "2+0"), ("AAC", "2+0"), ("AAD", "2+0"), ("AEE", "1+0")):
        board = board.guess(Code.parse(guess.lower())).answer(Feedback.parse(answer))
    assert candidates(board) == {Code.parse("aaa"), Code.parse("aaf")}
    assert SamplingGuesser(terms, Random(1)).guess(board) in candidates(board)


def test_among_few_candidates_it_guesses_as_well_as_the_strategy_that_lists_all() -> None:
    """The split it finds tells nearly as much as the best of all guesses does."""
    terms = find_edition("super")
    space, entropy = CodeSpace.of(terms), find_strategy("entropy", Random(0))
    for seed in range(4):
        board = played(terms, seed, 3)
        left = space.candidates(board)
        best, guess = entropy.guess(space, left), SamplingGuesser(terms, Random(seed)).guess(board)
        assert guess is not None

        def parts(number: int, left: np.typing.NDArray[np.intp] = left) -> int:
            return len(np.unique(space.marks(np.array([number]), left)))

        assert parts(space.number(guess)) >= 0.8 * parts(best)


@pytest.mark.parametrize(
    ("terms", "first"),
    [
        (find_edition("bulls-and-cows"), "ABCD"),
        (find_edition("hasbro-2010"), "ABCD"),
        (find_edition("classic-1", pegs=1, colours=2), "A"),
        (
            find_edition("classic-1", pegs=12, colours=12, code_repeats=False, guess_repeats=False),
            "ABCDEFGHIJKL",
        ),
    ],
)
def test_a_first_guess_has_the_counts_that_tell_most(terms: Edition, first: str) -> None:
    assert named(terms, opening(terms)[None]) == [Code.parse(first.lower())]


@settings(deadline=None, max_examples=30)
@given(editions())
def test_any_edition_has_a_first_guess(terms: Edition) -> None:
    guess = SamplingGuesser(terms, Random(1)).guess(Board(terms))
    assert guess is not None
    terms.check_guess(guess)


def test_a_first_guess_is_the_same_whatever_the_randomness() -> None:
    assert SamplingGuesser(LARGE, Random(1)).guess(Board(LARGE)) == SamplingGuesser(LARGE, Random(2)).guess(
        Board(LARGE)
    )


def test_the_same_randomness_guesses_alike() -> None:
    terms = find_edition("super", pegs=6, colours=9)
    one, other = (game(terms, 3, SamplingGuesser(terms, Random(7), codes=100, others=100)) for _ in range(2))
    assert one == other


@given(editions(), st.integers(0, 99))
def test_a_changed_guess_is_allowed_and_differs_little(terms: Edition, seed: int) -> None:
    generator = np.random.default_rng(seed)
    rows = random_rows(terms, 20, generator, repeats=terms.guess_repeats)
    before = rows.copy()
    after = mutate(terms, rows, generator)
    assert np.array_equal(rows, before)
    for old, new in zip(named(terms, rows), named(terms, after), strict=True):
        terms.check_guess(new)
        assert len(set(new.pegs) ^ set(old.pegs)) <= 2
