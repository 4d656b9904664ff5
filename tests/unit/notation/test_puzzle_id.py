"""IDs of puzzles: only the standard format is accepted."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from shlex import quote
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from codepegs.errors import CodepegsError, NotationError
from codepegs.notation import position, puzzle_id
from codepegs.notation.puzzle_id import Theme
from codepegs.rules import Board, Feedback
from tests.support.strategies import editions, guesses

ID = "one-code:mini,rows=4:RRB=1+1,BYG=1+0:1c71"


@st.composite
def boards(draw: DrawFn) -> Board:
    """Boards with at least one row, all answered, and an unbroken code."""
    terms = draw(editions())
    board = Board(terms)
    for _ in range(draw(st.integers(1, min(4, terms.rows)))):
        black = draw(st.integers(0, terms.pegs - 1))
        answer = Feedback(black, draw(st.integers(0, terms.pegs - black)))
        board = board.guess(draw(guesses(terms))).answer(answer)
    return board


def checked(text: str) -> str:
    """Return the text with a valid checksum, as in an ID written by hand."""
    return f"{text}:{sha256(f'codepegs puzzle{chr(10)}{text}'.encode()).hexdigest()[:4]}"


@given(st.sampled_from(Theme), boards())
def test_ids_round_trip(theme: Theme, board: Board) -> None:
    assert puzzle_id.read(puzzle_id.write(theme, board)) == (theme, board)


@given(st.sampled_from(Theme), boards())
def test_an_id_needs_no_quotes_in_a_shell(theme: Theme, board: Board) -> None:
    text = puzzle_id.write(theme, board)
    assert quote(text) == text
    assert len(text) <= puzzle_id.MAX_LENGTH


@given(st.data())
def test_an_id_with_a_changed_character_is_refused(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(ID) - 1))
    other = data.draw(st.sampled_from(sorted({*ascii_letters, *digits, *"-+=,: "} - {ID[place]})))
    with pytest.raises(NotationError):
        puzzle_id.read(ID[:place] + other + ID[place + 1 :])


@pytest.mark.parametrize("end", range(len(ID)))
def test_an_id_cut_short_is_refused(end: int) -> None:
    with pytest.raises(NotationError):
        puzzle_id.read(ID[:end])


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for given_text in (text, ID + text, checked(text.encode("ascii", "ignore").decode())):
        with suppress(CodepegsError):
            puzzle_id.read(given_text)


@given(
    st.sampled_from(["one-code", "best"]),
    st.sampled_from(["mini", "minor", ""]),
    st.text("RB=+12,", max_size=12),
)
def test_text_with_a_valid_checksum_round_trips_or_is_refused(word: str, terms: str, rows: str) -> None:
    text = checked(f"{word}:{terms}:{rows}")
    with suppress(CodepegsError):
        assert puzzle_id.write(*puzzle_id.read(text)) == text


def test_an_id_contains_theme_edition_rows_and_checksum() -> None:
    board = position.read("classic-2 rows=8 / R--B 1+2 / KKKK 0+0")
    assert puzzle_id.write(Theme.ONE_CODE, board) == checked("one-code:classic-2,rows=8:R--B=1+2,KKKK=0+0")
