"""The match: an agreed series of games in which the players change roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from codepegs.errors import NotNow
from codepegs.rules.agreement import Agreement, check_match_name
from codepegs.rules.board import Board
from codepegs.rules.game import Ending, Game
from codepegs.rules.move import Abandon, Act, Move, SetClock
from codepegs.rules.points import ScorePeg, running_totals, score_pegs
from codepegs.rules.seat import PlayerNumber, Seat

MAX_VOID_GAMES = 100
"""Limit of void games in a match, so that every match ends."""
MAX_CLOCK_CHANGES = 100
"""Limit of changes to the time limit in a match, so that its record stays small."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winner` is None for a draw and for an abandoned match."""

    winner: PlayerNumber | None
    abandoned_by: PlayerNumber | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """An agreement and the games so far. Its moves determine everything else.

    >>> from codepegs.rules import Agreement, Code, Guess, Secret, SetCode, find_edition
    >>> match = Match.start(Agreement(find_edition("mini"), ("Ada", "Bob"), games=1))
    >>> match = match.play(SetCode(Secret(Code.parse("ABC"))))
    >>> match = match.play(Guess(Code.parse("ACC"))).play(Guess(Code.parse("ABC")))
    >>> match.points, match.outcome
    ((2, 0), Outcome(winner=0, abandoned_by=None))
    """

    agreement: Agreement
    games: tuple[Game, ...]
    """Every game so far, including void ones. The last one is in play."""
    name: str | None = field(default=None, compare=False)
    """Its name in an archive. Commitments include this name."""

    @classmethod
    def start(cls, agreement: Agreement, *, name: str | None = None) -> Match:
        """Return a new match, before its first move."""
        if name is not None:
            check_match_name(name)
        board = Board(agreement.edition)
        limit, hints = agreement.edition.time_limit, agreement.hints
        first = Game(1, agreement.codemaker(1), board, time_limit=limit, hints_allowed=hints)
        return cls(agreement, (first,), name)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far, in order. `replay` turns them into the same match."""
        return tuple(move for game in self.games for move in game.moves)

    @property
    def length(self) -> int:
        """The number of moves so far."""
        return sum(len(game.moves) for game in self.games)

    @property
    def game(self) -> Game:
        """The game in play, or the last game if the match is over."""
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
        """The result, or None if the match is not over."""
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
        """Seconds per turn of the codebreaker, as last agreed, or None for no limit."""
        return self.game.time_limit

    @property
    def hints_allowed(self) -> bool:
        """Whether hints may be taken, as last agreed."""
        return self.game.hints_allowed

    def player(self, seat: Seat) -> PlayerNumber:
        """Return the player in this seat in the game in play."""
        if seat is Seat.SPECTATOR:
            raise NotNow("A spectator is not a player. Take a seat to play.")
        return self.game.codemaker if seat is Seat.CODEMAKER else self.game.codebreaker

    @property
    def turn(self) -> PlayerNumber | None:
        """The player to move, or None if the match is over."""
        return None if self.game.turn is None else self.player(self.game.turn)

    def legal(self, seat: Seat) -> frozenset[Act]:
        """Return what `seat` may do now."""
        if self.over or self.game.concealed or seat is Seat.SPECTATOR:
            return frozenset()
        return self.game.legal(seat) | {Act.ABANDON}

    def play(self, move: Move) -> Match:
        """Return the match after `move`, or raise an error if the move is illegal."""
        if self.over:
            raise NotNow("The match is over.")
        if isinstance(move, SetClock) and self._clock_changes >= MAX_CLOCK_CHANGES:
            raise NotNow(f"The time limit of a match can be changed at most {MAX_CLOCK_CHANGES} times.")
        game = self.game.play(move)
        games = (*self.games[:-1], game)
        if game.ending is Ending.VOID:
            if len(games) - game.number >= MAX_VOID_GAMES:
                raise NotNow(f"A match can have at most {MAX_VOID_GAMES} void games.")
            games = (*games, _next(self.agreement, game, game.number, replay=game.replay + 1))
        elif game.over and game.ending is not Ending.ABANDONED and game.number < self.agreement.games:
            games = (*games, _next(self.agreement, game, game.number + 1))
        return Match(self.agreement, games, self.name)

    @property
    def _clock_changes(self) -> int:
        return sum(isinstance(move, SetClock) for move in self.moves)


def replay(agreement: Agreement, moves: Iterable[Move], *, name: str | None = None) -> Match:
    """Return the match after these moves."""
    return reduce(Match.play, moves, Match.start(agreement, name=name))


def _next(agreement: Agreement, last: Game, number: int, replay: int = 0) -> Game:
    """Return the next game, with the time limit and hints of the last one."""
    return Game(
        number,
        agreement.codemaker(number),
        Board(agreement.edition),
        replay,
        time_limit=last.time_limit,
        hints_allowed=last.hints_allowed,
    )
