#!/usr/bin/env -S uv run --dev python
"""Measure how a proof gets faster with more workers. From the root of the project:

    bench/cluster.py                                    processes, then a Dask cluster here: 1 and 2 workers
    bench/cluster.py --kinds dask --workers 1,2,4
    bench/cluster.py --kinds simulate --workers 1,2,8   what more workers would gain

It prints a table of wall times, and what part they are of the time of one worker, and of one search
without any. The machine should have a free core for each worker.

With `simulate`, the jobs of all workers run one after another in this process, each worker with a
memo of its own, and the time is the sum of CPU times on the busiest path. So it shows the gain on
machines with fewer cores than workers, and other programs hardly disturb it.
"""

from __future__ import annotations

import argparse
import heapq
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import Any, ParamSpec, TypeVar

from codepegs.cli.process_pool import worker_pool
from codepegs.engine import CodeSpace, parallel
from codepegs.engine.optimum import Optimum
from codepegs.notation import edition_line
from codepegs.rules import Edition

P = ParamSpec("P")
T = TypeVar("T")
BOARD = "classic-1 colours=9"


class Simulated(Executor):
    """Workers with memos of their own that run by turns. `clock` is the time that they would take."""

    def __init__(self, edition: Edition, workers: int) -> None:
        self.clock = 0.0
        self._edition = edition
        self._idle = [Optimum(CodeSpace.of(edition)) for _ in range(workers)]
        self._queue: deque[tuple[Future[Any], Callable[[], Any]]] = deque()
        self._busy: list[tuple[float, int, Optimum, Future[Any], Any]] = []

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        self._queue.append((future, lambda: work(*args, **kwargs)))
        self._start()
        return future

    def wait(self, futures: object, **options: object) -> tuple[set[Future[Any]], None]:
        """End the next job, in the order of the simulated time."""
        self.clock, _, optimum, future, result = heapq.heappop(self._busy)
        self._idle.append(optimum)
        future.set_result(result)
        self._start()
        return {future}, None

    def _start(self) -> None:
        while self._idle and self._queue:
            future, work = self._queue.popleft()
            optimum = self._idle.pop()
            parallel.use_search(self._edition, False, optimum)
            begun = process_time()
            result = work()
            heapq.heappush(
                self._busy, (self.clock + process_time() - begun, id(future), optimum, future, result)
            )


@contextmanager
def dask(workers: int) -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    cluster: Any = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0")  # type: ignore[no-untyped-call]
    with cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
        yield client.get_executor(pure=False)


def measure(edition: Edition, workers: int, kind: str) -> tuple[float, int]:
    """Return the seconds that a proof takes, and its result."""
    if kind == "simulate":
        executor = Simulated(edition, workers)
        setattr(parallel, "wait", executor.wait)  # noqa: B010
        found = parallel.solve(edition, executor, workers=workers)
        return executor.clock, found.bounds.lower
    with dask(workers) if kind == "dask" else worker_pool(workers) as pool:
        list(pool.map(CodeSpace.of, [edition] * 4 * workers))
        begun = perf_counter()
        found = parallel.solve(edition, pool, workers=workers)
        return perf_counter() - begun, found.bounds.lower


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how a proof gets faster with more workers.")
    parser.add_argument("board", nargs="?", default=BOARD)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--kinds", default="processes,dask", help="processes, dask and simulate")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    edition = edition_line.read(options.board)
    space = CodeSpace.of(edition)
    begun = perf_counter()
    total = Optimum(space).solve(space.codes).lower
    alone = perf_counter() - begun
    print(f"{options.board}: {total:,} guesses. One search alone took {alone:.1f} s.\n")
    print("| kind | workers | seconds | of one worker | of one search alone |")
    print("|---|---:|---:|---:|---:|")
    for kind in options.kinds.split(",") * options.rounds:
        first = 0.0
        for workers in map(int, options.workers.split(",")):
            seconds, found = measure(edition, workers, kind)
            assert found == total
            first = first or seconds
            ratios = f"{seconds / first:.2f} | {seconds / alone:.2f}"
            print(f"| {kind} | {workers} | {seconds:.1f} | {ratios} |", flush=True)


if __name__ == "__main__":
    main()
