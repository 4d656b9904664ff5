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
    ("board", "rows", "open_", "broken", "full"),
    [
        (MINI, 0, False, False, False),
        (OPEN, 1, True, False, False),
        (ANSWERED, 1, False, False, False),
        (SPENT, 1, False, False, False),
        (BROKEN, 1, False, True, False),
        (FULL, 2, False, False, True),
        (SPENT.time_out(), 2, False, False, True),
        (ANSWERED.guess(code("AAB")), 2, True, False, True),
        (ANSWERED.guess(code("AAB")).answer(Feedback(3, 0)), 2, False, True, True),
    ],
)
def test_a_board_knows_how_far_it_is(board: Board, rows: int, open_: bool, broken: bool, full: bool) -> None:
    assert (len(board.rows), board.open, board.broken, board.full) == (rows, open_, broken, full)


def test_rows_keep_their_guess_and_answer() -> None:
    assert FULL.rows == (Row(code("ABC"), Feedback(1, 1)), Row(code("AAB"), Feedback(2, 0)))
    assert SPENT.rows == (Row(None, None),)
    assert OPEN.rows == (Row(code("ABC"), None),)
    assert OPEN.rows[0].open
    assert not SPENT.rows[0].open
    assert not ANSWERED.rows[0].open


WAITS = "The last guess hasn't been marked yet."
DONE = "The code has been cracked, so there are no more guesses."
USED = "All 2 rows have been used."
NONE = "There is no guess to mark yet."


@pytest.mark.parametrize(
    ("board", "to_play", "to_answer"),
    [
        (MINI, None, NONE),
        (OPEN, WAITS, None),
        (ANSWERED, None, NONE),
        (SPENT, None, NONE),
        (BROKEN, DONE, NONE),
        (FULL, USED, NONE),
        (ANSWERED.guess(code("AAB")).answer(Feedback(3, 0)), DONE, NONE),
        (ANSWERED.guess(code("AAB")), WAITS, None),
    ],
)
def test_a_row_is_played_and_answered_in_its_turn(
    board: Board, to_play: str | None, to_answer: str | None
) -> None:
    def refusals(*tries: object) -> list[str | None]:
        found: list[str | None] = []
        for act in tries:
            assert callable(act)
            try:
                act()
                found.append(None)
            except NotNow as error:
                found.append(str(error))
        return found

    assert refusals(lambda: board.guess(code("ABC")), board.time_out) == [to_play, to_play]
    assert refusals(lambda: board.answer(Feedback(0, 0))) == [to_answer]


def test_a_board_refuses_what_its_edition_does() -> None:
    with pytest.raises(IllegalCode, match="RB is not allowed"):
        MINI.guess(code("AB"))
    with pytest.raises(IllegalFeedback):
        OPEN.answer(Feedback(2, 2))


@pytest.mark.parametrize(("text", "fits"), [("ABC", False), ("AEB", True), ("AAA", False), ("ACE", True)])
def test_a_row_fits_the_codes_its_answer_is_true_of(text: str, fits: bool) -> None:
    assert ANSWERED.fits(code(text)) is fits
    assert SPENT.fits(code(text)), "an empty row tells nothing"
    assert OPEN.fits(code(text)), "an open row tells nothing yet"


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
