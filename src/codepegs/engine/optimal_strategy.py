"""The strategy `optimal`, the strongest: looks up the best guess in a bundled tree, or searches for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.optimum import Optimum
from codepegs.engine.sampling.strategy import SamplingGuesser
from codepegs.engine.strategy import OneStep, split_all
from codepegs.engine.tree_lookup import Choice, find_lookup
from codepegs.errors import TooLarge
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

MAX_CANDIDATES, MAX_STEPS = 600, 5_000
"""Candidates, at most, for a search while somebody waits, and guesses that it looks at before it gives
up, in a second or so. Counted, not timed, so that a guess does not depend on the machine."""
MAX_TABLE, MAX_PART_TABLE = 1 << 25, 1 << 21
"""Marks in the table of a board, at most, for such a search: more take too long to make. On larger boards
only the candidates are looked at, if their marks are so few."""


class Optimal:
    """The guess after which no strategy needs fewer guesses on average; of several one.

    Candidates that are a part of a tree on the shelf are looked up, also where the first
    guess was one of its kind in other colours or places. Others are searched exactly,
    which takes the time it takes; a board too large for that raises TooLarge. With `quick`
    the search is cut short after a second or so, and a guess that is only good will do:
    that of a tree of which nothing is proved, or the best one step ahead.
    """

    def __init__(self, *, quick: bool = False) -> None:
        self._quick = quick
        # A search serves one thread at a time, and is not taken along to another process.
        self._own = threading.local()

    def __reduce__(self) -> tuple[Callable[[bool], Optimal], tuple[bool]]:
        return _restore, (self._quick,)

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        return self.choose(space, candidates).guess

    def choose(self, space: CodeSpace, candidates: Indices, history: Sequence[int] = ()) -> Choice:
        """The guess, and its total where it is proved; the guesses that have left the candidates help."""
        known = self._known(space, candidates, history)
        if known is not None and known.total is not None:
            return known
        return self._search(space, candidates, history) or known or self._good(space, candidates)

    def _known(self, space: CodeSpace, candidates: Indices, history: Sequence[int]) -> Choice | None:
        if len(candidates) <= 2:
            return Choice(int(candidates[0]), 2 * len(candidates) - 1)
        tree = find_lookup(space)
        return None if tree is None else tree.find(candidates, history)

    def _search(self, space: CodeSpace, candidates: Indices, history: Sequence[int]) -> Choice | None:
        """The guess that is proved to be best, or None where a search would take too long, or did."""
        guesses, codes = len(space.guesses), space.codes
        if self._quick:
            if guesses * len(codes) > MAX_TABLE:
                codes = candidates
            if len(candidates) > MAX_CANDIDATES or guesses * len(codes) > (
                MAX_PART_TABLE if codes is candidates else MAX_TABLE
            ):
                return None
        optimum = self._optimum_for(space, candidates, codes)
        bounds = optimum.solve(candidates, history)
        return Choice(optimum.guess(candidates), bounds.upper) if bounds.proved else None

    def _optimum_for(self, space: CodeSpace, candidates: Indices, codes: Indices) -> Optimum:
        """This thread's search: the last one as long as it knows the candidates, and then one of `codes`."""
        last: tuple[CodeSpace, Indices, Optimum] | None = getattr(self._own, "last", None)
        if last is not None and last[0] is space and np.isin(candidates, last[1]).all():
            return last[2]
        only = None if codes is space.codes else codes
        optimum = Optimum(space, codes=only, steps=MAX_STEPS if self._quick else None)
        self._own.last = space, codes, optimum
        return optimum

    def _good(self, space: CodeSpace, candidates: Indices) -> Choice:
        """The best one step ahead, which is the best of all where it tells all candidates apart."""
        guess = OneStep(MEASURES["entropy"], quick=True).guess(space, candidates)
        if split_all(space, np.array([guess]), candidates).max() > 1:
            return Choice(guess)
        # Only to do so with one of them is better still. If this is none of them then none of them does:
        # it would have been preferred, and a sample has none but candidates.
        return Choice(guess, 2 * len(candidates) - (guess in candidates))


def _restore(quick: bool) -> Optimal:
    return Optimal(quick=quick)


class OptimalGuesser:
    """The best guess on a board if that is known or found within a second or so, and a good one if not."""

    def __init__(self, edition: Edition) -> None:
        self.space, self._optimal = lazy_space(edition), Optimal(quick=True)

    def guess(self, board: Board) -> Code | None:
        """The next guess; None if no code fits. A row that waits for its answer counts for nothing."""
        choice = self.choose(board)
        return None if choice is None else self.space.code(choice.guess)

    def choose(self, board: Board) -> Choice | None:
        """The same, with its total if it is proved to be the best."""
        candidates = self.space.candidates(board)
        if not len(candidates):
            return None
        history = [self.space.number(guess) for guess, _ in board.answered]
        return self._optimal.choose(self.space, candidates, history)


def find_strongest(edition: Edition, random: Random) -> OptimalGuesser | SamplingGuesser:
    """What guesses best on boards of an edition: by a list of all codes, or by samples of too many."""
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
    """The space of an edition; of a large one a copy that makes marks one by one, not all at first use."""
    space = CodeSpace.of(edition)
    return space if len(space.guesses) * len(space.codes) <= MAX_TABLE else _copy_without_table(edition)
