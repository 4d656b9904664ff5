"""A board as one line of text: its edition and the rows played so far."""

from __future__ import annotations

from codepegs.errors import NotationError
from codepegs.notation import edition_line
from codepegs.rules.board import Board, Row
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

TIME_OUT = "timeout"
OPEN = "?"


def write(board: Board) -> str:
    """Return the line for a board.

    >>> write(read("mini / RGB 1+1 / timeout / RYK ?"))
    'mini / RGB 1+1 / timeout / RYK ?'
    """
    return " / ".join(
        [edition_line.write(board.edition), *(write_row(board.edition, row) for row in board.rows)]
    )


def read(text: str) -> Board:
    """Return the board of a line. Does not check that some code fits its answers."""
    head, *parts = text.split("/")
    edition = edition_line.read(head)
    board = Board(edition)
    for part in parts:
        row = read_row(edition, part.strip())
        if row.guess is None:
            board = board.time_out()
        else:
            board = board.guess(row.guess)
            board = board if row.feedback is None else board.answer(row.feedback)
    return board


def write_row(edition: Edition, row: Row) -> str:
    """Return the text of a row: its guess and answer (`?` if it has none yet), or `timeout`."""
    if row.guess is None:
        return TIME_OUT
    return f"{edition.spell(row.guess)} {OPEN if row.feedback is None else row.feedback}"


def read_row(edition: Edition, text: str) -> Row:
    """Return the row that `write_row` wrote."""
    if text == TIME_OUT:
        return Row(None, None)
    guess, space, answer = text.partition(" ")
    if not space:
        raise NotationError(
            f"{text!r} is not a row. Write a guess and its answer, as in '{example_guess(edition)} 1+0'."
        )
    return Row(edition.code(guess), None if answer == OPEN else Feedback.parse(answer))


def example_guess(edition: Edition) -> str:
    """Return a guess of this edition as an example for error messages."""
    return "".join(edition.hues[i % edition.colours].letter for i in range(edition.pegs))
