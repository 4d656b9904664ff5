"""Views: what one seat may see. Each field is included by name, so nothing leaks by default."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.claim import WrongAnswers, find_wrong_answers
from codepegs.rules.code import Code
from codepegs.rules.game import Ending, Game, Phase
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Act
from codepegs.rules.points import Points, ScorePeg, game_points
from codepegs.rules.seat import PlayerNumber, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as one seat sees it. Before the reveal, only the codemaker's view has the code."""

    seat: Seat
    number: int
    replay: int
    codemaker: PlayerNumber
    board: Board
    code: Code | None
    commitment: bytes | None
    """The commitment to the code, which is public."""
    salt: bytes | None
    """The salt of the commitment, or None before the reveal."""
    phase: Phase
    turn: Seat | None
    ending: Ending | None
    given_up: bool
    reviewable: bool
    """Whether the game can be reviewed."""
    proof: WrongAnswers | None
    """The rows of a void game that were marked wrongly, even if a claim named others."""
    points: Points
    legal: frozenset[Act]
    time_limit: int | None
    """Seconds per turn of the codebreaker, as last agreed."""
    turn_limit: int | None
    """Seconds for the turn that is running, or None if no clock runs."""
    hints_allowed: bool
    hints: tuple[int, ...]
    """The step of each hint taken, in order."""
    hints_left: tuple[int, ...]
    """The steps of the hints that can be taken for the next row."""

    @classmethod
    def of(cls, game: Game, seat: Seat) -> View:
        code = game.revealed
        if seat is Seat.CODEMAKER and game.secret is not None:
            code = game.secret.reveal()
        return cls(
            seat=seat,
            number=game.number,
            replay=game.replay,
            codemaker=game.codemaker,
            board=game.board,
            code=code,
            commitment=game.commitment,
            salt=game.salt,
            phase=game.phase,
            turn=game.turn,
            ending=game.ending,
            given_up=game.given_up,
            reviewable=game.revealed is not None,
            proof=find_wrong_answers(game.board, code) if game.proof and code else None,
            points=game_points(game),
            legal=game.legal(seat),
            time_limit=game.time_limit,
            turn_limit=game.turn_limit,
            hints_allowed=game.hints_allowed,
            hints=game.hints,
            hints_left=game.hints_left,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """A match as one player or a spectator sees it."""

    player: PlayerNumber | None
    agreement: Agreement
    games: tuple[View, ...]
    """Every game so far. The last one is in play."""
    points: tuple[int, int]
    score_pegs: tuple[ScorePeg, ScorePeg] | None
    outcome: Outcome | None
    legal: frozenset[Act]

    @classmethod
    def of(cls, match: Match, player: PlayerNumber | None) -> MatchView:
        """Return the view of `player`, or of a spectator for None."""
        return cls(
            player=player,
            agreement=match.agreement,
            games=tuple(View.of(game, game.seat(player)) for game in match.games),
            points=match.points,
            score_pegs=match.score_pegs,
            outcome=match.outcome,
            legal=match.legal(match.game.seat(player)),
        )

    @property
    def game(self) -> View:
        """The game in play, or the last game if the match is over."""
        return self.games[-1]
