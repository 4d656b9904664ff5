"""Proofs by jobs, for several hosts and for checkpoints. A job examines one second guess.

It works with any `concurrent.futures.Executor`. A job is made when a worker is free for it, so that it knows
the best total found by then. Workers do not share their memos, but each keeps its own for the next job.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from codepegs.engine.bounds import INFINITE, costs
from codepegs.engine.checkpoint import Checkpoint, JobKey
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.optimum import Bounds, Optimum, Stopped
from codepegs.engine.strategy import split_all
from codepegs.engine.symmetry import Symmetry, all_symmetries, fixing, representatives
from codepegs.rules.edition import Edition

_worker = threading.local()
POLL_INTERVAL = 0.2
"""Seconds between two calls of `stop`."""
SMALL = 100
"""Parts of at most this many codes are solved without jobs."""


def solve(
    edition: Edition,
    executor: Executor | None = None,
    *,
    workers: int = 0,
    rows: int | None = None,
    consistent: bool = False,
    optimum: Optimum | None = None,
    checkpoint: Checkpoint | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[Bounds], None] = lambda bounds: None,
) -> tuple[Bounds, int | None]:
    """Find the fewest guesses that break all codes of an edition within `rows`, as `Optimum.solve` does.

    The other result is the first guess that reaches the upper bound, if there is one. `workers` is how many
    jobs the executor can run at once. Without an executor, jobs run one after another in this thread, with
    `optimum`. Jobs that a checkpoint has are not done again. If the search is stopped, running jobs are left
    to the executor.
    """
    optimum = optimum or Optimum(CodeSpace.of(edition), consistent=consistent)
    _worker.search = (edition, consistent), optimum
    search = _Search(edition, rows, consistent, optimum, {} if checkpoint is None else checkpoint.results)
    submit = _run if executor is None else executor.submit
    running: dict[Future[int], tuple[_Part, _Job]] = {}
    try:
        while not search.bounds.proved:
            # One more than there are workers, so that none waits for its next job.
            while len(running) <= workers and (found := search.next_job()) is not None:
                running[submit(found[1])] = found
            done, _ = wait(running, timeout=POLL_INTERVAL, return_when=FIRST_COMPLETED)
            for future in done:
                part, job = running.pop(future)
                cost = future.result()
                part.take(job.key.second, cost, exact=cost <= job.budget)
                if checkpoint is not None:
                    checkpoint.save(job.key, cost, exact=cost <= job.budget)
            progress(search.bounds)
            if stop():
                break
    except Stopped:  # A job in this thread.
        pass
    finally:
        for future in running:
            future.cancel()
    return search.bounds, search.first


@dataclass(frozen=True, slots=True)
class _Job:
    """Job for a worker: the cost of a second guess on a part, or a bound above the budget."""

    edition: Edition
    consistent: bool
    key: JobKey
    part: Indices
    classes: int
    """No guess splits the part into more parts."""
    budget: int

    def __call__(self) -> int:
        space, optimum = CodeSpace.of(self.edition), self._optimum
        history, left = (
            [self.key.first, self.key.second],
            None if self.key.rows is None else self.key.rows - 2,
        )
        parts = [codes for answer, codes in space.split(history[1], self.part) if answer != space.classes.win]
        table = costs(self.classes, len(self.part))
        total = len(self.part) + sum(int(table[len(codes)]) for codes in parts)
        # Small parts first: they are cheap, and what they add tightens the budget of the others.
        for codes in sorted(parts, key=len):
            if total > self.budget:
                break
            least = int(table[len(codes)])
            value = optimum.value(codes, history, rows=left, budget=least + self.budget - total)
            total = min(total + max(0, value - least), INFINITE)
        return total

    @property
    def _optimum(self) -> Optimum:
        """The search of this thread, which keeps its memo for the next job."""
        board = self.edition, self.consistent
        if not hasattr(_worker, "search") or _worker.search[0] != board:
            _worker.search = board, Optimum(CodeSpace.of(self.edition), consistent=self.consistent)
        found: Optimum = _worker.search[1]
        return found


def _run(job: _Job) -> Future[int]:
    future: Future[int] = Future()
    future.set_result(job())
    return future


@dataclass(slots=True)
class _Part:
    """The codes that an answer to a first guess leaves, and bounds of their cost."""

    answer: int
    codes: Indices
    classes: int = 0
    """No guess splits it into more parts."""
    upper: int = INFINITE
    waiting: list[tuple[int, int, int]] = field(default_factory=list)
    """Heap of the second guesses that no job examines: lower bound of the cost, tie-break, guess."""
    running: dict[int, int] = field(default_factory=dict)
    """Lower bounds of the second guesses that jobs examine."""

    @property
    def lower(self) -> int:
        return min([self.upper, *self.running.values(), *(bound for bound, *_ in self.waiting[:1])])

    def take(self, second: int, cost: int, *, exact: bool) -> None:
        """Learn the cost of a second guess, or a bound of it."""
        self.running.pop(second, None)
        if exact:
            self.upper = min(self.upper, cost)
        else:
            heappush(self.waiting, (cost, 0, second))


class _First:
    """A first guess. Its second guesses are ranked when it is opened."""

    def __init__(self, space: CodeSpace, guess: int) -> None:
        self.guess, self._space = guess, space
        split = space.split(guess, space.codes)
        self.parts = [_Part(answer, codes) for answer, codes in split if answer != space.classes.win]
        table = costs(space.classes.win, len(space.codes))
        self._counted = [int(table[len(part.codes)]) for part in self.parts]
        self.squares = sum(len(part.codes) ** 2 for part in self.parts)
        """The number of codes left on average, up to a factor."""
        self.symmetries: list[Symmetry] = []
        self._opened = False

    @property
    def lower(self) -> int:
        found = [part.lower for part in self.parts] if self._opened else self._counted
        return min(len(self._space.codes) + sum(found), INFINITE)

    @property
    def upper(self) -> int:
        return min(len(self._space.codes) + sum(part.upper for part in self.parts), INFINITE)

    def open(self, optimum: Optimum, rows: int | None, *, consistent: bool) -> None:
        """Solve the small parts, and rank the second guesses on the others."""
        if self._opened:
            return
        space = self._space
        pegs = space.guesses[self.guess].tolist()
        self.symmetries = fixing(all_symmetries(space.pegs), pegs)
        for part in self.parts:
            codes = part.codes
            if len(codes) <= SMALL:
                left = None if rows is None else rows - 1
                part.upper = optimum.value(codes, [self.guess], rows=left, budget=INFINITE // 2)
                continue
            guesses = codes if consistent else np.arange(len(space.guesses))
            splits = split_all(space, guesses, codes)[:, : space.classes.win]
            part.classes = int((splits > 0).sum(axis=1).max())
            bounds = len(codes) + costs(part.classes, len(codes))[splits].sum(axis=1)
            squares = (splits**2).sum(axis=1)
            # Sorted, and so a heap.
            part.waiting = sorted(zip(bounds.tolist(), squares.tolist(), guesses.tolist(), strict=True))
        self._opened = True


class _Search:
    """The first guesses, and the best total that was found."""

    def __init__(
        self,
        edition: Edition,
        rows: int | None,
        consistent: bool,
        optimum: Optimum,
        results: dict[JobKey, tuple[int, bool]],
    ) -> None:
        self._edition, self._space, self._rows = edition, CodeSpace.of(edition), rows
        self._consistent, self._optimum, self._results = consistent, optimum, results
        guesses = representatives(self._space)
        if consistent:
            guesses = guesses[np.isin(guesses, self._space.codes)]
        firsts = [_First(self._space, int(guess)) for guess in guesses]
        self._firsts = sorted(firsts, key=lambda first: (first.lower, first.squares))

    @property
    def best(self) -> int:
        return min(first.upper for first in self._firsts)

    @property
    def bounds(self) -> Bounds:
        lower = min(self.best, *(first.lower for first in self._firsts))
        return Bounds(lower, self.best if self.best < INFINITE or lower == INFINITE else None)

    @property
    def first(self) -> int | None:
        return next((first.guess for first in self._firsts if first.upper == self.best < INFINITE), None)

    def next_job(self) -> tuple[_Part, _Job] | None:
        """Return the next job; None if there is none before another one ends."""
        for first in self._firsts:
            if first.lower >= self.best:
                continue
            first.open(self._optimum, self._rows, consistent=self._consistent)
            # The first total needs every part, and the largest first keeps all workers busy to the end. To
            # refute a guess, small parts are cheaper. Different parts come first, because two jobs of one
            # part cannot use each other's result.
            sign = -1 if self.best == INFINITE else 1
            for part in sorted(first.parts, key=lambda part: (len(part.running), sign * len(part.codes))):
                if (job := self._next_of(first, part)) is not None:
                    return part, job
            if self.best == INFINITE and first.lower < INFINITE:
                # Without a total to beat, the other guesses would cost far too much.
                return None
        return None

    def _next_of(self, first: _First, part: _Part) -> _Job | None:
        """Return the next job on a part that may lead to a better total."""
        limit = min(self.best - 1 - first.lower + part.lower, INFINITE // 2)
        while part.waiting:
            bound, _, second = part.waiting[0]
            budget = min(limit, part.upper - 1)
            if bound > budget:
                break
            heappop(part.waiting)
            pegs = self._space.guesses[second].tolist()
            if any(symmetry.maps_lower(pegs) for symmetry in first.symmetries):
                continue
            key = JobKey(self._rows, first.guess, part.answer, second)
            cost, exact = self._results.get(key, (bound, False))
            if not exact and cost <= budget:
                part.running[second] = bound
                return _Job(self._edition, self._consistent, key, part.codes, part.classes, budget)
            part.take(second, cost, exact=exact)
        return None
