"""A match in line mode: seats its players, saves and describes every move."""

from __future__ import annotations

from collections.abc import Callable
from random import SystemRandom

from codepegs.cli.picture import Picture
from codepegs.cli.record_files import MatchFile
from codepegs.cli.repl.console import Console, Leave
from codepegs.cli.repl.person import Person
from codepegs.errors import RuleError
from codepegs.notation import record, sentences
from codepegs.players import Computer, Player, level_of, play_match
from codepegs.rules.game import Phase
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.points import running_totals
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import View


class MatchRunner:
    """Plays a match on a console and saves it after every move."""

    def __init__(self, console: Console, file: MatchFile, *, clock: Callable[[], float]) -> None:
        self._console, self._file, self._clock = console, file, clock

    def run(self, match: Match) -> Match:
        """Save `match` and play it to its end."""
        one, two = match.agreement.players
        self._file.save(record.save(match))
        players = (self._seat(one, two), self._seat(two, one))

        def report(player: PlayerNumber, error: RuleError) -> None:
            if isinstance(players[player], Computer):
                raise error
            self._console.say(str(error))

        def after(match: Match, move: Move) -> None:
            self._record(match, move)
            if any(isinstance(player, Person) and player.leaving for player in players):
                raise Leave

        self._introduce(match)
        return play_match(match, players, after=after, refused=report)

    def _seat(self, name: str, opponent: str) -> Player:
        level = level_of(name)
        if level is not None:
            return Computer(SystemRandom(), level=level)
        shared_screen = level_of(opponent) is None
        return Person(self._console, name, opponent, shared_screen=shared_screen, clock=self._clock)

    def _record(self, match: Match, move: Move) -> None:
        self._file.save(record.save(match))
        # If the move ended its game, the next game is already the current one.
        index = max(i for i, game in enumerate(match.games) if game.moves)
        game = View.of(match.games[index], Seat.SPECTATOR)
        if (told := sentences.describe_move(match.agreement, game, move)) is not None:
            self._console.say(told)
        if game.phase is Phase.OVER:
            self._conclude(match, index)
            if match.over:
                self._console.say(sentences.describe_result(match.agreement, match.outcome))
            else:
                self._introduce(match)

    def _introduce(self, match: Match) -> None:
        self._console.say(f"\n{sentences.heading(match.agreement, View.of(match.game, Seat.SPECTATOR))}")

    def _conclude(self, match: Match, index: int) -> None:
        agreement, console = match.agreement, self._console
        game = View.of(match.games[index], Seat.SPECTATOR)
        totals = [*running_totals(match.games)][index]
        console.say()
        console.show(Picture.of(match, index, totals).text(console.style))
        console.say(sentences.describe_ending(agreement, game))
        for sentence in sentences.describe_proof(agreement.edition, game.proof) if game.proof else ():
            console.say(sentence)
        console.say(sentences.describe_points(agreement, totals))
