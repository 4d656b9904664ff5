"""The exact optimum: the fewest guesses on average that any strategy can need, and a proof."""

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
"""Guesses, where there is no limit: more than any board needs."""
MAX_TOTAL_WEIGHT = 1_000_000
"""What all codes together may weigh."""
_FOREVER = 1 << 60


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a search knows so far: the optimum is no less than `lower`, and `upper` is reached."""

    lower: int
    upper: int | None

    @property
    def proved(self) -> bool:
        return self.lower == self.upper

    @property
    def possible(self) -> bool:
        """Whether it is not proved that no strategy keeps within the limit of guesses."""
        return self.lower < INFINITE


class Optimum:
    """The optimum of one space, from the start or from any position.

    With `codes` it is asked only about positions that leave none but these: the last few
    hundred candidates can be solved on boards that are too large to be solved from the start.

    `limit` allows so many guesses at most; `consistent` only guesses that fit every
    answer. `weights`, whole numbers from 1, say how much each of the codes counts:
    how likely it is, but for a factor. `stop` is asked now and then whether to give up,
    and no more than `steps` guesses are looked at for one question; what a search cut
    short has found is good all the same: `guess` plays what reaches the upper bound.
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
        """Guesses that the last question has settled: the one for its candidates, and all further ones
        where nothing better was found than to look one step ahead."""

    def solve(
        self,
        candidates: Indices,
        history: Sequence[int] = (),
        *,
        budget: int | None = None,
        steps: int | None = None,
    ) -> Bounds:
        """The least total for `candidates`, which are all that `history`, the guesses so far, has left.

        Some codes without a history are solved as they are, without any help from symmetry.
        A total above the budget, where there is one, is not found: the lower bound is above it then.
        `steps` allows this question so many, whatever others are allowed.
        """
        left = self._left(len(history))
        self._plan = {}
        if len(candidates) <= 2:
            return self._cost_of_few(candidates, left)
        # The kernel often ends before a strategy to fall back on would be found.
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
        """The best guess, as a number in the space, after so many guesses.

        Of candidates that `solve` has not met on its way it finds the value first. Where the
        last `solve` was cut short it is the best that was found, for its candidates and
        for those that are left of them later.
        """
        if len(candidates) <= 2:
            return self._likelier(candidates)
        if (planned := self._plan.get(candidates.tobytes())) is not None:
            return planned
        left = self._left(guesses)
        found = self._ask(candidates, (), left, INFINITE - 1, _FOREVER, lambda found: False)
        if found.guess < 0:
            raise ValueError("no strategy keeps within the limit from here")
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
        # All codes look the same after any change; of fewer without a history, nothing is known.
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
            raise ValueError("candidates must be among the codes that this was made for, in order")
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
        """What a one-step strategy needs, and its guesses: something to show for a search cut short."""
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
    """Raise TooLarge where the marks of some codes would be too many to keep."""
    if len(space.guesses) * len(codes) > codespace.MAX_TABLE_SIZE:
        raise TooLarge(len(codes), codespace.MAX_TABLE_SIZE // len(space.guesses), done="searched")


def _check_weights(codes: Indices, weights: Sequence[int]) -> Weights:
    whole = all(weight == int(weight) for weight in weights)
    if not whole or len(weights) != len(codes) or min(weights) < 1 or sum(weights) > MAX_TOTAL_WEIGHT:
        raise ValueError(
            f"there must be a weight for each of the {len(codes)} codes, "
            f"whole numbers from 1 that make {MAX_TOTAL_WEIGHT} at most together"
        )
    return np.array(weights, np.int32)


def _search_class(kernel: bool | None, space: CodeSpace) -> type[NumpySearch | KernelSearch]:
    """The kernel's search, where it may be used and has bits enough for the classes; else numpy's."""
    if fast.use_kernel(kernel):
        from codepegs.engine.search_kernel import MAX_CLASSES, KernelSearch

        if len(space.classes) <= MAX_CLASSES:
            return KernelSearch
    return NumpySearch
