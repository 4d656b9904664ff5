"""Claims: showing that the codemaker has answered wrongly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.fit import Budget, fitting

GROWTH_STEPS = 10_000
"""Pegs tried, at most, to make one code fit one more row."""


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

    Sets of rows are tried from the smallest up. A code that fits one set refutes every
    set made only of rows it fits, so each code found is first made to fit as many rows
    as it can, and only sets that contain one of the rows it misses stay in question.
    (Smallest unsatisfiable subsets by hitting sets: Ignatiev, Previti, Liffiton and
    Marques-Silva, CP 2015.) Raises Undecided where the board is too large.
    """
    numbers = [n for n, row in enumerate(board.rows, start=1) if row.feedback is not None]
    budget = Budget()
    missed_by_codes: list[set[int]] = []
    for size in range(1, len(numbers) + 1):
        for chosen in combinations(numbers, size):
            budget.spend()
            if any(missed.isdisjoint(chosen) for missed in missed_by_codes):
                continue
            code = _candidate(board, chosen, budget)
            if code is None:
                return Contradiction(chosen)
            missed = _missed(board, numbers, _grown(board, numbers, code, budget))
            if not missed:
                return None
            missed_by_codes.append(missed)
    return None


def _candidate(board: Board, numbers: tuple[int, ...], budget: Budget) -> Code | None:
    rows = [board.rows[number - 1] for number in numbers]
    return next(fitting(board.edition, rows, budget=budget), None)


def _missed(board: Board, numbers: list[int], code: Code) -> set[int]:
    return {number for number in numbers if not board.rows[number - 1].fits(code)}


def _grown(board: Board, numbers: list[int], code: Code, budget: Budget) -> Code:
    """A code that fits the rows `code` fits and, one after the other, as many more as it can."""
    for number in numbers:
        missed = _missed(board, numbers, code)
        if number in missed:
            wanted = tuple(n for n in numbers if n not in missed or n == number)
            allowance = Budget(min(GROWTH_STEPS, budget.steps))
            before = allowance.steps
            try:
                better = _candidate(board, wanted, allowance)
            except Undecided:
                better = None
            budget.steps -= before - max(allowance.steps, 0)
            code = better or code
    return code
