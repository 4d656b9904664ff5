from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.errors import IllegalCode, IllegalFeedback, NotNow
from codepegs.rules import Board, Code, Feedback, Row, find_edition, mark
from tests.support.strategies import code, editions, feedbacks, guesses, secrets

MINI = Board(find_edition("mini", rows=2))
OPEN = MINI.guess(code("ABC"))
ANSWERED = OPEN.answer(Feedback(1, 1))
SPENT = MINI.time_out()
BROKEN = OPEN.answer(Feedback(3, 0))
FULL = ANSWERED.guess(code("AAB")).answer(Feedback(2, 0))


@pytest.mark.parametrize(
    ("board", "rows", "playable", "open_", "broken", "full"),
    [
        (MINI, 0, True, False, False, False),
        (OPEN, 1, False, True, False, False),
        (ANSWERED, 1, True, False, False, False),
        (SPENT, 1, True, False, False, False),
        (BROKEN, 1, False, False, True, False),
        (FULL, 2, False, False, False, True),
        (SPENT.time_out(), 2, False, False, False, True),
        (ANSWERED.guess(code("AAB")), 2, False, True, False, True),
        (ANSWERED.guess(code("AAB")).answer(Feedback(3, 0)), 2, False, False, True, True),
    ],
)
def test_a_row_is_played_and_answered_in_its_turn(
    board: Board, rows: int, playable: bool, open_: bool, broken: bool, full: bool
) -> None:
    assert (len(board.rows), board.open, board.broken, board.full) == (rows, open_, broken, full)
    with nullcontext() if playable else pytest.raises(NotNow):
        board.guess(code("ABC"))
    with nullcontext() if playable else pytest.raises(NotNow):
        board.time_out()
    with nullcontext() if open_ else pytest.raises(NotNow):
        board.answer(Feedback(0, 0))


def test_a_board_refuses_what_its_edition_does() -> None:
    with pytest.raises(IllegalCode, match="RB is not allowed"):
        MINI.guess(code("AB"))
    with pytest.raises(IllegalFeedback):
        OPEN.answer(Feedback(2, 2))


@st.composite
def boards(draw: DrawFn) -> tuple[Board, Code]:
    terms = draw(editions(pegs=5, colours=6, rows=8))
    secret = draw(secrets(terms))
    row = st.builds(Row, guesses(terms), st.none() | feedbacks(terms))
    true = guesses(terms).map(lambda guess: Row(guess, mark(guess, secret)))
    rows = draw(st.lists(true | row | st.just(Row(None, None)), max_size=terms.rows))
    return Board(terms, tuple(rows)), secret


@given(boards())
def test_a_candidate_is_a_code_that_every_answer_is_true_of(case: tuple[Board, Code]) -> None:
    board, secret = case
    answers = [row for row in board.rows if row.feedback is not None]
    true = [row.guess is not None and mark(row.guess, secret) == row.feedback for row in answers]
    assert board.fits(secret) is all(true)
