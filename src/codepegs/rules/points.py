"""Points of games and matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from codepegs.rules.board import Board
from codepegs.rules.box import ScoreKeeping
from codepegs.rules.edition import Scoring
from codepegs.rules.game import Ending, Game


@dataclass(frozen=True, slots=True)
class Points:
    """Points of the two seats of one game."""

    codemaker: int = 0
    codebreaker: int = 0


def game_points(game: Game) -> Points:
    """Return the points of each seat for a game, none if it is solo, not over, stopped or abandoned.

    If the codebreaker gave up, all remaining rows count as played. Where key pegs count, these rows and
    those that ran out of time count as full of exact ones, so that neither pays.
    """
    if game.solo or not game.over or game.ending in (Ending.STOPPED, Ending.ABANDONED):
        return Points()
    edition = game.board.edition
    scoring = edition.scoring
    if game.ending is Ending.VOID:
        # The award favours the wronged player. If the least points win, the other one gets it.
        award = edition.box.award
        return Points(codemaker=award) if scoring.least_wins else Points(codebreaker=award)
    held = game.ending is Ending.HELD
    bonus = edition.bonus if held and scoring.takes_bonus else 0
    return _count(game.board, scoring, rows=edition.rows if held else len(game.board.rows), bonus=bonus)


def running_totals(games: Iterable[Game]) -> Iterator[tuple[int, int]]:
    """Yield the two players' totals after each of `games`."""
    totals = [0, 0]
    for game in games:
        points = game_points(game)
        totals[game.codemaker] += points.codemaker
        totals[game.codebreaker] += points.codebreaker
        yield totals[0], totals[1]


def points_so_far(game: Game) -> Points:
    """Return the points for the rows of an unfinished game, without a bonus.

    A row counts as soon as it is placed, as sheet 004 says. If its points depend on the answer, it counts
    once it is answered, so that a score peg never steps back.
    """
    board, scoring = game.board, game.board.edition.scoring
    waits = board.open and scoring in (Scoring.CODEMAKER, Scoring.KEY_PEGS)
    return _count(board, scoring, rows=len(board.rows) - waits, bonus=0)


def _count(board: Board, scoring: Scoring, *, rows: int, bonus: int) -> Points:
    match scoring:
        case Scoring.ROWS:
            return Points(codemaker=rows + bonus)
        case Scoring.CODEBREAKER:
            return Points(codebreaker=rows)
        case Scoring.CODEMAKER:
            return Points(codemaker=rows - board.broken)
        case Scoring.KEY_PEGS:
            black = sum(feedback.black for _, feedback in board.answered)
            lost = rows - len(board.answered)
            return Points(codemaker=black + lost * board.edition.pegs + bonus)
        case _:
            assert_never(scoring)


@dataclass(frozen=True, slots=True)
class ScorePeg:
    """A player's peg on the score tracker or score line: its paint, and its hole."""

    paint: str
    hole: int


def score_pegs(game: Game, totals: tuple[int, int]) -> tuple[ScorePeg, ScorePeg] | None:
    """Return the score pegs of both players, the first codemaker's first, or None if there are none.

    `totals` are the points after the finished games. The pegs on a tracker move after each
    game. Those on score lines move as each row is placed, so they are ahead of the totals.
    """
    box = game.board.edition.box
    if box.score_pegs is None or game.solo:
        return None
    holes = list(totals)
    if box.score_keeping is ScoreKeeping.LINES and not game.over:
        ahead = points_so_far(game)
        holes[game.codemaker] += ahead.codemaker
        holes[game.codebreaker] += ahead.codebreaker
    first, second = box.score_pegs
    return ScorePeg(first, holes[0]), ScorePeg(second, holes[1])
