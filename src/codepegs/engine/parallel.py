"""The optimum on several cores or hosts: each job examines one second guess.

It works with any `concurrent.futures.Executor`, of processes or of a cluster. A job is made
when a worker is free for it, so that it knows the best total found by then. Workers do not
share their memos, but each keeps its own for the next job.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass

import numpy as np

from codepegs.engine.bounds import INFINITE, costs
from codepegs.engine.checkpoint import Checkpoint, JobKey, JobResult
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.optimum import Bounds, Optimum, check_size
from codepegs.engine.strategy import split_all
from codepegs.engine.symmetry import all_symmetries, fixing, representatives
from codepegs.rules.edition import Edition

_worker = threading.local()
POLL_INTERVAL = 0.2
"""Seconds between two calls of `stop`."""
WHOLE = 100
"""A part of at most this many codes is one job."""


@dataclass(frozen=True, slots=True)
class Result:
    """Bounds of the optimum of a whole board, and the first guess that reaches the upper one."""

    bounds: Bounds
    first: int | None


def solve(
    edition: Edition,
    executor: Executor,
    *,
    workers: int,
    rows: int | None = None,
    consistent: bool = False,
    checkpoint: Checkpoint | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[Bounds], None] = lambda bounds: None,
) -> Result:
    """Find the fewest guesses that break all codes of an edition within `rows`, as `Optimum.solve` does.

    `workers` is how many jobs the executor can run at once. Jobs that a checkpoint has are not
    done again. If the search is stopped, running jobs are left to the executor.
    """
    space = CodeSpace.of(edition)
    check_size(space, space.codes)
    search = _Search(space, rows, consistent, {} if checkpoint is None else checkpoint.results)
    running: dict[Future[JobResult], tuple[_Part, JobKey]] = {}
    try:
        while True:
            # One more than there are workers, so that none waits for its next job.
            while len(running) <= workers and (found := search.next_job()) is not None:
                part, key, job = found
                running[executor.submit(job)] = part, key
            if not any(search.needs(part) for part, _ in running.values()):
                return Result(Bounds(search.best, search.best), search.first)
            done, _ = wait(running, timeout=POLL_INTERVAL, return_when=FIRST_COMPLETED)
            for future in done:
                part, key = running.pop(future)
                result = future.result()
                if checkpoint is not None:
                    checkpoint.save(key, result)
                part.end_job(result)
            progress(search.bounds)
            if stop():
                return _stopped(space, rows, consistent, search)
    finally:
        for future in running:
            future.cancel()


def _stopped(space: CodeSpace, rows: int | None, consistent: bool, search: _Search) -> Result:
    """Return what is known. If no strategy was found yet, the one-step strategy needs no search."""
    if search.first is not None:
        return Result(search.bounds, search.first)
    optimum = Optimum(space, consistent=consistent, steps=0)
    bounds = optimum.solve(space.codes, rows=rows, sure=True)
    if bounds.upper is None or bounds.proved:
        return Result(bounds if bounds.proved else search.bounds, None)
    return Result(Bounds(search.bounds.lower, bounds.upper), optimum.guess(space.codes, rows))


@dataclass(frozen=True, slots=True)
class _Job:
    """Job for a worker: the cost of a part, or of a second guess on it, if it is within the budget."""

    edition: Edition
    rows: int | None
    consistent: bool
    part: Indices
    first: int
    second: int | None
    classes: int
    """No guess splits the part into more parts."""
    budget: int

    def __call__(self) -> JobResult:
        left = None if self.rows is None else self.rows - 1
        if self.second is None:
            total = self._optimum.value(self.part, [self.first], rows=left, budget=self.budget)
            return JobResult(total, exact=total <= self.budget)
        left = None if left is None else left - 1
        space = CodeSpace.of(self.edition)
        split = space.split(self.second, self.part)
        parts = [codes for answer, codes in split if answer != space.classes.win]
        table = costs(self.classes, len(self.part))
        total = len(self.part) + sum(int(table[len(codes)]) for codes in parts)
        # Small parts first: they are cheap, and what they add tightens the budget of the others.
        for codes in sorted(parts, key=len):
            if total > self.budget:
                break
            least = int(table[len(codes)])
            value = self._optimum.value(
                codes, [self.first, self.second], rows=left, budget=least + self.budget - total
            )
            total = min(total + max(0, value - least), INFINITE)
        return JobResult(total, exact=total <= self.budget)

    @property
    def _optimum(self) -> Optimum:
        """The search of this worker, which keeps its memo for the next job."""
        if getattr(_worker, "solves", None) != (self.edition, self.consistent):
            use_search(self.edition, self.consistent, None)
        optimum: Optimum = _worker.optimum
        return optimum


def use_search(edition: Edition, consistent: bool, optimum: Optimum | None) -> None:
    """Set the search of this thread; None for a new one."""
    _worker.optimum = optimum or Optimum(CodeSpace.of(edition), consistent=consistent)
    _worker.solves = (edition, consistent)


class _Part:
    """The codes that an answer to a first guess leaves, and what is known about their cost.

    Its second guesses are tried one after another, the most promising first. `lower` is a lower
    bound of the cost until the part is finished. Then it is the cost, or a bound above what is
    of interest.
    """

    def __init__(self, search: _Search, first: _First, answer: int, codes: Indices) -> None:
        self._search, self.first, self._answer, self.codes = search, first, answer, codes
        self._classes = search.space.classes.win
        self.lower = int(costs(self._classes, len(codes))[len(codes)])
        self.running = 0
        self.finished = False
        self._best = self._refuted = INFINITE
        self._seconds = iter(self._second_guesses())
        self._next: tuple[int, int | None] | None = None
        self._begun = False

    def next_job(self, limit: int) -> tuple[JobKey, _Job] | None:
        """Return the next job that may find a cost of at most `limit`; None if there is none now."""
        if not self._begun:
            self._begun, self._next = True, next(self._seconds, None)
        while self._next is not None:
            budget = min(limit, self._best - 1)
            bound, second = self._next
            if bound > budget:
                self._refuted, self._next = min(self._refuted, bound), None
                break
            self._next = next(self._seconds, None)
            key = JobKey(self._search.rows, self.first.guess, self._answer, second)
            result = self._search.results.get(key)
            if result is None or not (result.exact or result.cost > budget):
                self.running += 1
                return key, self._job(second, budget)
            self._learn(result)
        self._finish()
        return None

    def end_job(self, result: JobResult) -> None:
        """Take the result of a job."""
        self.running -= 1
        self._learn(result)
        self._finish()

    def _job(self, second: int | None, budget: int) -> _Job:
        search = self._search
        return _Job(
            search.space.edition,
            search.rows,
            search.consistent,
            self.codes,
            self.first.guess,
            second,
            self._classes,
            min(budget, INFINITE // 2),
        )

    def _learn(self, result: JobResult) -> None:
        if result.exact:
            self._best = min(self._best, result.cost)
        else:
            self._refuted = min(self._refuted, result.cost)

    def _finish(self) -> None:
        if self._next is None and not self.running and not self.finished:
            self.finished = True
            self.lower = max(self.lower, min(self._best, self._refuted))
            self._search.part_finished(self.first)

    def _second_guesses(self) -> Iterator[tuple[int, int | None]]:
        """Yield lower bounds and second guesses in rising order; None stands for all guesses at once."""
        if len(self.codes) <= WHOLE:
            yield self.lower, None
            return
        space = self._search.space
        guesses = self.codes if self._search.consistent else np.arange(len(space.guesses))
        splits = split_all(space, guesses, self.codes)[:, : space.classes.win]
        self._classes = int((splits > 0).sum(axis=1).max())
        bounds = len(self.codes) + costs(self._classes, len(self.codes))[splits].sum(axis=1)
        symmetries = fixing(all_symmetries(space.pegs), space.guesses[self.first.guess].tolist())
        for place in np.lexsort(((splits**2).sum(axis=1), bounds)).tolist():
            row = space.guesses[guesses[place]].tolist()
            if not any(symmetry.maps_lower(row) for symmetry in symmetries):
                yield int(bounds[place]), int(guesses[place])


class _First:
    """A first guess and its parts."""

    def __init__(self, search: _Search, guess: int) -> None:
        self.guess = guess
        space = search.space
        self._size = len(space.codes)
        self._parts = [
            _Part(search, self, answer, codes)
            for answer, codes in space.split(guess, space.codes)
            if answer != space.classes.win
        ]

    @property
    def lower(self) -> int:
        return min(self._size + sum(part.lower for part in self._parts), INFINITE)

    @property
    def finished(self) -> bool:
        return all(part.finished for part in self._parts)

    @property
    def squares(self) -> int:
        """The number of codes left on average, up to a factor."""
        return sum(len(part.codes) ** 2 for part in self._parts)

    def next_job(self, best: int) -> tuple[_Part, JobKey, _Job] | None:
        """Return the next job that may lead to a total below `best`; None if there is none now."""
        # The first total needs every part, and the largest first keeps all workers busy to the end. To
        # refute a guess, small parts are cheaper. Different parts come first, because two jobs of one
        # part cannot use each other's result.
        sign = -1 if best == INFINITE else 1
        for part in sorted(self._parts, key=lambda part: (part.running, sign * len(part.codes))):
            if not part.finished and (job := part.next_job(best - 1 - self.lower + part.lower)) is not None:
                return part, *job
        return None


class _Search:
    """The first guesses, and the best total that was found."""

    def __init__(
        self, space: CodeSpace, rows: int | None, consistent: bool, results: Mapping[JobKey, JobResult]
    ) -> None:
        self.space, self.rows, self.consistent, self.results = space, rows, consistent, results
        self.best = INFINITE
        self.first: int | None = None
        guesses = representatives(space)
        if consistent:
            guesses = guesses[np.isin(guesses, space.codes)]
        firsts = [_First(self, int(guess)) for guess in guesses]
        self._firsts = sorted(firsts, key=lambda first: (first.lower, first.squares))

    @property
    def bounds(self) -> Bounds:
        lower = min([self.best, *(first.lower for first in self._firsts if not first.finished)])
        return Bounds(lower, self.best if self.best < INFINITE else None)

    def next_job(self) -> tuple[_Part, JobKey, _Job] | None:
        """Return the next job; None if there is none before another one ends."""
        for first in self._firsts:
            if first.finished or first.lower >= self.best:
                continue
            if (job := first.next_job(self.best)) is not None:
                return job
            if self.best == INFINITE and first.lower < INFINITE:
                # Without a total to beat, the other guesses would cost far too much.
                return None
        return None

    def needs(self, part: _Part) -> bool:
        """Whether the cost of a part can still matter."""
        return not part.finished and part.first.lower < self.best

    def part_finished(self, first: _First) -> None:
        if first.finished and first.lower < self.best:
            self.best, self.first = first.lower, first.guess
