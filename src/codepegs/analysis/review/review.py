"""Reviews of finished games that separate skill from luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from statistics import fmean

from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.guess import Estimate, EvaluatedGuess, compare
from codepegs.analysis.review.codemaker import CodemakerReview, review_codemaker
from codepegs.analysis.review.row import ZERO, RowReview
from codepegs.errors import NotNow
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board, Row
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.game import Ending, Game
from codepegs.rules.history import nothing_to_review, reviewable_code, reviewable_games
from codepegs.rules.match import Match
from codepegs.rules.move import Guess, Hint, TimeOut
from codepegs.rules.seat import PlayerNumber

_MAX_CONTINUATION = 30
"""Limit for a continuation: more guesses than any proved best play needs."""


HintTaken = tuple[int, int]
"""A hint that the player took: the row, counted from 1, and the step."""


class Totals:
    """Totals over reviewed rows, of a game or of a match."""

    __slots__ = ()

    rows: tuple[RowReview, ...]
    hints: tuple[HintTaken, ...]

    @property
    def regret(self) -> Estimate:
        """Guesses lost by weak guesses."""
        return _sum(row.regret for row in self.rows)

    @property
    def luck(self) -> Estimate:
        """Guesses that lucky answers saved."""
        return _sum(row.luck for row in self.rows)

    @property
    def spent(self) -> int:
        """Rows that ran out of time."""
        return sum(row.spent for row in self.rows)

    @property
    def lost(self) -> float:
        """Guesses lost by weak guesses and by the clock. Each is a point, except with key-peg scoring."""
        return self.regret.guesses + self.spent

    @property
    def skill(self) -> float | None:
        """Average skill of the rows, from 0 to 100."""
        return _mean(row.skill for row in self.rows)

    @property
    def fortune(self) -> float | None:
        """Average luck of the rows where luck played a part, from 0 to 100; 50 is even."""
        return _mean(row.fortune for row in self.rows)

    @property
    def proved(self) -> bool:
        """Whether no value is an estimate."""
        figures = [value for row in self.rows for value in (row.regret, row.luck) if value is not None]
        return all(value.proved for value in figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview(Totals):
    """Review of a finished game, row by row, without unanswered rows.

    If it is `whole`, then `len(rows) + to_go == expected + regret - luck + spent`: a code takes
    the average number of rows, plus the guesses lost, minus luck.
    """

    number: int
    replay: int
    codemaker: PlayerNumber
    codebreaker: PlayerNumber
    board: Board
    code: Code
    ending: Ending | None
    rows: tuple[RowReview, ...]
    expected: Estimate | None
    """Expected guesses of the best play from the first row on."""
    to_go: Estimate | None
    """Expected guesses left when the game ended; 0 if the code was broken."""
    made: CodemakerReview
    """Review of the codemaker."""
    hints: tuple[HintTaken, ...] = ()
    """The hints taken, in order."""

    @property
    def whole(self) -> bool:
        """Whether every row has a value: not if wrong answers left no code that fits."""
        judged = all(row.spent or row.luck is not None for row in self.rows)
        return judged and self.expected is not None and self.to_go is not None


@dataclass(frozen=True, slots=True)
class PlayerTotals(Totals):
    """Totals over all guesses of a player in a match."""

    player: PlayerNumber
    rows: tuple[RowReview, ...]
    hints: tuple[HintTaken, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchReview:
    """Reviews of the games of a match."""

    agreement: Agreement
    games: tuple[GameReview, ...]

    def guessed(self, player: PlayerNumber) -> PlayerTotals:
        """Return the totals of a player as codebreaker."""
        games = [game for game in self.games if game.codebreaker == player]
        rows = tuple(row for game in games for row in game.rows)
        return PlayerTotals(player, rows, tuple(taken for game in games for taken in game.hints))


def review_game(
    game: Game,
    budget: SearchBudget | None = None,
    *,
    stop: Callable[[], bool] = lambda: False,
    done: Callable[[], None] = lambda: None,
    on: Evaluator | None = None,
) -> GameReview:
    """Review a game that is over and has revealed its code; raises NotNow for any other.

    `done` is called after each row. Once `stop` returns true, the rest is only estimated. `on`
    is an evaluator to reuse, from another game of the same edition.
    """
    board, code = _answered(game.board), reviewable_code(game)
    if code is None:
        raise NotNow("This game can be reviewed when it is over and has shown its code.")
    known = on or Evaluator(board.edition, budget, stop=stop)
    stages = [Board(board.edition, board.rows[:number]) for number in range(len(board.rows) + 1)]
    evaluated = []
    for stage, row in zip(stages, (*board.rows, None), strict=True):
        evaluated.append(_evaluate_stage(known, stage, row.guess if row else None))
        done()
    for number, row in reversed([*enumerate(board.rows)]):
        if row.guess is None:
            # The board did not change, so it keeps the value of the next stage, even if a later guess
            # turned out better than the estimate.
            evaluated[number] = replace(evaluated[number + 1], played=None)
    rows = tuple(
        _review_row(known, code, stage, row, before, after)
        for stage, row, before, after in zip(stages, board.rows, evaluated, evaluated[1:], strict=False)
    )
    return GameReview(
        number=game.number,
        replay=game.replay,
        codemaker=game.codemaker,
        codebreaker=game.codebreaker,
        board=game.board,
        code=code,
        ending=game.ending,
        rows=rows,
        expected=evaluated[0].to_go,
        to_go=evaluated[-1].to_go,
        made=review_codemaker(game.board, code, _sum(row.luck for row in rows)),
        hints=tuple(_hints(game)),
    )


def review_match(
    match: Match,
    budget: SearchBudget | None = None,
    *,
    games: Sequence[Game] | None = None,
    stop: Callable[[], bool] = lambda: False,
    done: Callable[[], None] = lambda: None,
) -> MatchReview:
    """Review `games` of a match, or all that are over and have revealed their code."""
    chosen = reviewable_games(match) if games is None else games
    if not chosen:
        raise NotNow(nothing_to_review(match))
    known = Evaluator(match.agreement.edition, budget, stop=stop)
    return MatchReview(match.agreement, tuple(review_game(game, done=done, on=known) for game in chosen))


@dataclass(frozen=True, slots=True)
class _Stage:
    """Values of one stage of a game."""

    left: int
    to_go: Estimate | None = None
    played: EvaluatedGuess | None = None
    best: EvaluatedGuess | None = None


def _evaluate_stage(known: Evaluator, stage: Board, guess: Code | None) -> _Stage:
    left = known.count(stage)
    if not left:
        return _Stage(left)
    if stage.broken:
        return _Stage(left, ZERO)
    best, played = known.best(stage), None
    if guess is not None:
        best, played = compare(best, known.evaluate(stage, guess))
    return _Stage(left, best.to_go, played, best)


def _review_row(
    known: Evaluator, code: Code, stage: Board, row: Row, before: _Stage, after: _Stage
) -> RowReview:
    return RowReview(
        row=len(stage.rows) + 1,
        guess=row.guess,
        answer=row.feedback,
        left=before.left,
        left_after=after.left,
        before=before.to_go,
        after=after.to_go,
        played=before.played,
        best=before.best,
        continuation=() if before.best is None else _best_play(known, stage, before.best, code),
    )


def _best_play(
    known: Evaluator, stage: Board, best: EvaluatedGuess, code: Code
) -> tuple[tuple[Code, Feedback], ...]:
    """Return the best guesses from a board on with their answers; empty if one is not proved."""
    if not stage.fits(code):
        return ()
    found: list[tuple[Code, Feedback]] = []
    while len(found) < _MAX_CONTINUATION and best.to_go.proved:
        found.append((best.guess, mark(best.guess, code)))
        if best.guess == code:
            return tuple(found)
        stage = Board(stage.edition, (*stage.rows, Row(*found[-1])))
        best = known.best(stage)
    return ()


def _hints(game: Game) -> Iterator[HintTaken]:
    row = 1
    for move in game.moves:
        if isinstance(move, Hint):
            yield row, move.step
        row += isinstance(move, Guess | TimeOut)


def _answered(board: Board) -> Board:
    return Board(board.edition, tuple(row for row in board.rows if not row.open))


def _sum(values: Iterable[Estimate | None]) -> Estimate:
    found: Sequence[Estimate] = [value for value in values if value is not None]
    return Estimate(sum(value.guesses for value in found), hypot(*(value.error for value in found)))


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
