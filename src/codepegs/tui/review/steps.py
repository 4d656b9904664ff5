"""Steps of a review: a spectator's view after each move. Has no widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from codepegs.notation import sentences
from codepegs.rules.code import Code
from codepegs.rules.match import Match
from codepegs.rules.points import ScorePeg, running_totals, score_pegs
from codepegs.rules.seat import Seat
from codepegs.rules.view import View


@dataclass(frozen=True, slots=True)
class Step:
    """One game after one of its moves."""

    game: int
    """Index of the game in the match."""
    view: View
    aside: list[str]
    """Events of this move that the board does not show."""
    points: tuple[int, int]
    score_pegs: tuple[ScorePeg, ScorePeg] | None
    code: Code | None
    """The code if the whole game is over, so that the review can show it from the start."""


def build_steps(match: Match) -> list[Step]:
    """Return all steps of a match. Each game starts with an empty board."""
    return [*_generate(match)]


def _generate(match: Match) -> Iterator[Step]:
    so_far = Match.start(match.agreement)
    before = (0, 0)
    for index, (game, after) in enumerate(zip(match.games, running_totals(match.games), strict=True)):
        code = game.revealed
        for number in range(len(game.moves) + 1):
            if number:
                so_far = so_far.play(game.moves[number - 1])
            now = so_far.games[index]
            points = after if now.over else before
            view = View.of(now, Seat.SPECTATOR)
            aside = sentences.describe_other_moves(
                match.agreement, view, game.moves[max(0, number - 1) : number]
            )
            yield Step(index, view, aside, points, score_pegs(now, points), code)
        before = after
