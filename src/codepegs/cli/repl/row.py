"""Rows as they are typed in at a table, and the board they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from codepegs.errors import NotationError, NotNow
from codepegs.notation import position, user_input
from codepegs.rules.board import Board, Row
from codepegs.rules.code import Code
from codepegs.rules.edition import MOST_ROWS, Edition

T = TypeVar("T")


def read(edition: Edition, line: str, offered: Code | None) -> Row:
    """The row that a line means: an answer to the guess `offered`, or a guess, with its answer or without.

    >>> from codepegs.rules import find_edition
    >>> classic = find_edition("classic-1")
    >>> lines = ["1 2", "RBYG: bww", "red blue yellow green 1 2", "RBYG"]
    >>> [position.write_row(classic, read(classic, line, classic.code("RRBB"))) for line in lines]
    ['RRBB 1+2', 'RBYG 1+2', 'RBYG 1+2', 'RBYG ?']
    """
    answer, code = _read(user_input.feedback, edition, line), _read(user_input.code, edition, line)
    whole = code is not None and len(code) == edition.pegs
    if answer is not None:
        if whole and not any(map(str.isdecimal, line)):
            raise NotationError("That could be an answer or a guess. Type an answer in numbers, such as 1 2.")
        if offered is None:
            raise NotNow("There is no guess to answer: type your own guess and its answer.")
        return Row(offered, answer)
    if whole:
        return Row(code, None)
    head, colon, tail = line.partition(":")
    if colon:
        return Row(user_input.code(edition, head), user_input.feedback(edition, tail))
    words = line.replace(",", " ").split()
    rows = []
    for size in (2, 1):
        head, answer = " ".join(words[:-size]), _read(user_input.feedback, edition, " ".join(words[-size:]))
        if head and answer is not None:
            rows.append((head, answer))
            code = _read(user_input.code, edition, head)
            if code is not None and len(code) == edition.pegs:
                return Row(code, answer)
    if rows or len(words) == 1:
        # A guess that is none: reading it, or playing it, says why.
        head, answer = rows[0] if rows else (line, None)
        return Row(user_input.code(edition, head), answer)
    like = position.example(edition)
    raise NotationError(
        f"Type an answer, such as 1 2, or a guess and its answer, such as {like} 1 2, or help."
    )


def _read(reader: Callable[[Edition, str], T], edition: Edition, text: str) -> T | None:
    try:
        return reader(edition, text)
    except NotationError:
        return None


def answered(board: Board) -> tuple[Row, ...]:
    """The rows of a board without one that waits for its answer."""
    return board.rows[:-1] if board.open else board.rows


def rebuilt(edition: Edition, rows: Sequence[Row]) -> Board:
    """The rows on a new board, as far as the rules let them; longer than the edition's if need be."""
    board = Board(edition.house(rows=min(MOST_ROWS, max(edition.rows, len(rows)))))
    for row in rows:
        if row.guess is None:
            board = board.time_out()
            continue
        board = board.guess(row.guess)
        board = board if row.feedback is None else board.answer(row.feedback)
    return board
