"""Worker processes for long computations, and how Ctrl-C stops them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from types import FrameType

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
    workers: set[BaseProcess] = set()
    try:
        with _kill_on_interrupt(workers):
            with defer_interrupts():
                for _ in range(size):
                    pool.submit(int)
                workers |= set(active_children()) - others
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


@contextmanager
def _kill_on_interrupt(workers: set[BaseProcess]) -> Iterator[None]:
    """On Ctrl-C, kill the workers, and raise KeyboardInterrupt as soon as the block uses the broken pool.

    An exception raised by the signal itself could leave a future locked, and then the pool would
    never shut down. Another handler for Ctrl-C stays in place.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    interrupted = False

    def kill(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:
            raise KeyboardInterrupt
        interrupted = True
        for worker in workers:
            worker.kill()

    signal.signal(signal.SIGINT, kill)
    try:
        yield
    except BrokenProcessPool:
        if interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _wait(gate: Event) -> None:
    init_child()
    gate.wait()
