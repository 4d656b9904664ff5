"""Text to share about a finished game."""

from __future__ import annotations

from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.daily import daily_number


def write_result(agreement: Agreement, board: Board) -> str:
    """Return the text to share about a finished game. It does not tell the colours."""
    from codepegs.engine.par import find_par
    from codepegs.notation.share import share_text

    daily = None if agreement.daily is None else daily_number(agreement.daily)
    return share_text(board, par=find_par(agreement.edition), daily=daily)
