"""Jobs for the worker pool: hints, reviews and puzzles.

Each function runs in a process of a :class:`~codepegs.compute.pool.ComputePool`. Hints and
reviews estimate their cost before they start. Only the workers load the analysis, which
needs numpy; the server process does not.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from codepegs.compute.errors import BudgetExceeded
from codepegs.errors import NotNow, TooLarge
from codepegs.notation import edition_line, record
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.notation.review import Totals
from codepegs.protocol import learn
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.history import find_games
from codepegs.rules.view import MatchView


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """Computed part of the result of a game, the same for all who ask."""

    codes_left: int | None
    par: float | None
    totals: Totals | None


EXACT_SECONDS = 4.0
"""Seconds after which an analysis estimates the rest instead of proving it."""
MAX_SECONDS = 10.0
"""Estimated seconds that a job may take. The pool has its own deadline for jobs that take longer."""
_STEPS_PER_SECOND, _MARKS_PER_SECOND = 100_000, 1_200_000
"""Guesses examined and codes marked per second, measured on the largest boards on a busy machine."""


def find_hints(board: Board, planned: Code | None) -> learn.Hints:
    """Return every step of a hint for the codebreaker of `board`. The caller drops steps not taken."""
    from codepegs.analysis.hint import find_hint

    check_cost(board.edition, 1)
    found = find_hint(board, planned, stop=stop_soon())
    return learn.make_hints(found)


def review_record(text: str, number: int | None) -> learn.Reviewed:
    """Return the review of one game in a record: that number, or the last that can be reviewed."""
    from codepegs.analysis.budget import QUICK
    from codepegs.analysis.review.review import review_match
    from codepegs.engine.par import find_par

    match = record.read(text)
    games = find_games(match, number)
    check_cost(match.agreement.edition, sum(len(game.board.rows) for game in games))
    review = review_match(match, QUICK, games=games, stop=stop_soon())
    return learn.make_reviewed(match, review, par=find_par(match.agreement.edition))


def count_codes_left(board: Board) -> learn.CodesLeft:
    """Return how many codes fit the answers on a board."""
    from codepegs.analysis import codes_left

    return learn.CodesLeft(codes_left.count_codes_left(board), board.edition.size)


def judge_game(text: str, number: int, replay: int) -> ResultFacts:
    """Return the facts for the result of a finished game in a record."""
    from codepegs.analysis.codes_left import count_codes_left
    from codepegs.engine.par import find_par

    match = record.read(text)
    game = next(game for game in match.games if (game.number, game.replay) == (number, replay))
    totals = None if game.revealed is None else _totals(text, number, replay)
    return ResultFacts(
        codes_left=count_codes_left(game.board),
        par=find_par(match.agreement.edition),
        totals=totals,
    )


def _totals(text: str, number: int, replay: int) -> Totals | None:
    """Return the totals of a reviewed game, or None if it is too large to review."""
    try:
        games = review_record(text, number).review.games
    except (TooLarge, BudgetExceeded):
        return None
    return next(game.totals for game in games if game.replay == replay)


def share_solo_game(view: MatchView) -> learn.Shared:
    """Return what to share about a finished solo game."""
    from codepegs.analysis import solo_result

    shared = solo_result.share_solo_game(view)
    return learn.Shared(shared.text, shared.par)


def find_pars(editions: tuple[Edition, ...]) -> list[float | None]:
    """Return the average of perfect play for each edition, or None if it is not proved."""
    from codepegs.engine.par import find_par

    return [find_par(edition) for edition in editions]


# Puzzles --------------------------------------------------------------------------------


def make_puzzle(edition: str, theme: Theme, difficulty: Difficulty, seed: str) -> learn.Puzzle:
    """Return the puzzle of a seed."""
    from codepegs.analysis.puzzle import puzzle

    return learn.make_puzzle(puzzle.make(edition_line.read(edition), theme, difficulty, seed))


def make_daily_puzzle(day: date) -> learn.Puzzle:
    """Return the puzzle of a day, one for everyone."""
    from codepegs.analysis.puzzle import puzzle

    return learn.make_puzzle(puzzle.daily(day), day=day)


def load_puzzle(name: str) -> learn.Puzzle:
    """Return the puzzle with this ID, after checking that it has one solution."""
    from codepegs.analysis.puzzle import puzzle

    return learn.make_puzzle(puzzle.read(name))


def judge_code(name: str, text: str) -> learn.Verdict:
    """Return the verdict on a code that a player tried."""
    from codepegs.analysis.puzzle import hints, puzzle

    asked = puzzle.read(name)
    code = asked.board.edition.code(text)
    verdict = puzzle.judge(asked, code)
    return learn.Verdict(
        right=verdict.right,
        sentence=hints.describe_verdict(asked, code, verdict),
        row=None if verdict.wrong is None else verdict.wrong.row,
        total=verdict.total,
        lost=verdict.lost,
        why=hints.explain_answer(asked) if verdict.right else (),
    )


def find_clue(name: str, number: int) -> learn.Clue:
    """Return a clue, counted from 1, or raise NotNow after the last one."""
    from codepegs.analysis.puzzle import hints, puzzle

    clues = hints.clues(puzzle.read(name))
    if not 1 <= number <= len(clues):
        raise NotNow("There are no more clues. Try a code, or give up.")
    return learn.Clue(number, clues[number - 1], number == len(clues))


def solve_puzzle(name: str) -> learn.Solution:
    """Return the solution, and why it is the only one."""
    from codepegs.analysis.puzzle import hints, puzzle

    asked = puzzle.read(name)
    return learn.Solution(asked.board.edition.spell(puzzle.answer(asked)), hints.explain_answer(asked))


# Cost ----------------------------------------------------------------------------------


def check_cost(edition: Edition, rows: int) -> None:
    """Raise TooLarge for a board too large to analyse, or BudgetExceeded if the rows cost too much."""
    from codepegs.analysis.budget import QUICK, check_size

    check_size(edition)
    seconds = (
        QUICK.max_wasted_steps(edition) / _STEPS_PER_SECOND + (rows + 1) * edition.size / _MARKS_PER_SECOND
    )
    if seconds > MAX_SECONDS:
        raise BudgetExceeded.time(MAX_SECONDS)


def stop_soon() -> Callable[[], bool]:
    deadline = time.monotonic() + EXACT_SECONDS
    return lambda: time.monotonic() > deadline
