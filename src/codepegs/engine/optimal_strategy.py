"""The strategy `optimal`, the strongest: looks up the best guess in a bundled tree, or searches for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

import numpy as np

from codepegs.engine.choice import Choice, find_obvious, rows_left
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.optimum import Optimum
from codepegs.engine.sampling.strategy import SamplingGuesser
from codepegs.engine.strategy import OneStep, split_all
from codepegs.engine.tree_lookup import look_up
from codepegs.errors import TooLarge
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

MAX_CANDIDATES, MAX_STEPS = 600, 5_000
"""Limits of a quick search: candidates, and guesses examined, which take about a second. Steps are counted,
not timed, so that a guess does not depend on the machine."""
FEW_ROWS = 4
"""With this many rows left, or fewer, many candidates are searched too: it takes few steps."""
MAX_TABLE, MAX_PART_TABLE, FEW = 1 << 25, 1 << 21, 8
"""Limits of a quick search, in marks: for a table of all codes, which takes long to compute, and for one of
only the candidates, on larger boards or if at most one in FEW codes is a candidate."""


class Optimal:
    """Strategy that maximises the chance to break the code in the rows left, then minimises the guesses.

    It looks up candidates in a bundled tree, also if the first guess differs from the tree's
    only by a symmetry. Otherwise it searches exactly, without a time limit, and raises
    TooLarge if the board is too large for that. With `quick` the search stops after about a
    second and falls back on an unproved tree, or on the best guess one step ahead.
    """

    def __init__(self, *, quick: bool = False) -> None:
        self._quick = quick
        # A search works for one thread only, and is not pickled.
        self._own = threading.local()

    def __reduce__(self) -> tuple[Callable[[bool], Optimal], tuple[bool]]:
        return _restore, (self._quick,)

    def guess(self, space: CodeSpace, candidates: Indices, rows: int | None = None) -> int:
        return self.choose(space, candidates, rows=rows).guess

    def choose(
        self, space: CodeSpace, candidates: Indices, history: Sequence[int] = (), rows: int | None = None
    ) -> Choice:
        """Return the guess, with its total if that is proved. `history` has the guesses so far, if known."""
        known = find_obvious(space, candidates, rows) or look_up(space, candidates, history, rows)
        if known is not None and known.total is not None:
            return known
        found = self._search(space, candidates, history, rows)
        return found or known or self._good(space, candidates, rows)

    def _search(
        self, space: CodeSpace, candidates: Indices, history: Sequence[int], rows: int | None
    ) -> Choice | None:
        """Return the proved best guess; None if a search takes, or would take, too long."""
        codes = space.codes
        if self._quick:
            codes, marks = codes_to_search(space, candidates), len(space.guesses) * len(candidates)
            many = len(candidates) > MAX_CANDIDATES and (rows is None or rows > FEW_ROWS)
            if many or (codes is candidates and marks > MAX_PART_TABLE):
                return None
        optimum = self._optimum_for(space, candidates, codes)
        return find_proved(optimum, candidates, history, rows)

    def _optimum_for(self, space: CodeSpace, candidates: Indices, codes: Indices) -> Optimum:
        """Return the search of this thread: the last one if it covers the candidates, or a new one."""
        last: tuple[CodeSpace, Indices, Optimum] | None = getattr(self._own, "last", None)
        if last is not None and last[0] is space and np.isin(candidates, last[1]).all():
            return last[2]
        only = None if codes is space.codes else codes
        optimum = Optimum(space, codes=only, steps=MAX_STEPS if self._quick else None)
        self._own.last = space, codes, optimum
        return optimum

    def _good(self, space: CodeSpace, candidates: Indices, rows: int | None) -> Choice:
        """Return the best guess one step ahead, which is optimal if it tells all candidates apart."""
        guess = OneStep(MEASURES["entropy"], quick=True).guess(space, candidates, rows)
        if split_all(space, np.array([guess]), candidates).max() > 1:
            return Choice(guess)
        # A candidate that tells all apart is better still, but then OneStep would have chosen it.
        return Choice(guess, 2 * len(candidates) - (guess in candidates), worst=2)


def _restore(quick: bool) -> Optimal:
    return Optimal(quick=quick)


def codes_to_search(space: CodeSpace, candidates: Indices) -> Indices:
    """Return the codes that a new search should cover: all, or only the candidates.

    A table of all codes may be too large. If the candidates are few, it takes longer than the
    search.
    """
    guesses = len(space.guesses)
    few = len(candidates) * FEW <= len(space.codes) and guesses * len(candidates) <= MAX_PART_TABLE
    return candidates if few or guesses * len(space.codes) > MAX_TABLE else space.codes


def find_proved(
    optimum: Optimum,
    candidates: Indices,
    history: Sequence[int],
    rows: int | None,
    *,
    budget: int | None = None,
    steps: int | None = None,
) -> Choice | None:
    """Search for the best guess. Returns None if its budget or steps are too few for a proof."""
    bounds = optimum.solve(candidates, history, rows=rows, budget=budget, steps=steps)
    if not bounds.proved:
        return None
    return Choice(optimum.guess(candidates, rows), bounds.guesses, bounds.lost, bounds.worst)


class OptimalGuesser:
    """Finds the best guess on a board within about a second, or a good one if that takes longer."""

    def __init__(self, edition: Edition) -> None:
        self.space, self._optimal = lazy_space(edition), Optimal(quick=True)

    def guess(self, board: Board) -> Code | None:
        """Return the next guess; None if no code fits. An unanswered row is ignored."""
        choice = self.choose(board)
        return None if choice is None else self.space.code(choice.guess)

    def choose(self, board: Board) -> Choice | None:
        """Return the next guess, with its total if it is proved to be the best."""
        candidates = self.space.candidates(board)
        if not len(candidates):
            return None
        history = [self.space.number(guess) for guess, _ in board.answered]
        return self._optimal.choose(self.space, candidates, history, rows_left(board))


def find_strongest(edition: Edition, random: Random) -> OptimalGuesser | SamplingGuesser:
    """Return the strongest guesser for an edition: sampling if there are too many codes to list."""
    try:
        return OptimalGuesser(edition)
    except TooLarge:
        return SamplingGuesser(edition, random)


@lru_cache(maxsize=2)
def _copy_without_table(edition: Edition) -> CodeSpace:
    space = CodeSpace(edition)
    space.table = None
    return space


def lazy_space(edition: Edition) -> CodeSpace:
    """Return the space of an edition; a large one comes without a table and marks on demand."""
    space = CodeSpace.of(edition)
    return space if len(space.guesses) * len(space.codes) <= MAX_TABLE else _copy_without_table(edition)
