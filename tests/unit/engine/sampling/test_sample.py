"""Samples of fitting codes, against the rules and against the list of all of them."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codepegs.engine.sampling import sample
from codepegs.engine.sampling.sample import Effort, Sample, draw_sample, random_rows
from codepegs.engine.sampling.sequential import GrownCodes
from codepegs.errors import Undecided
from codepegs.rules import Board, Code, Edition, Feedback, Row, find_edition, mark
from codepegs.rules.candidates import find_candidates
from tests.support.positions import boards, candidates, named, played
from tests.support.strategies import SLUGS, code, editions

SMALL = editions(pegs=4, colours=5, rows=6)
SUPER = find_edition("super")
LARGE = find_edition("super", pegs=12, colours=26, rows=30)

BLIND = Effort(particles=1, draws=2_000_000)
LISTED = Effort(particles=100_000)
SCARCE = Effort(particles=1, draws=0)


@pytest.fixture
def nothing_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave everything to the search."""
    monkeypatch.setattr(
        sample,
        "grow_codes",
        lambda terms, *_, particles: GrownCodes(np.empty((0, terms.pegs), np.uint8), np.empty(0), True),
    )


def answered(terms: Edition, *rows: str) -> Board:
    """A board of rows written as `AABB 1+2`."""
    pairs = [row.split() for row in rows]
    return Board(
        terms, tuple(Row(Code.parse(guess.lower()), Feedback.parse(answer)) for guess, answer in pairs)
    )


def checked(board: Board, found: Sample) -> list[Code]:
    """The codes of a sample, after what must be true of any."""
    codes = named(board.edition, found.codes)
    assert all(map(board.fits, codes))
    for found_code in codes:
        board.edition.check_secret(found_code)
    assert len(set(codes)) == len(codes) == len(found)
    assert found.codes.dtype == np.uint8
    assert found.uniform or not found.whole
    return codes


@settings(deadline=None)
@given(
    boards(SMALL, rows=6, true=True) | boards(SMALL, rows=3, true=False),
    st.integers(0, 99),
    st.integers(1, 60),
    st.sampled_from([LISTED, Effort(particles=20, draws=0), SCARCE]),
)
def test_a_sample_fits_and_is_whole_where_it_says_so(
    board: Board, seed: int, most: int, effort: Effort
) -> None:
    found = draw_sample(board, Random(seed), most=most, effort=effort)
    codes, right = checked(board, found), candidates(board)
    assert len(codes) <= most
    assert not found.whole or set(codes) == right
    assert bool(codes) == bool(right)
    assert effort != LISTED or found.whole == (len(right) <= most)


@settings(deadline=None, max_examples=40)
@given(boards(editions(), rows=12, true=True), st.integers(0, 99))
def test_a_sample_of_any_board_fits(board: Board, seed: int) -> None:
    effort = Effort(particles=50, draws=20_000, steps=20_000)
    try:
        found = draw_sample(board, Random(seed), most=20, effort=effort)
    except Undecided:
        return
    assert checked(board, found)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_edition_of_the_catalogue_is_sampled(slug: str) -> None:
    for rows in range(4):
        board = played(find_edition(slug), rows, rows)
        found = draw_sample(board, Random(1), most=50_000, effort=LISTED)
        assert found.whole
        assert set(checked(board, found)) == candidates(board)


def every_colour_guessed() -> Board:
    """A board on which the search of the rules tells all codes apart."""
    secret, guesses = Code.parse("fedfaa"), ("AABBCC", "DDEEFF", "ABCDEF", "FEDCBA")
    rows = [Row(Code.parse(guess.lower()), mark(Code.parse(guess.lower()), secret)) for guess in guesses]
    return Board(find_edition("super", pegs=6, colours=6), tuple(rows))


def test_whole_samples_are_what_the_search_of_the_rules_finds() -> None:
    board = every_colour_guessed()
    found = draw_sample(board, Random(1))
    assert found.whole
    assert set(checked(board, found)) == set(find_candidates(board.edition, board.rows))


@pytest.mark.usefixtures("nothing_grows")
def test_a_search_to_its_end_finds_a_whole_sample() -> None:
    board = every_colour_guessed()
    found = draw_sample(board, Random(1), effort=SCARCE)
    assert found.whole
    assert set(checked(board, found)) == candidates(board)
    some = draw_sample(board, Random(1), most=3, effort=SCARCE)
    assert len(checked(board, some)) == 3
    assert not some.whole
    assert not some.uniform


@pytest.mark.usefixtures("nothing_grows")
def test_a_search_finds_one_of_the_codes_that_differ_in_unguessed_colours() -> None:
    board = answered(SUPER, "AAAAA 3+0", "BBBBB 1+0")
    found = draw_sample(board, Random(1), effort=SCARCE)
    assert 0 < len(checked(board, found)) < len(candidates(board))
    assert not found.whole


@pytest.mark.usefixtures("nothing_grows")
def test_a_row_that_waits_for_its_answer_says_nothing() -> None:
    board = answered(SUPER, "AAAAA 3+0", "BBBBB 1+0").guess(code("CDEFG"))
    found = draw_sample(board, Random(1), effort=SCARCE)
    assert 0 < len(checked(board, found)) < len(candidates(board))
    assert not found.whole


@pytest.mark.usefixtures("nothing_grows")
def test_a_search_that_is_stopped_keeps_what_it_has_found() -> None:
    board = played(LARGE, 1, 1)
    found = draw_sample(board, Random(1), most=100_000, effort=Effort(particles=1, draws=0, steps=5000))
    assert checked(board, found)
    assert not found.whole


BOARDS = {
    "5 of 8": played(SUPER, 1, 3),
    "4 of 7, blanks": played(find_edition("classic-2"), 5, 2),
    "4 of 8, no repeats in codes": played(find_edition("hasbro-2010"), 5, 2),
    "4 of 10, no repeats": played(find_edition("bulls-and-cows"), 7, 2),
    "6 of 4": played(find_edition("super", pegs=6, colours=4), 2, 2),
}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("path", ["blind", "listed", "grown"])
def test_every_fitting_code_is_drawn_as_often_as_the_others(
    board: Board, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample, "_BATCH", 2000)
    right = candidates(board)
    assert 30 < len(right) < 700
    most, runs = len(right) // 3, 50
    effort = {"blind": BLIND, "listed": LISTED, "grown": Effort(particles=len(right), draws=0)}[path]
    seen: Counter[Code] = Counter()
    for seed in range(runs):
        found = draw_sample(board, Random(seed), most=most, effort=effort)
        assert len(found) == most or path == "grown"
        assert found.uniform == (path != "grown")
        seen.update(named(board.edition, found.codes))
    share = seen.total() / runs / len(right)
    drawn = np.array([seen[code] for code in right])
    # Chi-square; without replacement the counts vary less by what is left.
    square = ((drawn - runs * share) ** 2).sum() / (runs * share * (1 - share))
    spread = np.sqrt(2 * len(right))
    assert abs(square - len(right)) < 5 * spread


def test_a_board_without_answers_may_hold_anything() -> None:
    found = draw_sample(Board(LARGE, (Row(None, None),)), Random(1), most=500)
    assert len(checked(Board(LARGE), found)) == 500
    assert found.uniform
    assert np.bincount(found.codes.ravel(), minlength=26).min() > 150


CONTRADICTIONS = [("AAAAA 2+0", "AABBB 0+0"), ("AABBC 4+1",), ("ABCDE 0+0", "FGHAB 0+0")]


@pytest.mark.parametrize("rows", CONTRADICTIONS, ids=str)
def test_where_no_code_fits_the_sample_is_empty_and_whole(rows: tuple[str, ...]) -> None:
    found = draw_sample(answered(SUPER, *rows), Random(1))
    assert found.whole
    assert found.codes.shape == (0, 5)


@pytest.mark.usefixtures("nothing_grows")
@pytest.mark.parametrize("rows", CONTRADICTIONS, ids=str)
def test_a_search_shows_that_no_code_fits(rows: tuple[str, ...]) -> None:
    found = draw_sample(answered(SUPER, *rows), Random(1), effort=SCARCE)
    assert found.whole
    assert found.codes.shape == (0, 5)


def test_an_answer_that_no_code_can_earn_is_seen_at_once() -> None:
    found = draw_sample(answered(LARGE, "ABCDEFGHIJKL 11+1"), Random(1), effort=Effort(steps=1))
    assert found.whole
    assert not len(found)


@pytest.mark.usefixtures("nothing_grows")
def test_what_is_too_hard_to_say_is_left_undecided() -> None:
    with pytest.raises(Undecided):
        draw_sample(played(LARGE, 1, 12), Random(1), effort=Effort(particles=1, draws=0, steps=1000))


def test_many_codes_are_found_on_a_deep_board_of_twelve_pegs_and_26_colours() -> None:
    board = played(LARGE, 1, 10)
    found = draw_sample(board, Random(1), effort=Effort(particles=2000))
    assert len(checked(board, found)) > 100
    assert not found.whole
    assert not found.uniform


def test_the_same_randomness_draws_the_same_sample() -> None:
    board = played(LARGE, 2, 5)
    effort = Effort(particles=500, draws=20_000)
    one, other, third = (draw_sample(board, Random(seed), effort=effort).codes for seed in (1, 1, 2))
    assert np.array_equal(one, other)
    assert not np.array_equal(one, third)


@pytest.mark.parametrize("repeats", [True, False])
def test_random_rows_hold_every_kind_alike_at_every_place(repeats: bool) -> None:
    terms = find_edition("classic-2", pegs=5)
    rows = random_rows(terms, 7000, np.random.default_rng(1), repeats=repeats)
    assert repeats or all(len(set(row)) == 5 for row in rows.tolist())
    for place in range(5):
        assert np.bincount(rows[:, place], minlength=7) == pytest.approx(np.full(7, 1000), abs=130)
