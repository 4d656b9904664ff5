"""Census: the result of a strategy against every code of an edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.strategy import Branching, Strategy
from codepegs.rules.code import Code

P = ParamSpec("P")
T = TypeVar("T")

SHARES = 256
"""Parts larger than 1 / SHARES of all codes are split into further jobs, so that no job takes long."""
_POLL_INTERVAL = 0.5
"""Seconds per wait: on some systems Ctrl-C works only between two waits."""


@dataclass(frozen=True, slots=True)
class Census:
    """How many guesses a strategy needs, including the winning one."""

    first: Code
    histogram: tuple[int, ...]
    """The number of codes broken with 1, 2, 3, … guesses."""

    @property
    def codes(self) -> int:
        return sum(self.histogram)

    @property
    def total(self) -> int:
        return sum(guesses * codes for guesses, codes in enumerate(self.histogram, start=1))

    @property
    def average(self) -> float:
        return self.total / self.codes

    @property
    def worst(self) -> int:
        return len(self.histogram)


def take_census(
    space: CodeSpace,
    strategy: Strategy,
    *,
    executor: Executor | None = None,
    done: Callable[[int], None] = lambda codes: None,
) -> Census:
    """Play `strategy` on all codes at once: codes with the same answers share their guesses.

    `done` is called with the number of codes broken since the last call. An optional
    `executor` of threads or processes shares the work without changing the result. For random
    strategies this needs :class:`Branching`, which all of `STRATEGIES` have: their random
    stream depends only on the seed and the answers so far.
    """
    jobs = executor or _InlineExecutor()
    most = max(1, len(space.codes) // SHARES)
    histogram: Counter[int] = Counter()
    waiting: set[Future[_JobResult]] = set()

    def take(played: _JobResult) -> None:
        histogram.update(played.broken)
        done(played.broken.total())
        # Largest first, so that all workers finish at about the same time.
        for part in sorted(played.left, key=lambda part: -len(part.candidates)):
            waiting.add(jobs.submit(_play, space, strategy, part, most))

    try:
        whole = _play(space, strategy, _Job((), space.codes), most)
        take(whole)
        while waiting:
            finished, _ = wait(waiting, timeout=_POLL_INTERVAL, return_when=FIRST_COMPLETED)
            waiting -= finished
            for job in finished:
                take(job.result())
    finally:
        for job in waiting:
            job.cancel()
    counts = tuple(histogram[guesses] for guesses in range(1, max(histogram) + 1))
    return Census(space.code(whole.guess), counts)


@dataclass(frozen=True, slots=True)
class _Job:
    """Some answers, and the codes that they leave."""

    answers: tuple[int, ...]
    candidates: Indices


@dataclass(frozen=True, slots=True)
class _JobResult:
    """The first guess of a job, its histogram, and the parts that are left for other jobs."""

    guess: int
    broken: Counter[int]
    left: list[_Job]


def _play(space: CodeSpace, strategy: Strategy, part: _Job, most: int) -> _JobResult:
    """Break the codes of `part`, except for subparts of more than `most` codes, which are returned."""
    broken: Counter[int] = Counter()
    here, guesses = [part], list[int]()
    left: list[_Job] = []
    while here:
        part = here.pop()
        chooser = strategy.branch(part.answers) if isinstance(strategy, Branching) else strategy
        guesses.append(chooser.guess(space, part.candidates))
        for answer, candidates in space.split(guesses[-1], part.candidates):
            if answer == space.classes.win:
                broken[len(part.answers) + 1] += 1
                continue
            smaller = _Job((*part.answers, answer), candidates)
            (left if len(smaller.candidates) > most else here).append(smaller)
    return _JobResult(guesses[0], broken, left)


class _InlineExecutor(Executor):
    """Executor that runs each job at once, in the calling thread."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        job: Future[T] = Future()
        job.set_result(function(*args, **kwargs))
        return job
