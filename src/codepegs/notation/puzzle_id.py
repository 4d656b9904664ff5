"""IDs of puzzles: one line with the theme and the board, but without the solution."""

from __future__ import annotations

from enum import Enum
from hashlib import sha256

from codepegs.errors import NotationError
from codepegs.notation import edition_line
from codepegs.notation.position import example_guess
from codepegs.rules.board import Board
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

MAX_LENGTH = 2_000
"""Limit of characters in an ID. The longest ID has fewer."""
_CHECK = 4
"""Number of hexadecimal digits in the checksum at the end."""


class Theme(Enum):
    """Kind of solution that a puzzle asks for."""

    ONE_CODE = "one-code"
    BEST_GUESS = "best-guess"

    @property
    def asks_for_code(self) -> bool:
        """Whether the solution is the only code that fits, rather than the best guess."""
        return self is not Theme.BEST_GUESS


class Difficulty(Enum):
    """Difficulty of a puzzle.

    If a puzzle asks for the code, this is the number of rows that you must combine to
    settle a peg: up to two are easy, three medium, more hard. If it asks for the best
    guess, it is the number of candidates: up to 4 are easy, 8 medium, 16 hard.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def write(theme: Theme, board: Board) -> str:
    """Return the ID of a puzzle. It contains the position, so a solver can find the solution.

    Only answered rows are written. An ID needs no quotes in a shell and no escapes in a
    URL.

    >>> from codepegs.notation import position
    >>> write(Theme.ONE_CODE, position.read("mini rows=4 / RRB 1+1 / BYG 1+0"))
    'one-code:mini,rows=4:RRB=1+1,BYG=1+0:1c71'
    """
    edition = board.edition
    rows = ",".join(f"{edition.spell(guess)}={feedback}" for guess, feedback in board.answered)
    text = f"{theme.value}:{edition_line.write(edition).replace(' ', ',')}:{rows}"
    return f"{text}:{_check(text)}"


def read(text: str) -> tuple[Theme, Board]:
    """Return the theme and the board of an ID. Does not check that they make a puzzle."""
    parts = text.split(":")
    if not text.isascii() or len(text) > MAX_LENGTH or len(parts) != 4:
        raise NotationError(
            "This isn't a puzzle ID. An ID looks like one-code:mini:YYK=1+0,BYW=0+1:1234. Copy all of it."
        )
    body, _, check = text.rpartition(":")
    if check != _check(body):
        raise NotationError("This ID is damaged. Copy the whole ID again.")
    word, terms, rows, _ = parts
    theme = next((theme for theme in Theme if theme.value == word), None)
    if theme is None:
        known = ", ".join(theme.value for theme in Theme)
        raise NotationError(f"There is no theme {word!r}. Choose one of: {known}.")
    board = _board(edition_line.read(terms.replace(",", " ")), rows)
    if write(theme, board) != text:
        raise NotationError(f"This ID is not in the standard format. Write it as {write(theme, board)}")
    return theme, board


def _board(edition: Edition, rows: str) -> Board:
    board = Board(edition)
    for row in rows.split(","):
        guess, equals, answer = row.partition("=")
        if not equals:
            raise NotationError(
                f"{row!r} is not a row of a puzzle. Write it as {example_guess(edition)}=1+0."
            )
        board = board.guess(edition.code(guess)).answer(Feedback.parse(answer))
    if board.broken:
        raise NotationError(
            "The last row of this ID already cracks the code, so there is nothing left to find."
        )
    return board


def _check(text: str) -> str:
    return sha256(f"codepegs puzzle\n{text}".encode()).hexdigest()[:_CHECK]
