"""Text to share about a finished game."""

from __future__ import annotations

from codepegs.rules.agreement import Agreement
from codepegs.rules.daily import daily_number
from codepegs.rules.game import Game
from codepegs.rules.view import View


def write_result(agreement: Agreement, game: Game | View) -> str:
    """Return the text to share about a finished game. It does not tell the colours."""
    from codepegs.engine.par import find_par
    from codepegs.notation.share import share_text

    daily = None if agreement.daily is None else daily_number(agreement.daily)
    par, hints = find_par(agreement.edition), len(game.hints)
    return share_text(game.board, par=par, daily=daily, hints=hints)
