#!/usr/bin/env -S uv run --dev python
"""Measure how a proof gets faster with more threads or workers. From the root of the project:

    bench/cluster.py                                    one search, by jobs, with two threads, and with Dask
    bench/cluster.py --kinds threads,dask --numbers 1,2,4

It prints a table of wall times and CPU times, and what part the wall time is of that of one search with one
thread. `jobs` is what a checkpoint needs: the same search, one second guess at a time. The machine should
have a free core for each thread or worker. The CPU time of Dask is that of its client alone.
"""

from __future__ import annotations

import argparse
from time import perf_counter, process_time
from typing import Any

from codepegs.cli import cluster
from codepegs.engine import CodeSpace, Optimum, parallel
from codepegs.notation import edition_line
from codepegs.rules import Edition

BOARD = "classic-1 colours=9"


def measure(edition: Edition, kind: str, number: int) -> tuple[float, float, int]:
    """Return the seconds and CPU seconds that a proof takes, and its result."""
    space = CodeSpace.of(edition)
    if kind == "dask":
        from distributed import LocalCluster

        started: Any = LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address="127.0.0.1:0")  # type: ignore[no-untyped-call]
        with started, cluster.connect(started.scheduler_address) as executor:
            list(executor.map(CodeSpace.of, [edition] * 4 * number))
            begun = perf_counter(), process_time()
            found = parallel.solve(edition, executor, workers=number)[0].lower
            return perf_counter() - begun[0], process_time() - begun[1], found
    optimum = Optimum(space, threads=number)
    begun = perf_counter(), process_time()
    bounds = parallel.solve(edition, optimum=optimum)[0] if kind == "jobs" else optimum.solve(space.codes)
    return perf_counter() - begun[0], process_time() - begun[1], bounds.lower


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("board", nargs="?", default=BOARD)
    parser.add_argument("--numbers", default="1,2", help="how many threads or workers")
    parser.add_argument("--kinds", default="threads,jobs,dask")
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    edition = edition_line.read(options.board)
    print("| kind | number | seconds | CPU seconds | of one search alone |")
    print("|---|---:|---:|---:|---:|")
    for _ in range(options.rounds):
        alone, cpu, total = measure(edition, "threads", 1)
        print(f"| alone | 1 | {alone:.1f} | {cpu:.1f} | 1 |")
        for kind in options.kinds.split(","):
            for number in map(int, options.numbers.split(",")):
                if (kind, number) == ("threads", 1):
                    continue
                seconds, cpu, found = measure(edition, kind, number)
                assert found == total
                print(
                    f"| {kind} | {number} | {seconds:.1f} | {cpu:.1f} | {seconds / alone:.2f} |", flush=True
                )


if __name__ == "__main__":
    main()
