"""Claims: proofs that the codemaker gave a wrong answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from codepegs.errors import NothingToShow
from codepegs.rules.board import Board
from codepegs.rules.candidates import Budget, find_candidates
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback, mark
from codepegs.rules.move import Claim

CHECK_STEPS = 20_000
"""Steps to check the rows of a claim: some 20 ms.

Steps, not seconds, so that a match reads the same on every machine. In trials, proofs took
up to 1,300 steps on printed boards and up to 12,700 on boards of 6 pegs and 10 colours.
"""
SEARCH_STEPS = 250_000
"""Steps to find the rows of a claim: up to half a second.

In trials, printed boards took up to 80,000 steps and the 5 x 8 board about 200,000.
"""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Rows, counted from 1, whose answers cannot all be true: no legal code fits them."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """Row, counted from 1, whose answer differs from the true feedback."""

    row: int
    given: Feedback
    true: Feedback


@dataclass(frozen=True, slots=True)
class WrongAnswers:
    """All wrong answers on a board whose code has been revealed."""

    answers: tuple[WrongAnswer, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        return tuple(answer.row for answer in self.answers)


Proof = Contradiction | WrongAnswers
"""Why a game is void: what a claim proved, or what the reveal showed. Both kinds have `rows`."""


def check_claim(board: Board, rows: tuple[int, ...]) -> Contradiction:
    """Return what a claim of these rows proves, or raise NothingToShow.

    The rows must contradict each other, but need not be as few as possible. Raises Undecided if
    the check takes more than `CHECK_STEPS`.
    """
    if not rows or list(rows) != sorted(set(rows)) or not set(rows).issubset(_answered(board)):
        raise NothingToShow(
            "Name the marked rows that contradict each other, once each and in order, such as 1 3."
        )
    if _fits(board, rows, Budget(CHECK_STEPS)):
        raise NothingToShow("These rows do not contradict each other: some code fits all of them.")
    return Contradiction(rows)


def find_claim(board: Board) -> Claim:
    """Return the claim that :func:`check_claim` upholds on this board, with as few rows as possible.

    Raises NothingToShow if there is none, or Undecided. The search can take half a second, so
    a server runs it in another process and an application in a thread.
    """
    proof = find_contradiction(board)
    if proof is None:
        raise NothingToShow(
            "You can't prove a mistake yet: at least one code still fits every answer. "
            "Any wrong answer will come out when the code is revealed."
        )
    return Claim(proof.rows)


def find_wrong_answers(board: Board, code: Code) -> WrongAnswers | None:
    """Return the rows that were answered wrongly if `code` is the secret, or None."""
    found = []
    for number, row in enumerate(board.rows, start=1):
        if row.guess is not None and row.feedback is not None:
            true = mark(row.guess, code)
            if true != row.feedback:
                found.append(WrongAnswer(number, row.feedback, true))
    return WrongAnswers(tuple(found)) if found else None


def find_contradiction(board: Board) -> Contradiction | None:
    """Return the smallest set of rows that no code fits, or None if some code fits them all.

    If there are several of that size, it is the first in row order. Raises Undecided if the
    search takes more than `SEARCH_STEPS`, or more than `CHECK_STEPS` for one set of rows, so
    the rules uphold a claim of any rows that it returns.

    >>> from codepegs.rules import find_edition
    >>> board = Board(find_edition("mini"))
    >>> for guess, black, white in [("aaa", 1, 0), ("def", 0, 1), ("aaa", 2, 0)]:
    ...     board = board.guess(Code.parse(guess)).answer(Feedback(black, white))
    >>> find_contradiction(board)
    Contradiction(rows=(1, 3))
    """
    budget = Budget(SEARCH_STEPS)
    answered = _answered(board)
    if _fits(board, answered, budget):
        return None
    # By increasing size, so the first set that no code fits is a smallest one.
    sets = (rows for size in range(1, len(answered)) for rows in combinations(answered, size))
    return Contradiction(next((rows for rows in sets if not _fits(board, rows, budget)), answered))


def _answered(board: Board) -> tuple[int, ...]:
    return tuple(number for number, row in enumerate(board.rows, start=1) if row.feedback is not None)


def _fits(board: Board, numbers: Sequence[int], budget: Budget) -> bool:
    """Return whether some code fits these rows, or raise Undecided if a claim could not check it."""
    allowance = Budget(CHECK_STEPS)
    rows = [board.rows[number - 1] for number in numbers]
    found = next(find_candidates(board.edition, rows, budget=allowance), None)
    budget.spend(allowance.spent)
    return found is not None
