"""Choices of a guess, and those that need no search."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.strategy import MARKS, OneStep
from codepegs.rules.board import Board


@dataclass(frozen=True, slots=True)
class Choice:
    """The number of a guess, and what it leads to with the best guesses after it.

    `total` is the sum of guesses over all candidates from here on. It is None unless it is
    proved that no guess is better: none breaks more candidates within the rows left, and none
    that breaks as many takes fewer guesses.
    """

    guess: int
    total: int | None = None
    lost: int = 0
    """Candidates that are not broken within the rows left. Their guesses count too."""
    worst: int | None = None
    """The most guesses that a candidate takes, if that is known."""


def rows_left(board: Board) -> int | None:
    """Return how many rows can still be guessed in; None, for no limit, if there are none.

    Who asks for advice on a full board plays on without a limit. An unanswered row is not
    counted as used.

    >>> from codepegs.notation import position
    >>> [rows_left(position.read(f"mini rows=2{rows}")) for rows in ("", " / RRB 1+1", " / RRB ?")]
    [2, 1, 2]
    """
    return board.edition.rows - len(board.rows) + board.open or None


def find_obvious(space: CodeSpace, candidates: Indices, rows: int | None) -> Choice | None:
    """Return the best choice if it needs no search: for one or two candidates, or in the last two rows.

    In the last row any candidate is as good as another. With two rows left the last guess breaks
    one code of each part, so the guess with the most parts is the best. None if comparing all
    guesses takes more than MARKS marks.
    """
    n = len(candidates)
    if n <= 2 or rows == 1:
        lost = n - 1 if rows == 1 else 0
        return Choice(int(candidates[0]), 2 * n - 1 - lost, lost, n - lost)
    if rows != 2 or n * len(space.guesses) > MARKS:
        return None
    guess = OneStep(MEASURES["parts"]).guess(space, candidates, rows)
    parts = len(space.split(guess, candidates))
    return Choice(guess, 2 * n - (guess in candidates), n - parts, 2)
