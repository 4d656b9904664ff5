"""The exact optimum: the fewest guesses on average that any strategy needs, with a proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from codepegs.engine import codespace
from codepegs.engine import kernel as fast
from codepegs.engine.bounds import INFINITE
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.search_numpy import NONE, Found, NumpySearch, Technique, Weights
from codepegs.engine.strategy import OneStep
from codepegs.errors import TooLarge

if TYPE_CHECKING:
    from codepegs.engine.search_kernel import KernelSearch

UNLIMITED = 99
"""Stands for no limit of guesses: more than any board needs."""
MAX_TOTAL_WEIGHT = 1_000_000
"""Limit for the sum of all weights."""
_FOREVER = 1 << 60


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of the optimum: it is at least `lower`, and a known strategy reaches `upper`."""

    lower: int
    upper: int | None

    @property
    def proved(self) -> bool:
        return self.lower == self.upper

    @property
    def possible(self) -> bool:
        """Whether a strategy within the limit of guesses may exist."""
        return self.lower < INFINITE


class Optimum:
    """Solver for the optimum of one space, from the start or from any position.

    With `codes` it solves only positions whose candidates are among these. This way the last
    few hundred candidates can be solved on boards that are too large to solve from the start.

    `limit` is the most guesses allowed; `consistent` allows only guesses that fit every
    answer. `weights` are integers from 1, proportional to how likely each code is. The search
    calls `stop` regularly and gives up if it returns true, or after `steps` guesses examined.
    It then still has bounds, and `guess` plays the strategy that reaches the upper one.
    """

    def __init__(
        self,
        space: CodeSpace,
        *,
        codes: Indices | None = None,
        limit: int | None = None,
        consistent: bool = False,
        weights: Sequence[int] | None = None,
        steps: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[Bounds], None] = lambda bounds: None,
        kernel: bool | None = None,
        without: Technique = NONE,
    ) -> None:
        self._codes = space.codes if codes is None else np.sort(codes)
        check_size(space, self._codes)
        table = space.table if codes is None else space.marks(np.arange(len(space.guesses)), self._codes)
        assert table is not None
        self._space, self._limit = space, limit
        self._weights = None if weights is None else _check_weights(self._codes, weights)
        self._steps, self._stop, self._progress = _FOREVER if steps is None else steps, stop, progress
        self._one_step = OneStep(MEASURES["entropy"], consistent=consistent, kernel=kernel)
        self._search = _search_class(kernel, space)(
            space,
            self._codes,
            table,
            consistent=consistent,
            limited=limit is not None,
            weights=self._weights,
            without=without,
        )
        self._plan: dict[bytes, int] = {}
        """Guesses found by the last `solve`, by candidates: the first one, or the whole one-step strategy
        if nothing better was found."""

    def solve(
        self,
        candidates: Indices,
        history: Sequence[int] = (),
        *,
        budget: int | None = None,
        steps: int | None = None,
    ) -> Bounds:
        """Return bounds of the least total for `candidates`: all that `history`, the guesses so far, leaves.

        Without a history, symmetry cannot help unless the candidates are all codes. If the
        total is above `budget` it is not found, and the lower bound is above the budget.
        `steps` overrides the limit of steps for this call.
        """
        left = self._left(len(history))
        self._plan = {}
        if len(candidates) <= 2:
            return self._cost_of_few(candidates, left)
        # The kernel often finishes before a fallback strategy would be found.
        prepared = budget is None and isinstance(self._search, NumpySearch)
        reached, plan = self._one_step_plan(candidates, left) if prepared else (INFINITE, {})

        def bounds(found: Found) -> Bounds:
            upper = min(found.upper, reached)
            return Bounds(min(found.lower, upper), upper if upper < INFINITE else None)

        def report(found: Found) -> bool:
            self._progress(bounds(found))
            return self._stop()

        most = reached if budget is None else budget
        found = self._ask(candidates, history, left, most, self._steps if steps is None else steps, report)
        if found.lower >= INFINITE:
            return Bounds(INFINITE, INFINITE)
        if found.guess >= 0:
            self._plan[candidates.tobytes()] = found.guess
        elif budget is None:
            if not prepared:
                reached, plan = self._one_step_plan(candidates, left)
            self._plan = plan
        return bounds(found)

    def guess(self, candidates: Indices, guesses: int = 0) -> int:
        """Return the number of the best guess for `candidates` after `guesses` guesses.

        It searches first if the last `solve` did not cover these candidates. If that was cut
        short, this is the best guess found, for its candidates and for those left later.
        """
        if len(candidates) <= 2:
            return self._likelier(candidates)
        if (planned := self._plan.get(candidates.tobytes())) is not None:
            return planned
        left = self._left(guesses)
        found = self._ask(candidates, (), left, INFINITE - 1, _FOREVER, lambda found: False)
        if found.guess < 0:
            raise ValueError("no strategy stays within the limit from here")
        return found.guess

    def _ask(
        self,
        candidates: Indices,
        history: Sequence[int],
        left: int,
        budget: int,
        steps: int,
        report: Callable[[Found], bool],
    ) -> Found:
        # All symmetries fix the set of all codes. About fewer codes without a history nothing is known.
        whole = bool(history) or len(candidates) == len(self._space.codes)
        return self._search.solve(
            self._places(candidates),
            history,
            symmetric=whole and self._weights is None,
            budget=min(budget, INFINITE - 1),
            left=left,
            steps=steps,
            report=report,
        )

    def _left(self, guesses: int) -> int:
        return UNLIMITED if self._limit is None else max(0, self._limit - guesses)

    def _places(self, candidates: Indices) -> Indices:
        places = np.searchsorted(self._codes, candidates)
        if (places == len(self._codes)).any() or (self._codes[places] != candidates).any():
            raise ValueError("candidates must be among the codes of this solver, in order")
        return places

    def _cost_of_few(self, candidates: Indices, left: int) -> Bounds:
        if len(candidates) > left:
            return Bounds(INFINITE, INFINITE)
        weights = self._weights_of(candidates)
        total = int(weights.sum() + (weights.min() if len(weights) == 2 else 0))
        return Bounds(total, total)

    def _weights_of(self, candidates: Indices) -> Weights:
        if self._weights is None:
            return np.ones(len(candidates), np.int32)
        return self._weights[self._places(candidates)]

    def _likelier(self, candidates: Indices) -> int:
        return int(candidates[self._weights_of(candidates).argmax()])

    def _one_step_plan(self, candidates: Indices, left: int) -> tuple[int, dict[bytes, int]]:
        """Return the total of a one-step strategy, and its guesses: a fallback for a search cut short."""
        total, parts = 0, [(candidates, 1)]
        plan: dict[bytes, int] = {}
        while parts:
            part, depth = parts.pop()
            if depth > left:
                return INFINITE, {}
            if len(part) <= 2:
                total += self._cost_of_few(part, left - depth + 1).lower
                continue
            total += int(self._weights_of(part).sum())
            guess = plan[part.tobytes()] = self._one_step.guess(self._space, part)
            split = self._space.split(guess, part)
            parts += [(codes, depth + 1) for answer, codes in split if answer != self._space.classes.win]
        return (total, plan) if total < INFINITE else (INFINITE, {})


def check_size(space: CodeSpace, codes: Indices) -> None:
    """Raise TooLarge if the table of marks of some codes would be too large."""
    if len(space.guesses) * len(codes) > codespace.MAX_TABLE_SIZE:
        raise TooLarge(len(codes), codespace.MAX_TABLE_SIZE // len(space.guesses), done="searched")


def _check_weights(codes: Indices, weights: Sequence[int]) -> Weights:
    whole = all(weight == int(weight) for weight in weights)
    if not whole or len(weights) != len(codes) or min(weights) < 1 or sum(weights) > MAX_TOTAL_WEIGHT:
        raise ValueError(
            f"weights must be {len(codes)} integers from 1, one per code, "
            f"with a sum of at most {MAX_TOTAL_WEIGHT}"
        )
    return np.array(weights, np.int32)


def _search_class(kernel: bool | None, space: CodeSpace) -> type[NumpySearch | KernelSearch]:
    """Return the kernel's search if it is available and supports the number of classes; else numpy's."""
    if fast.use_kernel(kernel):
        from codepegs.engine.search_kernel import MAX_CLASSES, KernelSearch

        if len(space.classes) <= MAX_CLASSES:
            return KernelSearch
    return NumpySearch
