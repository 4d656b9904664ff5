"""The text that people share after a solo game or the daily code. It does not spoil the game."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.notation.sentences import pluralize
from codepegs.rules.board import Board, Row
from codepegs.rules.box import Keys

EMOJI = {"black": "⚫", "red": "🔴", "white": "⚪"}
"""Emoji by paint of the key peg."""
_NO_KEY_PEGS = "➖"
_OUT_OF_TIME = "⏳"


@dataclass(frozen=True, slots=True)
class Shared:
    """The text to share about a solo game, and the average of perfect play, if that is proved."""

    text: str
    par: float | None


def share_text(
    board: Board,
    *,
    par: float | None = None,
    daily: int | None = None,
    hints: int = 0,
    link: str | None = None,
) -> str:
    """Return the text to share about a finished game: its result and the answer to each guess.

    It depends on the answers alone, not on the colours of guesses or code. `daily` is the
    number of the daily code, `par` the average of perfect play, and `hints` the number of hints
    taken. An unanswered row is left out.

    >>> from codepegs.notation import position
    >>> board = position.read("classic-1 / RRBB 1+1 / YYGG 0+0 / RWKB 4+0")
    >>> print(share_text(board, par=4.3403, daily=123, link="https://pegs.example/daily"))
    codepegs No. 123
    3/10 · par 4.34
    ⚫⚪
    ➖
    ⚫⚫⚫⚫
    https://pegs.example/daily
    """
    edition = board.edition
    rows = [row for row in board.rows if not row.open]
    game = f"codepegs No. {daily}" if daily is not None else f"codepegs · {edition.box.title}"
    result = f"{len(rows) if board.broken else 'X'}/{edition.rows}"
    if par is not None:
        result += f" · par {par:.2f}"
    if hints:
        result += f" · {pluralize(hints, 'hint')}"
    lines = [game, result, *(_line(row, edition.box.keys) for row in rows)]
    if link is not None:
        lines.append(link)
    return "\n".join(lines)


def _line(row: Row, keys: Keys) -> str:
    if row.feedback is None:
        return _OUT_OF_TIME
    black, white = EMOJI[keys.black.paint], EMOJI[keys.white.paint]
    return black * row.feedback.black + white * row.feedback.white or _NO_KEY_PEGS
