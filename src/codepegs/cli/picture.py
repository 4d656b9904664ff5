"""A game of a match as everyone may see it, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.notation.drawing import svg, text
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.match import Match
from codepegs.rules.points import ScorePeg, score_pegs


@dataclass(frozen=True, slots=True)
class Picture:
    """What a drawing shows: a board, and what stands around it."""

    board: Board
    code: Code | None = None
    marked: tuple[int, ...] = ()
    score_pegs: tuple[ScorePeg, ScorePeg] | None = None
    players: tuple[str, str] | None = None

    @classmethod
    def of(cls, match: Match, index: int, totals: tuple[int, int]) -> Picture:
        """The game at `index` of those begun, with `totals`, the points after it, as its score."""
        game = match.games[index]
        return cls(
            game.board,
            game.revealed,
            game.proof.rows if game.proof else (),
            score_pegs(game, totals),
            match.agreement.players,
        )

    def text(self, *, ansi: bool, ascii_only: bool) -> str:
        return text.draw(
            self.board,
            self.code,
            marked=self.marked,
            score_pegs=self.score_pegs,
            players=self.players,
            ansi=ansi,
            ascii_only=ascii_only,
        )

    def svg(self) -> str:
        return svg.draw(
            self.board, self.code, marked=self.marked, score_pegs=self.score_pegs, players=self.players
        )
