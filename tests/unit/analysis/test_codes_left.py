"""Codes left, compared with asking the board about every code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.analysis.codes_left import MAX_CODES, count_codes_left
from codepegs.notation import position
from codepegs.rules import CATALOGUE, Board, Edition, Row, find_edition, mark
from tests.support.strategies import editions, feedbacks, guesses, secrets


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Some true rows, then perhaps a row that is false, unanswered or out of time."""
    terms = draw(editions().filter(lambda terms: terms.size <= 2_000))
    secret = draw(secrets(terms))
    rows = [Row(guess, mark(guess, secret)) for guess in draw(st.lists(guesses(terms), max_size=3))]
    other = st.builds(Row, guesses(terms), feedbacks(terms) | st.none()) | st.just(Row(None, None))
    return Board(terms, (*rows, *draw(st.lists(other, max_size=1))))


@given(boards())
def test_the_codes_left_are_those_that_fit_the_board(board: Board) -> None:
    assert count_codes_left(board) == sum(board.fits(code) for code in board.edition.codes())


@pytest.mark.parametrize("terms", CATALOGUE.values(), ids=CATALOGUE)
def test_all_codes_are_left_on_an_empty_board(terms: Edition) -> None:
    assert count_codes_left(Board(terms)) == terms.size


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("classic-1 pegs=6 colours=10", 1_000_000),
        ("classic-1 pegs=6 colours=11", None),
        ("classic-1 pegs=12 colours=26", None),
        # 2,985,984 guesses, but only 12 * 11 * 10 * 9 * 8 * 7 codes.
        ("hasbro-2010 pegs=6 colours=12", 665_280),
        ("hasbro-2010 pegs=6 colours=12 / RRRRRR 0+0", 332_640),
    ],
)
def test_a_million_codes_are_counted_and_no_more(line: str, left: int | None) -> None:
    assert MAX_CODES == 1_000_000
    assert count_codes_left(position.read(line)) == left


def test_counting_lists_the_codes_of_a_board_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = find_edition("mini", rows=3), find_edition("invicta", pegs=3)
    assert count_codes_left(Board(one)) == 216
    monkeypatch.setattr("codepegs.engine.codespace._list", None)
    assert count_codes_left(Board(other)) == 216
