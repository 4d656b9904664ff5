"""The code space, against what an edition lists and what a board says of each code."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.engine import CodeSpace, codespace
from codepegs.errors import TooLarge
from codepegs.rules import Board, Code, Edition, Feedback, Row, find_edition, mark
from tests.support.strategies import editions, feedbacks, guesses, secrets

CLASSIC = find_edition("classic-1")


def listed(space: CodeSpace, numbers: list[int] | None = None) -> list[Code]:
    return [space.code(number) for number in (space.codes.tolist() if numbers is None else numbers)]


def boards_of(terms: Edition) -> st.SearchStrategy[Board]:
    """Rows answered truly for some secret, falsely, beyond what a code can earn, not yet and never."""

    def rows(secret: Code) -> st.SearchStrategy[list[Row]]:
        true = guesses(terms).map(lambda guess: Row(guess, mark(guess, secret)))
        other = st.builds(Row, guesses(terms), feedbacks(terms) | st.none() | st.just(unearned(terms)))
        return st.builds(
            lambda one, two: one + two,
            st.lists(true | st.just(Row(None, None)), max_size=4),
            st.lists(other, max_size=1),
        )

    return secrets(terms).flatmap(rows).map(lambda played: Board(terms, tuple(played)))


def unearned(terms: Edition) -> Feedback:
    """All but one black, and the last one white."""
    return Feedback(terms.pegs - 1, 1)


@st.composite
def boards(draw: DrawFn) -> Board:
    return draw(boards_of(draw(editions(pegs=4, colours=5))))


@given(editions(pegs=4, colours=5))
def test_codes_and_guesses_of_any_small_space_are_those_of_its_edition_in_order(terms: Edition) -> None:
    space = CodeSpace(terms)
    assert listed(space) == list(terms.codes())
    assert len(space.codes) == terms.size
    free = terms.with_rules(code_repeats=terms.guess_repeats)
    assert listed(space, list(range(len(space.guesses)))) == list(free.codes())


@given(st.data())
def test_a_guess_and_its_number_stand_for_each_other(data: st.DataObject) -> None:
    terms = data.draw(editions(pegs=4, colours=5))
    space, guess = CodeSpace.of(terms), data.draw(guesses(terms))
    number = data.draw(st.integers(0, len(space.guesses) - 1))
    assert space.code(space.number(guess)) == guess
    assert space.number(space.code(number)) == number


@given(boards())
def test_the_candidates_are_the_codes_that_fit_the_board(board: Board) -> None:
    space = CodeSpace.of(board.edition)
    assert listed(space, space.candidates(board).tolist()) == list(filter(board.fits, board.edition.codes()))


@pytest.mark.parametrize(
    ("terms", "size"),
    [
        (CLASSIC.with_rules(pegs=12, colours=26), 26**12),
        (CLASSIC.with_rules(pegs=12, colours=26, blanks=True), 27**12),
        (CLASSIC.with_rules(pegs=6, colours=11), 11**6),
        (CLASSIC.with_rules(pegs=7, colours=8, code_repeats=False), 8**7),
        (CLASSIC.with_rules(pegs=6, colours=13, code_repeats=False, guess_repeats=False), 1_235_520),
    ],
)
def test_a_space_too_large_is_refused_before_anything_is_listed(
    terms: Edition, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def list_nothing(pegs: int, kinds: int, *, repeats: bool) -> codespace.Rows:
        raise AssertionError("listed")

    monkeypatch.setattr(codespace, "_list", list_nothing)
    with pytest.raises(TooLarge) as refused:
        CodeSpace(terms)
    assert (refused.value.size, refused.value.limit) == (size, codespace.MAX_GUESSES)


def test_the_largest_space_is_listed() -> None:
    assert CodeSpace(CLASSIC.with_rules(pegs=6, colours=10)).guesses.shape == (1_000_000, 6)


@given(st.data())
def test_without_its_table_a_space_is_the_same(data: st.DataObject) -> None:
    terms = data.draw(editions(pegs=3, colours=4))
    board = data.draw(boards_of(terms))
    with_table, without = CodeSpace(terms), CodeSpace(terms)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codespace, "MAX_TABLE_SIZE", 0)
        assert without.table is None
    rows = st.integers(0, len(with_table.guesses) - 1)
    some = np.array(data.draw(st.lists(rows, max_size=5)), np.intp)
    assert with_table.table is not None
    assert (with_table.marks(some, with_table.codes) == without.marks(some, without.codes)).all()
    candidates = with_table.candidates(board)
    assert (candidates == without.candidates(board)).all()
    assert (with_table.marks(some, candidates) == without.marks(some, candidates)).all()


@given(st.data())
def test_a_guess_splits_candidates_into_parts_by_their_answers_in_order(data: st.DataObject) -> None:
    terms = data.draw(editions(pegs=3, colours=4))
    space, guess = CodeSpace.of(terms), data.draw(guesses(terms))
    candidates = space.candidates(data.draw(boards_of(terms)))
    parts = space.split(space.number(guess), candidates)
    assert [answer for answer, _ in parts] == sorted({answer for answer, _ in parts})
    assert sum(len(part) for _, part in parts) == len(candidates)
    for answer, part in parts:
        right = [
            number
            for number in candidates.tolist()
            if mark(guess, space.code(number)) == space.classes.feedbacks[answer]
        ]
        assert part.tolist() == right
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(codespace, "MAX_TABLE_SIZE", 0)
        same = CodeSpace(terms).split(space.number(guess), candidates)
    assert [(answer, part.tolist()) for answer, part in same] == [(a, part.tolist()) for a, part in parts]


def test_editions_that_differ_in_other_rules_share_their_space() -> None:
    assert CodeSpace.of(CLASSIC) is CodeSpace.of(find_edition("invicta", rows=7))
    assert CodeSpace.of(CLASSIC) is not CodeSpace.of(find_edition("classic-2"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (find_edition("hasbro-2010"), find_edition("hasbro-2010", guess_repeats=False)),
        (find_edition("hasbro-2010"), find_edition("hasbro-2010", code_repeats=True)),
        (find_edition("classic-2"), CLASSIC.with_rules(colours=7)),
        (CLASSIC, CLASSIC.with_rules(pegs=3)),
    ],
)
def test_editions_that_differ_in_their_codes_or_guesses_share_no_space(one: Edition, other: Edition) -> None:
    assert CodeSpace.of(one) is not CodeSpace.of(other)
