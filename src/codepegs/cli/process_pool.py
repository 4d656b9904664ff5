"""Worker processes for long computations, and how Ctrl-C stops them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.synchronize import Event

import click

from codepegs.compute.worker import defer_interrupts, init_child

_WORKER_CRASHED = "A worker process stopped unexpectedly. Try again with --workers 1."


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def exit_on_interrupt(sentence: str) -> Iterator[None]:
    """On Ctrl-C within this block, print a sentence and exit with 130."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"\n{sentence}", err=True)
        sys.exit(130)


@contextmanager
def worker_pool(size: int) -> Iterator[Executor]:
    """Open a pool of `size` processes. All of them have ended when the block is left."""
    # Spawned on every system: a fork would copy the threads and locks of numpy and the application,
    # and not all systems can fork.
    context = get_context("spawn")
    # The pool starts a process only if none is idle. The gate keeps all of them busy until the last
    # one has started. So all start here, where Ctrl-C is ignored and cannot interrupt a start.
    gate = context.Event()
    pool = ProcessPoolExecutor(size, mp_context=context, initializer=_wait, initargs=(gate,))
    others = set(active_children())
    try:
        with defer_interrupts():
            for _ in range(size):
                pool.submit(int)
            gate.set()
        yield pool
    except BaseException as reason:
        # Without this, shutdown would wait for running jobs.
        for worker in set(active_children()) - others:
            worker.kill()
        if isinstance(reason, BrokenProcessPool):
            raise click.ClickException(_WORKER_CRASHED) from reason
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _wait(gate: Event) -> None:
    init_child()
    gate.wait()
