"""Claims: showing that the codemaker has answered wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.fit import Budget, fitting

GROWTH_STEPS = 10_000
"""Steps, at most, to make one code fit one more row."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Rows, counted from 1, that cannot all be true: no code the edition allows fits them.

    They are as few as can be: no smaller set of rows of the board contradicts itself.
    Of several such sets this is the one whose rows come first.
    """

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A row, counted from 1, whose answer is not the true one, as the revealed code shows."""

    row: int
    given: Feedback
    true: Feedback


@dataclass(frozen=True, slots=True)
class WrongAnswers:
    """Every wrong answer of a board, found when its code was revealed."""

    answers: tuple[WrongAnswer, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        return tuple(answer.row for answer in self.answers)


Proof = Contradiction | WrongAnswers
"""What a claim shows. Either kind has `rows`."""

Judge = Callable[[Board], Contradiction | None]
"""Tells what :func:`contradiction` would, which can take seconds; or raises Unjudged."""


class Unjudged(Exception):
    """A claim on `board`, of which nothing is known yet: find out, and try again."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board


def wrong_answers(board: Board, code: Code) -> WrongAnswers | None:
    """The rows of `board` that were answered wrongly if `code` was the secret, or None."""
    found = []
    for number, row in enumerate(board.rows, start=1):
        if row.guess is not None and row.feedback is not None:
            true = mark(row.guess, code)
            if true != row.feedback:
                found.append(WrongAnswer(number, row.feedback, true))
    return WrongAnswers(tuple(found)) if found else None


@lru_cache(maxsize=256)
def contradiction(board: Board) -> Contradiction | None:
    """The smallest set of rows that cannot all be true, or None where some code fits them all.

    Whatever a code fits does not contradict itself, so a contradicting set has a row
    that the code misses. Hence sets of rows are tried that hit what every code found so
    far has missed, the smallest first: either no code fits such a set, and none smaller
    can contradict itself, or one does, and what it misses has to be hit as well. Each
    code is first made to fit as many rows as it can, so that it misses few. (Ignatiev,
    Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting
    set dualization", CP 2015.) Raises Undecided where the board is too large.
    """
    numbers = [n for n, row in enumerate(board.rows, start=1) if row.feedback is not None]
    budget = Budget()
    missed: list[set[int]] = []
    for size in range(1, len(numbers) + 1):
        while (chosen := _hitting(missed, numbers, size, budget)) is not None:
            code = _candidate(board, chosen, budget)
            if code is None:
                return Contradiction(chosen)
            missed.append(_missed(board, numbers, _grown(board, numbers, code, budget)))
            if not missed[-1]:
                return None
    return None


def _hitting(
    missed: Sequence[set[int]], numbers: Sequence[int], size: int, budget: Budget
) -> tuple[int, ...] | None:
    """The first `size` of `numbers`, in order, that have one in common with each of `missed`.

    It is asked for one size after the other, so no smaller set would do.
    """
    budget.spend(1 + len(missed))
    if not missed:
        return tuple(numbers[:size])
    if not size:
        return None
    # Some number up to here must be chosen next, or one of the sets is never hit.
    last = min(max(row_numbers) for row_numbers in missed)
    for place, number in enumerate(n for n in numbers if n <= last):
        left = [row_numbers for row_numbers in missed if number not in row_numbers]
        rest = _hitting(left, numbers[place + 1 :], size - 1, budget)
        if rest is not None:
            return (number, *rest)
    return None


def _candidate(board: Board, numbers: Sequence[int], budget: Budget) -> Code | None:
    rows = [board.rows[number - 1] for number in numbers]
    return next(fitting(board.edition, rows, budget=budget), None)


def _missed(board: Board, numbers: Sequence[int], code: Code) -> set[int]:
    return {number for number in numbers if not board.rows[number - 1].fits(code)}


def _grown(board: Board, numbers: Sequence[int], code: Code, budget: Budget) -> Code:
    """A code that fits the rows `code` fits and, one after the other, as many more as it can."""
    for number in numbers:
        missed = _missed(board, numbers, code)
        if number in missed:
            wanted = [n for n in numbers if n not in missed or n == number]
            allowance = Budget(GROWTH_STEPS)
            # Too hard to say: the code stays as it is, which is no less right, but slower.
            with suppress(Undecided):
                code = _candidate(board, wanted, allowance) or code
            budget.spend(allowance.spent)
    return code
