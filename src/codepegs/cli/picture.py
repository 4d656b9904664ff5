"""One game of a match, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codepegs.cli.console_text import Style
from codepegs.notation import sentences
from codepegs.notation.drawing import svg, text
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.match import Match
from codepegs.rules.points import ScorePeg, score_pegs


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that a drawing shows: a board, its code if it is public, and the score."""

    board: Board
    code: Code | None = None
    marked: tuple[int, ...] = ()
    score_pegs: tuple[ScorePeg, ScorePeg] | None = None
    players: tuple[str, str] | None = None

    @classmethod
    def of(cls, match: Match, index: int, totals: tuple[int, int]) -> Picture:
        """Return the picture of `match.games[index]`, with `totals`, the points after it, as its score."""
        game = match.games[index]
        return cls(
            game.board,
            game.revealed,
            game.proof.rows if game.proof else (),
            score_pegs(game, totals),
            match.agreement.players,
        )

    @property
    def _called(self) -> tuple[str, str] | None:
        return None if self.players is None else sentences.call_players(self.players)

    def text(self, style: Style) -> str:
        if style.compact:
            return "\n".join(self._words())
        return text.draw(
            self.board,
            self.code,
            marked=self.marked,
            score_pegs=self.score_pegs,
            players=self._called,
            ansi=style.ansi,
            ascii_only=style.ascii_only,
            width=style.width,
        )

    def _words(self) -> Iterator[str]:
        edition, rows = self.board.edition, self.board.rows
        for number, row in enumerate(rows, start=1):
            marked = " This row is wrong." if number in self.marked else ""
            yield sentences.describe_row(edition, number, row) + marked
        left = edition.rows - len(rows)
        if left:
            yield f"{sentences.pluralize(left, 'row')} left."
        if self.code is not None:
            yield f"The code is {edition.spell(self.code)}."

    def svg(self) -> str:
        return svg.draw(
            self.board, self.code, marked=self.marked, score_pegs=self.score_pegs, players=self._called
        )
