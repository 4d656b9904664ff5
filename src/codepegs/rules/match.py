"""The match: an agreed series of games in which the players change roles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from codepegs.errors import IllegalCode, NotNow
from codepegs.rules.agreement import Agreement, check_match_name
from codepegs.rules.board import Board
from codepegs.rules.daily import daily_code
from codepegs.rules.game import Ending, Game
from codepegs.rules.move import Act, AllowHints, Leave, Move, SetClock, SetCode, TakeBack
from codepegs.rules.points import ScorePeg, running_totals, score_pegs
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.secret import Secret

MAX_VOID_GAMES = 100
"""Void games after which the codemaker has left the match, so that every match ends."""
MAX_CLOCK_CHANGES = 100
"""Limit of changes to the time limit in a match, so that its record stays small."""
MAX_TAKE_BACKS = 1000
"""Limit of rows taken back in a match, so that its record stays small."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winner` is None for a draw, a match that both stopped, and a solo game."""

    winner: PlayerNumber | None = None
    abandoned_by: PlayerNumber | None = None
    """The player who left."""
    stopped: bool = False
    """Whether both players agreed to stop."""
    cracked_in: int | None = None
    """In a solo game, the number of rows, or None if the code was not cracked."""


@dataclass(frozen=True, slots=True)
class Match:
    """An agreement and the games so far. Its moves determine everything else.

    >>> from codepegs.rules import Agreement, Code, Guess, Secret, SetCode, find_edition
    >>> match = Match.start(Agreement(find_edition("mini"), ("Ada", "Bob"), games=1))
    >>> match = match.play(SetCode(Secret(Code.parse("abc"))))
    >>> match = match.play(Guess(Code.parse("acc"))).play(Guess(Code.parse("abc")))
    >>> match.points, match.outcome
    ((2, 0), Outcome(winner=0, abandoned_by=None, stopped=False, cracked_in=None))
    """

    agreement: Agreement
    games: tuple[Game, ...]
    """Every game so far, including void ones. The last one is in play."""
    name: str | None = field(default=None, compare=False)
    """Its name in an archive. Commitments include this name."""
    length: int = field(default=0, compare=False, repr=False)
    """The number of moves so far."""

    @classmethod
    def start(cls, agreement: Agreement, *, name: str | None = None) -> Match:
        """Return a new match, before its first move."""
        if name is not None:
            check_match_name(name)
        return cls(agreement, (_new_game(agreement, 1),), name)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every move so far, in order. `replay` turns them into the same match."""
        return tuple(move for game in self.games for move in game.moves)

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
        left = self._abandoned_by
        if self.agreement.solo:
            rows = len(self.game.board.rows)
            return Outcome(abandoned_by=left, cracked_in=rows if self.game.ending is Ending.BROKEN else None)
        if left is not None:
            return Outcome(other_player(left), abandoned_by=left)
        if self.game.ending is Ending.STOPPED:
            return Outcome(stopped=True)
        one, two = self.points
        if one == two:
            return Outcome()
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
            raise NotNow("Spectators can't move. Take a seat to play.")
        return self.game.codemaker if seat is Seat.CODEMAKER else self.game.codebreaker

    @property
    def turn(self) -> PlayerNumber | None:
        """The player to move, or None if the match is over."""
        return None if self.game.turn is None else self.player(self.game.turn)

    def legal(self, who: Seat | PlayerNumber | None = None) -> frozenset[Act]:
        """Return what a seat or a player may do now: by default the player to move."""
        if who is None:
            return self.game.legal(self.game.turn or Seat.SPECTATOR)
        return self.game.legal(self.game.seat(who) if who == 0 or who == 1 else who)

    def play(self, move: Move) -> Match:
        """Return the match after `move`, or raise an error if the move is illegal."""
        self._check_terms(move)
        game = self.game.play(move)
        games = (*self.games[:-1], game)
        if game.ending is Ending.VOID:
            void = len(games) - game.number + 1
            if void < MAX_VOID_GAMES:
                games = (*games, _new_game(self.agreement, game.number, replay=game.replay + 1, after=game))
        elif game.ending in (Ending.BROKEN, Ending.HELD) and game.number < self.agreement.games:
            games = (*games, _new_game(self.agreement, game.number + 1, after=game))
        return Match(self.agreement, games, self.name, self.length + 1)

    def _check_terms(self, move: Move) -> None:
        """Raise an error if the terms of the whole match forbid this move."""
        match move:
            case SetClock() if self._count(SetClock) >= MAX_CLOCK_CHANGES:
                raise NotNow(f"You can change the time limit at most {MAX_CLOCK_CHANGES} times in a match.")
            case TakeBack() if self._count(TakeBack) >= MAX_TAKE_BACKS:
                raise NotNow(f"You can take back at most {MAX_TAKE_BACKS} guesses in a match.")
            case SetClock() if self.agreement.friendly:
                raise NotNow("A friendly match has no time limit.")
            case AllowHints() | SetClock() if self.agreement.daily is not None:
                raise NotNow("The daily code has no hints and no time limit.")
            case SetCode(Secret() as secret) if self.agreement.daily is not None:
                if secret.reveal() != daily_code(self.agreement.daily):
                    raise IllegalCode(None, "it isn't the code of that day")

    @property
    def _abandoned_by(self) -> PlayerNumber | None:
        """The player who has left. After the last void game that is its codemaker."""
        if self.game.ending is Ending.VOID:
            return self.game.codemaker
        last = self.game.moves[-1]
        return self.player(last.seat) if isinstance(last, Leave) and last.seat is not None else None

    def _count(self, kind: type[Move]) -> int:
        return sum(isinstance(move, kind) for move in self.moves)


def replay(agreement: Agreement, moves: Iterable[Move], *, name: str | None = None) -> Match:
    """Return the match after these moves."""
    return reduce(Match.play, moves, Match.start(agreement, name=name))


def _new_game(agreement: Agreement, number: int, *, replay: int = 0, after: Game | None = None) -> Game:
    """Return a game with the time limit and hints of the one before it."""
    return Game(
        number,
        agreement.codemaker(number),
        Board(agreement.edition),
        replay,
        agreement.edition.time_limit if after is None else after.time_limit,
        agreement.hints if after is None else after.hints_allowed,
        solo=agreement.solo,
        friendly=agreement.friendly,
    )
