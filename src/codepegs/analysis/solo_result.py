"""Result of a solo game next to perfect play."""

from __future__ import annotations

from codepegs.engine.par import find_par
from codepegs.errors import NotNow
from codepegs.notation.share import Shared, share_text
from codepegs.rules.daily import daily_number
from codepegs.rules.edition import Edition
from codepegs.rules.view import MatchView


def describe_par(edition: Edition) -> list[str]:
    """Return a sentence about what perfect play needs on this board, or none if that is not proved."""
    par = find_par(edition)
    return [] if par is None else [f"Perfect play averages {par:.2f} guesses."]


def share_solo_game(view: MatchView) -> Shared:
    """Return what to share about a finished solo game or daily code. Raises NotNow for any other match."""
    agreement = view.agreement
    if not agreement.solo or view.outcome is None:
        raise NotNow("You can share a solo game when it is over.")
    par, day = find_par(agreement.edition), agreement.daily
    daily = None if day is None else daily_number(day)
    return Shared(share_text(view.game.board, par=par, daily=daily, hints=len(view.game.hints)), par)
