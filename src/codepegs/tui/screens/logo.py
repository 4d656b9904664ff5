"""Decoration of the menu: a small finished board."""

from __future__ import annotations

from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.catalogue import find_edition
from codepegs.rules.edition import Edition
from codepegs.rules.match import Match
from codepegs.rules.move import Guess, SetCode
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView, View
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.board import BoardView
from codepegs.tui.widgets.peg import Size

_CODE, _GUESSES = "RYWY", ("RRBB", "YGWK", "RYKW", "RYWY")


def play_example(edition: Edition, code: str, guesses: tuple[str, ...]) -> View:
    """Return a solo game with these guesses, marked by the rules."""
    match = Match.start(Agreement(edition, (NOBODY, "You"), 1))
    match = match.play(SetCode(Secret(edition.code(code))))
    for guess in guesses:
        match = match.play(Guess(edition.code(guess)))
    return MatchView.of(match, None).game


class Logo(BoardView):
    """Small board whose code has been cracked."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.fits_itself = False
        self.game = play_example(find_edition("classic-1", rows=5), _CODE, _GUESSES)

    @property
    def width(self) -> int:
        return self.virtual_size.width

    def show_in(self, size: Size) -> None:
        """Draw with pegs of this size."""
        assert self.game is not None
        self.fit(size, 2, size.height(self.game.board.edition, 2))
