"""Prints what happens at a table, each change once."""

from __future__ import annotations

from dataclasses import replace

from codepegs.cli.picture import Picture
from codepegs.cli.repl.console import Console
from codepegs.notation import edition_line, sentences
from codepegs.notation.headlines import describe_hints
from codepegs.notation.sentences import is_computer
from codepegs.notation.terms import describe_one_game
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending, Phase
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView, View
from codepegs.table.view import TableView


class Reporter:
    """Prints the sentences of each change, and a picture of each game that has ended."""

    def __init__(self, console: Console, people: tuple[PlayerNumber, ...]) -> None:
        """`people` are the players at this keyboard. If both are here, they make their offers here."""
        self._console, self._people = console, people
        self._shared = len(people) == 2
        self._last: TableView | None = None
        self._drawn: object = None

    @property
    def _compact(self) -> bool:
        return self._console.style.compact

    def report(self, view: TableView) -> None:
        """Print how `view` differs from the one before."""
        last, self._last = self._last, view
        if view.online != (last is None or last.online):
            self._say("Reconnected." if view.online else "Connection lost. Reconnecting …")
        if view.match is None:
            if last is None:
                self._say("Waiting for the other player to join. Press Ctrl-C to quit.")
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
        if not self._compact:
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
        """Draw the board of the game in play, unless it is the last that was drawn.

        A compact board is drawn only at the start. After that, sentences tell each row.
        """
        if self._compact:
            if self._drawn is None:
                self._say(describe_colours(match.agreement.edition))
                if match.game.board.rows:
                    self.draw(match, match.game)
            self._drawn = _key(match)
        elif self._drawn != _key(match):
            self.draw(match, match.game)

    def _begin(self, view: TableView, match: MatchView) -> None:
        agreement, alone = match.agreement, self._plays_solo(match)
        title = _solo_title(agreement, over=view.over)
        self._say(title if alone else sentences.describe_agreement(agreement))
        if view.over:
            self.draw(match, match.game)
            self._tell_move(view, match, playing=len(match.games) - 1)
            return
        if self._chose_terms(agreement):
            if agreement.games == 1 and not agreement.solo:
                self._say(describe_one_game(agreement.edition, agreement.players[0]))
        else:
            self._say(*view.agreed)
        if self._people:
            self._say("Type help at any time.")
        else:
            self._say("You are watching. Press Ctrl-C to quit.")
        self._introduce(match)
        if match.game.board.rows:
            self.draw_once(match)
        elif match.game.phase is not Phase.SETTING:
            self._say(*view.told)

    def _plays_solo(self, match: MatchView) -> bool:
        """Return whether the only reader is the player, who needs no name."""
        return match.agreement.solo and bool(self._people)

    def _chose_terms(self, agreement: Agreement) -> bool:
        """Return whether nobody but the people at this keyboard can have chosen the terms."""
        return all(
            player in self._people or name == NOBODY or is_computer(name)
            for player, name in enumerate(agreement.players)
        )

    def _tell(self, view: TableView, match: MatchView, *, playing: int) -> None:
        """Print a move in `match.games[playing]`."""
        game = match.games[playing]
        if game.phase is Phase.OVER and not self._compact:
            self.draw(match, game)
        self._tell_move(view, match, playing=playing)
        if self._compact and game.code is not None and game.phase is Phase.OVER and not game.board.broken:
            self._say(f"The code was {match.agreement.edition.spell(game.code)}.")
        if playing < len(match.games) - 1:
            self._introduce(match)

    def _tell_move(self, view: TableView, match: MatchView, *, playing: int) -> None:
        if not (self._plays_solo(match) and view.over):
            self._say(*view.told)
            return
        # The last sentences say how the game ended. Its player reads them alone.
        game = match.games[playing]
        ending = sentences.describe_ending(replace(match.agreement, players=(NOBODY, "You")), game)
        move = ["You left the game."] if game.ending is Ending.ABANDONED else view.told[: -len(ending)]
        # Imported here, because it loads numpy, which a game in play does not need.
        from codepegs.analysis.solo_result import describe_par

        hints = describe_hints(match.agreement, game, self._people[0])
        self._say(*move, *ending, *hints, *describe_par(match.agreement.edition))

    def _introduce(self, match: MatchView) -> None:
        if not self._plays_solo(match):
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


def describe_colours(edition: Edition) -> str:
    """Return the colours with their letters, in a sentence."""
    colours = ", ".join(hue.label for hue in edition.hues)
    return (
        f"{edition.colour_word.capitalize()}s: {colours}{', - for an empty hole' if edition.blanks else ''}."
    )


def _solo_title(agreement: Agreement, *, over: bool) -> str:
    rows, day = sentences.pluralize(agreement.edition.rows, "guess", "guesses"), agreement.daily
    if day is not None:
        tries = "You've had your try." if over else f"Crack it in {rows}. You get one try."
        return f"{sentences.name_daily(day)}. {tries}"
    hints = ", with hints" if agreement.hints else ""
    task = "" if over else f" Crack the code in {rows}."
    return f"Solo game of {edition_line.write(agreement.edition)}{hints}.{task}"


def _key(match: MatchView) -> object:
    return len(match.games), match.game.board, match.game.phase
