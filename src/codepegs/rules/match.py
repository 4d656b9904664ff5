"""The match: an agreed series of games in which the players change roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import reduce

from codepegs.errors import NotNow
from codepegs.rules.agreement import Agreement, check_match_name
from codepegs.rules.board import Board
from codepegs.rules.game import Ending, Game
from codepegs.rules.move import Abandon, Act, Move, SetClock
from codepegs.rules.points import ScorePeg, running_totals, score_pegs
from codepegs.rules.seat import PlayerNumber, Seat

MAX_VOID_GAMES = 100
"""Void games in a match, at most: a series has to end some time."""
MAX_CLOCK_CHANGES = 100
"""Times that the clock is set in a match, at most: a record has to end, too."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: `winner` is None for a draw, and where a player abandoned it."""

    winner: PlayerNumber | None
    abandoned_by: PlayerNumber | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """An agreement and the games begun since, which are what their moves make of them.

    >>> from codepegs.rules import Agreement, Code, Guess, Secret, SetCode, find_edition
    >>> match = Match.start(Agreement(find_edition("mini"), ("Ada", "Bob"), games=1))
    >>> match = match.play(SetCode(Secret(Code.parse("ABC"))))
    >>> match = match.play(Guess(Code.parse("ACC"))).play(Guess(Code.parse("ABC")))
    >>> match.points, match.outcome
    ((2, 0), Outcome(winner=0, abandoned_by=None))
    """

    agreement: Agreement
    games: tuple[Game, ...]
    """Every game begun, void ones included; the last one is the one in play."""
    name: str | None = field(default=None, compare=False)
    """What it is called where it is kept. Commitments are made under this name."""

    @classmethod
    def start(cls, agreement: Agreement, *, name: str | None = None) -> Match:
        """The match before its first move."""
        if name is not None:
            check_match_name(name)
        board = Board(agreement.edition)
        limit, hints = agreement.edition.time_limit, agreement.hints
        first = Game(1, agreement.codemaker(1), board, time_limit=limit, hints_allowed=hints)
        return cls(agreement, (first,), name)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move made, in order: `replay` makes the same match of them again."""
        return tuple(move for game in self.games for move in game.moves)

    @property
    def length(self) -> int:
        """How many moves were made, without listing them."""
        return sum(len(game.moves) for game in self.games)

    @property
    def game(self) -> Game:
        """The game in play, or the last one of a match that is over."""
        return self.games[-1]

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def points(self) -> tuple[int, int]:
        """The players' points from the games that are over."""
        *_, totals = running_totals(self.games)
        return totals

    @property
    def score_pegs(self) -> tuple[ScorePeg, ScorePeg] | None:
        """Where the players' score pegs stand, in editions that have them."""
        return score_pegs(self.game, self.points)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while games are still to be played."""
        if not self.over:
            return None
        last = self.game.moves[-1]
        if isinstance(last, Abandon):
            return Outcome(None, abandoned_by=self.player(last.seat))
        one, two = self.points
        if one == two:
            return Outcome(None)
        return Outcome(0 if (one < two) is self.agreement.edition.scoring.least_wins else 1)

    @property
    def time_limit(self) -> int | None:
        """Seconds for a turn of the codebreaker, as agreed last; None for no limit."""
        return self.game.time_limit

    @property
    def hints_allowed(self) -> bool:
        """Whether hints may be taken, by the agreement or since."""
        return self.game.hints_allowed

    def player(self, seat: Seat) -> PlayerNumber:
        """Who sits at that side of the board in the game in play; spectators are no players."""
        if seat is Seat.SPECTATOR:
            raise NotNow("A spectator is no player: take a seat to play.")
        return self.game.codemaker if seat is Seat.CODEMAKER else self.game.codebreaker

    @property
    def turn(self) -> PlayerNumber | None:
        """The player that the match waits for; None when it is over."""
        return None if self.game.turn is None else self.player(self.game.turn)

    def legal(self, seat: Seat) -> frozenset[Act]:
        """What `seat` may do now."""
        if self.over or self.game.concealed or seat is Seat.SPECTATOR:
            return frozenset()
        return self.game.legal(seat) | {Act.ABANDON}

    def play(self, move: Move) -> Match:
        """The match after `move`, or a refusal that leaves this one as it is."""
        if self.over:
            raise NotNow("The match is over.")
        if isinstance(move, SetClock) and self._clocks >= MAX_CLOCK_CHANGES:
            raise NotNow(f"The clock of this match was set {MAX_CLOCK_CHANGES} times, and that is enough.")
        game = self.game.play(move)
        games = (*self.games[:-1], game)
        if game.ending is Ending.VOID:
            if len(games) - game.number >= MAX_VOID_GAMES:
                raise NotNow(f"This match has had {MAX_VOID_GAMES} void games, and that is enough.")
            games = (*games, _next(self.agreement, game, game.number, replay=game.replay + 1))
        elif game.over and game.ending is not Ending.ABANDONED and game.number < self.agreement.games:
            games = (*games, _next(self.agreement, game, game.number + 1))
        return replace(self, games=games)

    @property
    def _clocks(self) -> int:
        return sum(isinstance(move, SetClock) for move in self.moves)


def replay(agreement: Agreement, moves: Iterable[Move], *, name: str | None = None) -> Match:
    """The match that these moves make."""
    return reduce(Match.play, moves, Match.start(agreement, name=name))


def _next(agreement: Agreement, last: Game, number: int, replay: int = 0) -> Game:
    """The game to come, on the terms that were in force in the last one."""
    return Game(
        number,
        agreement.codemaker(number),
        Board(agreement.edition),
        replay,
        time_limit=last.time_limit,
        hints_allowed=last.hints_allowed,
    )
