"""A board as one line."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.errors import CodepegsError
from codepegs.notation.position import example_guess, read, write
from codepegs.rules import Board, Edition, Feedback, find_edition
from tests.support.strategies import SLUGS, code, editions, feedbacks, guesses


@st.composite
def boards(draw: DrawFn) -> Board:
    """Boards as a game makes them: only the last row may be open, or break the code."""
    terms = draw(editions())
    board = Board(terms)
    for _ in range(draw(st.integers(0, terms.rows))):
        if board.open or board.broken:
            break
        board = draw(
            st.one_of(
                st.just(board.time_out()),
                guesses(terms).map(board.guess),
                st.builds(
                    lambda guess, answer, on=board: on.guess(guess).answer(answer),
                    guesses(terms),
                    feedbacks(terms),
                ),
            )
        )
    return board


@given(boards())
def test_boards_round_trip(board: Board) -> None:
    assert read(write(board)) == board


MINI = Board(find_edition("mini"))
TABLE = [
    ("mini", MINI),
    ("mini / RBY ?", MINI.guess(code("ABC"))),
    ("mini / timeout / RBY 1+1", MINI.time_out().guess(code("ABC")).answer(Feedback(1, 1))),
    (
        "mini blanks=yes rows=9 / R-- 0+0",
        Board(find_edition("mini", blanks=True, rows=9)).guess(code("A--")).answer(Feedback(0, 0)),
    ),
]


@pytest.mark.parametrize(("line", "board"), TABLE)
def test_a_board_is_its_edition_and_its_rows(line: str, board: Board) -> None:
    assert write(board) == line
    assert read(line) == board


@pytest.mark.parametrize(
    "line", ["mini/RBY 1+1/timeout", " mini  /  RBY 1+1 /timeout ", "mini\n/ RBY 1+1\n/ timeout\n"]
)
def test_spaces_around_the_rows_do_not_matter(line: str) -> None:
    assert write(read(line)) == "mini / RBY 1+1 / timeout"


PARTS = st.sampled_from([*SLUGS, "/", " / ", "timeout", "RBY", "1+1", "?", " ", "rows=2", "\n"])


@given(st.text() | st.lists(PARTS | st.text(max_size=3)).map("".join))
def test_any_text_is_a_board_or_is_refused(text: str) -> None:
    with suppress(CodepegsError):
        assert read(write(read(text))) == read(text)


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (find_edition("mini"), "RBY"),
        (find_edition("mini", colours=2), "RBR"),
        (find_edition("bulls-and-cows", pegs=2), "01"),
    ],
)
def test_an_example_guess_uses_letters_of_its_edition(terms: Edition, text: str) -> None:
    assert example_guess(terms) == text
