"""Puzzles as text: one line that names a puzzle and does not spell its answer."""

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
"""Characters that are read at most: no puzzle needs as many."""
_CHECK = 4
"""Digits at the end that tell when the rest is not as it was written."""


class Theme(Enum):
    """What a puzzle asks for."""

    ONE_CODE = "one-code"
    BEST_GUESS = "best-guess"

    @property
    def asks_for_code(self) -> bool:
        """Whether the answer is the only code that fits, and not a guess."""
        return self is not Theme.BEST_GUESS


class Difficulty(Enum):
    """How hard a puzzle is.

    Where the code is asked for: how many rows have to be taken together before they
    settle a hole; up to two are easy, three medium, and more hard. Where the best guess
    is: how many codes are left; up to 4, 8 and 16.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def write(theme: Theme, board: Board) -> str:
    """The ID of a puzzle: it is the position itself, so whoever searches finds the answer.

    Only answered rows are written. Nothing in an ID needs quotes in a shell, or escapes in
    an address.

    >>> from codepegs.notation import position
    >>> write(Theme.ONE_CODE, position.read("mini rows=4 / RRB 1+1 / BYG 1+0"))
    'one-code:mini,rows=4:RRB=1+1,BYG=1+0:1c71'
    """
    edition = board.edition
    rows = ",".join(f"{edition.spell(guess)}={feedback}" for guess, feedback in board.answered)
    text = f"{theme.value}:{edition_line.write(edition).replace(' ', ',')}:{rows}"
    return f"{text}:{_check(text)}"


def read(text: str) -> tuple[Theme, Board]:
    """The theme and the board of an ID. Whether they make a puzzle is not asked here."""
    parts = text.split(":")
    if not text.isascii() or len(text) > MAX_LENGTH or len(parts) != 4:
        raise NotationError(
            "This is not the ID of a puzzle. "
            "An ID looks like one-code:mini:YYK=1+0,BYW=0+1:1234. Copy all of it."
        )
    body, _, check = text.rpartition(":")
    if check != _check(body):
        raise NotationError("This ID is damaged. Copy all of it again.")
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
        raise NotationError("The last row of this ID breaks the code, so nothing is left to find.")
    return board


def _check(text: str) -> str:
    return sha256(f"codepegs puzzle\n{text}".encode()).hexdigest()[:_CHECK]
