"""Prints what happens at a table, each change once."""

from __future__ import annotations

from codepegs.cli.picture import Picture
from codepegs.cli.repl.console import Console
from codepegs.notation import sentences
from codepegs.rules.game import Phase
from codepegs.rules.view import MatchView, View
from codepegs.table.view import TableView


class Reporter:
    """Prints the sentences of each change, and a picture of each game that has ended."""

    def __init__(self, console: Console, *, shared: bool) -> None:
        """`shared` means that both players are at this keyboard, and make their offers there."""
        self._console, self._shared = console, shared
        self._last: TableView | None = None
        self._drawn: object = None

    def report(self, view: TableView) -> None:
        """Print how `view` differs from the one before."""
        last, self._last = self._last, view
        if view.online != (last is None or last.online):
            self._say("Connected again." if view.online else "The connection is lost. Trying to reconnect.")
        if view.match is None:
            if last is None:
                self._say("Waiting for the other player to join. Press Ctrl-C to leave.")
            return
        if last is None or last.match is None:
            self._begin(view, view.match)
        elif view.moves > last.moves:
            self._tell(view, view.match, playing=len(last.match.games) - 1)
        if not self._shared:
            self._report_offers(view, last)

    def draw(self, match: MatchView, game: View, *, exposed: bool = False) -> None:
        """Draw the board of a game, without its code if it would be `exposed` to the wrong player."""
        self._drawn = _key(match)
        self._console.say()
        self._console.show(
            Picture(
                game.board,
                None if exposed else game.code,
                game.proof.rows if game.proof else (),
                match.score_pegs,
                match.agreement.players,
            ).text(self._console.style)
        )

    def draw_once(self, match: MatchView) -> None:
        """Draw the board of the game in play, unless it is the last that was drawn."""
        if self._drawn != _key(match):
            self.draw(match, match.game)

    def _begin(self, view: TableView, match: MatchView) -> None:
        self._say(sentences.describe_agreement(match.agreement))
        if view.over:
            self.draw(match, match.game)
            self._say(*view.told)
            return
        if view.you is None and not self._shared:
            self._say("You are watching. Press Ctrl-C to leave.")
        else:
            self._say("Type help at any time.")
        self._introduce(match)
        if match.game.phase is not Phase.SETTING:
            self._say(*view.told)

    def _tell(self, view: TableView, match: MatchView, *, playing: int) -> None:
        """Print a move in `match.games[playing]`."""
        game = match.games[playing]
        if game.phase is Phase.OVER:
            self.draw(match, game)
        self._say(*view.told)
        if playing < len(match.games) - 1:
            self._introduce(match)

    def _introduce(self, match: MatchView) -> None:
        self._say(f"\n{sentences.heading(match.agreement, match.game)}")

    def _report_offers(self, view: TableView, last: TableView | None) -> None:
        before = () if last is None else last.offers
        for offer in view.offers:
            if offer not in before:
                self._say(sentences.describe_offer(view.names[offer.by] or "", offer.text))
        open_kinds = {(offer.by, offer.kind) for offer in view.offers}
        for offer in before:
            closed = (offer.by, offer.kind) not in open_kinds
            if closed and last is not None and view.moves == last.moves and view.rematch is None:
                self._say("The offer was declined.")

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.say(line)


def _key(match: MatchView) -> object:
    return len(match.games), match.game.board, match.game.phase
