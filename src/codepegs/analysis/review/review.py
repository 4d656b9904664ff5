"""Reviews: a finished game looked back at, skill apart from luck, and the codemaker's side of it."""

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
"""Guesses of a continuation, at most: more than the best play ever needs where it is proved."""


HintTaken = tuple[int, int]
"""A hint that was taken: for which row, counted from 1, and of which step."""


class Totals:
    """What rows add up to; of a game, and of the games of a match."""

    __slots__ = ()

    rows: tuple[RowReview, ...]
    hints: tuple[HintTaken, ...]

    @property
    def regret(self) -> Estimate:
        """Guesses that were lost by guessing."""
        return _sum(row.regret for row in self.rows)

    @property
    def luck(self) -> Estimate:
        """Guesses that the answers saved, compared with the average."""
        return _sum(row.luck for row in self.rows)

    @property
    def spent(self) -> int:
        """Rows that ran out of time."""
        return sum(row.spent for row in self.rows)

    @property
    def lost(self) -> float:
        """What was given away in all, by guesses and by the clock. A row is a point in all scorings
        but that of key pegs."""
        return self.regret.guesses + self.spent

    @property
    def skill(self) -> float | None:
        """From 0 to 100: that of the rows on average."""
        return _mean(row.skill for row in self.rows)

    @property
    def fortune(self) -> float | None:
        """From 0 to 100, and 50 where luck was even: that of the rows in which there was some."""
        return _mean(row.fortune for row in self.rows)

    @property
    def proved(self) -> bool:
        """Whether nothing here is an estimate."""
        figures = [worth for row in self.rows for worth in (row.regret, row.luck) if worth is not None]
        return all(worth.proved for worth in figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview(Totals):
    """A finished game, row by row. A row that was never answered is left out.

    If it is `whole`, then `len(rows) + to_go == expected + regret - luck + spent`: a code
    takes as many rows as it takes on average, more for what was lost, fewer for luck.
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
    """Guesses that the best play needs on average from the first row on."""
    to_go: Estimate | None
    """Guesses that were still to come when the game ended: none where the code was broken."""
    made: CodemakerReview
    """The codemaker's side."""
    hints: tuple[HintTaken, ...] = ()
    """The hints that were taken, first one first."""

    @property
    def whole(self) -> bool:
        """Whether every row could be judged: not where wrong answers left no code that fits them."""
        judged = all(row.spent or row.luck is not None for row in self.rows)
        return judged and self.expected is not None and self.to_go is not None


@dataclass(frozen=True, slots=True)
class PlayerTotals(Totals):
    """All that a player guessed in a match."""

    player: PlayerNumber
    rows: tuple[RowReview, ...]
    hints: tuple[HintTaken, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchReview:
    """Games of a match looked back at."""

    agreement: Agreement
    games: tuple[GameReview, ...]

    def guessed(self, player: PlayerNumber) -> PlayerTotals:
        """What a player's guesses add up to."""
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
    """Look back at a game that is over and has shown its code; raises NotNow for any other.

    `done` is told of each row. Once `stop` says yes, what is left is only estimated. `on` is
    an evaluator that knows some of it already, from another game of the same edition.
    """
    board, code = _answered(game.board), reviewable_code(game)
    if code is None:
        raise NotNow("This game can be reviewed when it is over and has shown its code.")
    known = on or Evaluator(board.edition, budget, stop=stop)
    stages = [Board(board.edition, board.rows[:number]) for number in range(len(board.rows) + 1)]
    looks = []
    for stage, row in zip(stages, (*board.rows, None), strict=True):
        looks.append(_evaluate_stage(known, stage, row.guess if row else None))
        done()
    for number, row in reversed([*enumerate(board.rows)]):
        if row.guess is None:
            # The board is as it was, and so is what it is worth: also where a guess that came later
            # is better than any that an estimate knew of.
            looks[number] = replace(looks[number + 1], played=None)
    rows = tuple(
        _review_row(known, code, stage, row, look, after)
        for stage, row, look, after in zip(stages, board.rows, looks, looks[1:], strict=False)
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
        expected=looks[0].worth,
        to_go=looks[-1].worth,
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
    """Look back at `games` of a match, or at every one that is over and has shown its code."""
    chosen = reviewable_games(match) if games is None else games
    if not chosen:
        raise NotNow(nothing_to_review(match))
    known = Evaluator(match.agreement.edition, budget, stop=stop)
    return MatchReview(match.agreement, tuple(review_game(game, done=done, on=known) for game in chosen))


@dataclass(frozen=True, slots=True)
class _Stage:
    """What is known at one stage of a game."""

    left: int
    worth: Estimate | None = None
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
    known: Evaluator, code: Code, stage: Board, row: Row, look: _Stage, after: _Stage
) -> RowReview:
    return RowReview(
        row=len(stage.rows) + 1,
        guess=row.guess,
        answer=row.feedback,
        left=look.left,
        left_after=after.left,
        before=look.worth,
        after=after.worth,
        played=look.played,
        best=look.best,
        continuation=() if look.best is None else _best_play(known, stage, look.best, code),
    )


def _best_play(
    known: Evaluator, stage: Board, best: EvaluatedGuess, code: Code
) -> tuple[tuple[Code, Feedback], ...]:
    """The best guesses from a board on, and their true answers; nothing where one is not proved."""
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


def _sum(worths: Iterable[Estimate | None]) -> Estimate:
    found: Sequence[Estimate] = [worth for worth in worths if worth is not None]
    return Estimate(sum(worth.guesses for worth in found), hypot(*(worth.error for worth in found)))


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
