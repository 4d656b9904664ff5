"""The optimum on several cores: the parts that a first guess leaves are solved in parallel.

It works with any `concurrent.futures.Executor`, of processes or of a cluster. Jobs do not
share their memos, so this pays off if there are many large parts, and costs a little if
they are small.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

import numpy as np

from codepegs.engine.bounds import INFINITE, costs
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.optimum import Bounds, Optimum, check_size
from codepegs.engine.symmetry import representatives
from codepegs.rules.edition import Edition

_worker = threading.local()
POLL_INTERVAL = 0.2
"""Seconds between two calls of `stop`."""


@dataclass(frozen=True, slots=True)
class PartResult:
    """Bounds of the optimum of a whole board, and the first guess that reaches the upper one."""

    bounds: Bounds
    first: int | None


@dataclass(frozen=True, slots=True)
class _Job:
    """Job for a worker: find the value of a part if it is within the budget."""

    edition: Edition
    consistent: bool
    rows: int | None
    part: Indices
    guess: int
    budget: int

    def __call__(self) -> int:
        question = (self.edition, self.consistent)
        # Each worker keeps its search, with its memo, for the next job.
        if getattr(_worker, "question", None) != question:
            _worker.optimum = Optimum(CodeSpace.of(self.edition), consistent=self.consistent)
            _worker.question = question
        bounds: Bounds = _worker.optimum.solve(
            self.part, [self.guess], rows=self.rows, sure=True, budget=self.budget
        )
        return bounds.lower


def solve(
    edition: Edition,
    executor: Executor,
    *,
    rows: int | None = None,
    consistent: bool = False,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[Bounds], None] = lambda bounds: None,
) -> PartResult:
    """Find the fewest guesses that break all codes of an edition within `rows`, as `Optimum.solve` does.

    If it is stopped, running jobs are left to the executor.
    """
    space = CodeSpace.of(edition)
    check_size(space, space.codes)
    size = len(space.codes)
    left = None if rows is None else rows - 1
    table = costs(space.classes.win, size)
    firsts = representatives(space)
    if consistent:
        firsts = firsts[np.isin(firsts, space.codes)]
    splits = {int(guess): space.split(int(guess), space.codes) for guess in firsts}
    bounds = {
        guess: size + sum(int(table[len(part)]) for answer, part in split if answer != space.classes.win)
        for guess, split in splits.items()
    }
    in_order = sorted(bounds, key=lambda guess: (bounds[guess], sum(len(p) ** 2 for _, p in splits[guess])))
    best, first = INFINITE, None
    for guess in in_order:
        lower = bounds[guess]
        if lower >= best:
            break
        parts = [part for answer, part in splits[guess] if answer != space.classes.win]
        total = lower
        jobs: dict[Future[int], int] = {}
        for part in sorted(parts, key=len, reverse=True):
            least = int(table[len(part)])
            budget = min(best - 1 - lower, INFINITE // 2) + least
            job = _Job(edition, consistent, left, part, guess, budget)
            jobs[executor.submit(job)] = least
        while jobs and total < best:
            done, _ = wait(jobs, timeout=POLL_INTERVAL, return_when=FIRST_COMPLETED)
            total += sum(max(0, future.result() - jobs.pop(future)) for future in done)
            known = Bounds(min(total, lower, best), best if best < INFINITE else None)
            progress(known)
            if stop():
                _cancel(jobs)
                return (
                    PartResult(known, first)
                    if first is not None
                    else _one_step_fallback(space, rows, consistent, known)
                )
        _cancel(jobs)
        if total < best:
            best, first = total, guess
    return PartResult(Bounds(best, best), first)


def _one_step_fallback(space: CodeSpace, rows: int | None, consistent: bool, known: Bounds) -> PartResult:
    """Return the result of the one-step strategy, which needs no search."""
    optimum = Optimum(space, consistent=consistent, steps=0)
    bounds = optimum.solve(space.codes, rows=rows, sure=True)
    if bounds.upper is None or bounds.proved:
        return PartResult(bounds if bounds.proved else known, None)
    return PartResult(Bounds(known.lower, bounds.upper), optimum.guess(space.codes, rows))


def _cancel(jobs: dict[Future[int], int]) -> None:
    for future in jobs:
        future.cancel()
