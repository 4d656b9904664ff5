"""The exact optimum: the fewest guesses on average that any strategy needs, with a proof.

If rows are limited, the chance to break the code within them comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from codepegs.engine import codespace
from codepegs.engine import kernel as fast
from codepegs.engine.bounds import INFINITE, LOST, UNLIMITED, after, costs
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.search_numpy import NONE, Found, NumpySearch, Technique, Weights
from codepegs.engine.strategy import OneStep
from codepegs.engine.symmetry import types
from codepegs.errors import TooLarge

if TYPE_CHECKING:
    from codepegs.engine.search_kernel import KernelSearch

MAX_TOTAL_WEIGHT = 1_000_000
"""Limit for the sum of all weights."""
_FOREVER = 1 << 60


class Stopped(Exception):
    """The search was stopped before it found a value."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of the optimum: it is at least `lower`, and a known strategy reaches `upper`.

    With limited rows, each code that is not broken adds LOST to the guesses that it takes.
    """

    lower: int
    upper: int | None
    worst: int | None = field(default=None, compare=False)
    """The most guesses of a strategy that reaches the optimum, if it is proved."""

    @property
    def proved(self) -> bool:
        return self.lower == self.upper

    @property
    def possible(self) -> bool:
        """Whether a strategy that breaks every code may exist."""
        return self.lower < LOST

    @property
    def guesses(self) -> int:
        """The lower bound, in guesses."""
        return self.lower % LOST

    @property
    def lost(self) -> int:
        """How many codes are not broken, at least."""
        return self.lower // LOST


class Optimum:
    """Solver for the optimum of one space, from the start or from any position.

    With `codes` it solves only positions whose candidates are among these. This way the last
    few hundred candidates can be solved on boards that are too large to solve from the start.

    `consistent` allows only guesses that fit every answer. `weights` are integers from 1,
    proportional to how likely each code is. Codes of one type (AABC and DEAA, but not AABB) must
    have the same weight, so that symmetries keep it. The search calls `stop` regularly and gives up if
    it returns true, or after `steps` guesses examined. It then still has bounds, and `guess`
    plays the strategy that reaches the upper one. The kernel searches with as many `threads`; which of the
    best guesses it finds may then change from run to run.
    """

    def __init__(
        self,
        space: CodeSpace,
        *,
        codes: Indices | None = None,
        consistent: bool = False,
        weights: Sequence[int] | None = None,
        steps: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        progress: Callable[[Bounds], None] = lambda bounds: None,
        kernel: bool | None = None,
        without: Technique = NONE,
        threads: int = 1,
    ) -> None:
        self._codes = space.codes if codes is None else np.sort(codes)
        check_size(space, self._codes)
        table = space.table if codes is None else space.marks(np.arange(len(space.guesses)), self._codes)
        assert table is not None
        self._space = space
        self._weights = None if weights is None else _check_weights(space, self._codes, weights)
        self._steps, self._stop, self._progress = _FOREVER if steps is None else steps, stop, progress
        self._one_step = OneStep(MEASURES["entropy"], consistent=consistent, kernel=kernel)
        search = _search_class(kernel, space)
        self._search = search(
            space,
            self._codes,
            table,
            consistent=consistent,
            weights=self._weights,
            without=without,
            threads=threads,
        )
        self._plan: dict[tuple[bytes, int], int] = {}
        """Guesses found by the last `solve`, by candidates and guesses left: the first one, or the whole
        one-step strategy if nothing better was found."""

    def solve(
        self,
        candidates: Indices,
        history: Sequence[int] = (),
        *,
        rows: int | None = None,
        sure: bool = False,
        budget: int | None = None,
        steps: int | None = None,
    ) -> Bounds:
        """Return bounds of the least total for `candidates`: all that `history`, the guesses so far, leaves.

        `rows` is the number of rows left. Then the optimum breaks the most codes within them, and
        of such strategies takes the fewest guesses. With `sure` a strategy must break every code;
        if none does, both bounds are INFINITE.

        Without a history, symmetry cannot help unless the candidates are all codes. If the
        total is above `budget` it is not found, and the lower bound is above the budget.
        `steps` overrides the limit of steps for this call. If rows are limited, two searches may
        take as many steps each.
        """
        left = self._left(candidates, rows)
        self._plan = {}
        if _is_obvious(candidates, left):
            bounds = self._obvious_bounds(candidates, left)
            return Bounds(INFINITE, INFINITE) if sure and not bounds.possible else bounds
        # The kernel often finishes before a fallback strategy would be found.
        prepared = budget is None and isinstance(self._search, NumpySearch)
        reached, plan = self._one_step_plan(candidates, left, sure) if prepared else (INFINITE, {})

        def combine(found: Found) -> Bounds:
            upper = min(found.upper, reached)
            lower = min(found.lower, upper)
            return Bounds(lower, upper if upper < INFINITE else None, found.depth or None)

        def report(found: Found) -> bool:
            self._progress(combine(found))
            return self._stop()

        most = min(reached, LOST - 1 if sure else INFINITE - 1, INFINITE if budget is None else budget)
        found = self._find(candidates, history, left, most, self._steps if steps is None else steps, report)
        if sure and found.lower >= LOST:
            return Bounds(INFINITE, INFINITE)
        if found.guess >= 0:
            self._plan[candidates.tobytes(), left] = found.guess
        elif budget is None:
            if not prepared:
                reached, plan = self._one_step_plan(candidates, left, sure)
            self._plan = plan
        return combine(found)

    def value(
        self, candidates: Indices, history: Sequence[int], *, rows: int | None = None, budget: int
    ) -> int:
        """Return the least total that breaks every code, if it is within the budget; else a bound above it.

        This is what `solve` finds with `sure` and a budget, but it looks for no guess, so that it
        can use everything in the memo. Raises Stopped if `stop` returned true.
        """

        def report(found: Found) -> bool:
            if self._stop():
                raise Stopped
            return False

        left = self._left(candidates, rows)
        if _is_obvious(candidates, left):
            total = self._obvious_bounds(candidates, left).lower
        else:
            most = min(LOST - 1, budget)
            total = self._find(candidates, history, left, most, _FOREVER, report, value_only=True).lower
        return total if total < LOST else INFINITE

    def guess(self, candidates: Indices, rows: int | None = None) -> int:
        """Return the number of the best guess for `candidates`, with `rows` left.

        It searches first if the last `solve` did not cover these candidates. If that was cut
        short, this is the best guess found, for its candidates and for those left later.
        """
        left = self._left(candidates, rows)
        if _is_obvious(candidates, left):
            return self._likelier(candidates)
        if (planned := self._plan.get((candidates.tobytes(), left))) is not None:
            return planned
        return self._find(candidates, (), left, INFINITE - 1, _FOREVER, lambda found: False).guess

    def _find(
        self,
        candidates: Indices,
        history: Sequence[int],
        left: int,
        budget: int,
        steps: int,
        report: Callable[[Found], bool],
        *,
        value_only: bool = False,
    ) -> Found:
        """Search without a limit of guesses first, and with it only if it matters.

        Mostly the best strategy needs no more guesses than are left. If it does, the second
        search profits from the memo of the first.
        """
        lower = 0
        if 2 < left < UNLIMITED and self._least_cost(candidates, left) < LOST:
            free = self._ask(
                candidates,
                history,
                UNLIMITED,
                budget,
                steps,
                lambda found: report(Found(found.lower)),
                value_only,
            )
            lower = free.lower
            if lower > budget or (lower == free.upper and free.depth <= left):
                return free
        found = self._ask(
            candidates,
            history,
            left,
            budget,
            steps,
            lambda found: report(found._replace(lower=max(lower, found.lower))),
            value_only,
        )
        return found._replace(lower=max(lower, found.lower))

    def _ask(
        self,
        candidates: Indices,
        history: Sequence[int],
        left: int,
        budget: int,
        steps: int,
        report: Callable[[Found], bool],
        value_only: bool,
    ) -> Found:
        # All symmetries fix the set of all codes. About fewer codes without a history nothing is known.
        whole = bool(history) or len(candidates) == len(self._space.codes)
        return self._search.solve(
            self._places(candidates),
            history,
            symmetric=whole,
            budget=budget,
            left=left,
            steps=steps,
            report=report,
            value_only=value_only,
        )

    def _left(self, candidates: Indices, rows: int | None) -> int:
        """Return the guesses left. As many guesses as codes are always enough."""
        return UNLIMITED if rows is None or rows >= len(candidates) else rows

    def _least_cost(self, candidates: Indices, left: int) -> int:
        """Return a lower bound of the cost, by counting classes."""
        n = len(candidates)
        return int(costs(self._space.classes.win, n, left=left)[n])

    def _places(self, candidates: Indices) -> Indices:
        places = np.searchsorted(self._codes, candidates)
        if (places == len(self._codes)).any() or (self._codes[places] != candidates).any():
            raise ValueError("candidates must be among the codes of this solver, in order")
        return places

    def _obvious_bounds(self, candidates: Indices, left: int) -> Bounds:
        """Return the value of one or two codes, or with one guess left or none."""
        weights = self._weights_of(candidates)
        weight, heaviest = int(weights.sum()), int(weights.max(initial=0))
        if left == 0:
            total, worst = weight * LOST, 0
        elif left == 1:
            total, worst = weight + (weight - heaviest) * LOST, 1
        else:
            total, worst = weight + (weight - heaviest), len(candidates)
        return Bounds(total, total, worst)

    def _weights_of(self, candidates: Indices) -> Weights:
        if self._weights is None:
            return np.ones(len(candidates), np.int32)
        return self._weights[self._places(candidates)]

    def _likelier(self, candidates: Indices) -> int:
        return int(candidates[self._weights_of(candidates).argmax()])

    def _one_step_plan(
        self, candidates: Indices, left: int, sure: bool
    ) -> tuple[int, dict[tuple[bytes, int], int]]:
        """Return the total of a one-step strategy, and its guesses: a fallback for a search cut short."""
        total, parts = 0, [(candidates, left)]
        plan: dict[tuple[bytes, int], int] = {}
        while parts:
            part, left = parts.pop()
            left = self._left(part, left)
            if _is_obvious(part, left):
                total += self._obvious_bounds(part, left).lower
                continue
            total += int(self._weights_of(part).sum())
            guess = self._one_step.guess(self._space, part, None if left == UNLIMITED else left)
            plan[part.tobytes(), left] = guess
            split = self._space.split(guess, part)
            parts += [(codes, after(left)) for answer, codes in split if answer != self._space.classes.win]
        return (INFINITE, {}) if sure and total >= LOST else (total, plan)


def _is_obvious(candidates: Indices, left: int) -> bool:
    """Whether the best guess needs no search: the likeliest candidate."""
    return len(candidates) <= 2 or left <= 1


def check_size(space: CodeSpace, codes: Indices) -> None:
    """Raise TooLarge if the table of marks of some codes would be too large."""
    if len(space.guesses) * len(codes) > codespace.MAX_TABLE_SIZE:
        raise TooLarge(len(codes), codespace.MAX_TABLE_SIZE // len(space.guesses), done="searched")


def _check_weights(space: CodeSpace, codes: Indices, weights: Sequence[int]) -> Weights:
    whole = all(weight == int(weight) for weight in weights)
    if not whole or len(weights) != len(codes) or min(weights) < 1 or sum(weights) > MAX_TOTAL_WEIGHT:
        raise ValueError(
            f"weights must be {len(codes)} integers from 1, one per code, "
            f"with a sum of at most {MAX_TOTAL_WEIGHT}"
        )
    found = np.array(weights, np.int32)
    _, first, type_of = np.unique(types(space)[codes], return_index=True, return_inverse=True)
    different = np.flatnonzero(found != found[first][type_of])
    if len(different):
        one, other = int(first[type_of[different[0]]]), int(different[0])
        raise ValueError(
            f"codes of one type must have the same weight, but code {codes[one]} weighs {found[one]} "
            f"and code {codes[other]} weighs {found[other]}"
        )
    return found


def _search_class(kernel: bool | None, space: CodeSpace) -> type[NumpySearch | KernelSearch]:
    """Return the kernel's search if it is available and supports the number of classes; else numpy's."""
    if fast.use_kernel(kernel):
        from codepegs.engine.search_kernel import MAX_CLASSES, KernelSearch

        if len(space.classes) <= MAX_CLASSES:
            return KernelSearch
    return NumpySearch
