"""Worker processes for long computations, and how Ctrl-C and SIGTERM stop them."""

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
from types import FrameType, TracebackType
from typing import Any, NoReturn, Self

import click

from codepegs.compute.worker import defer_interrupts, init_child

_SIGNALS: dict[signal.Signals, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
"""Signals that end a computation, with the handlers that Python sets for them."""
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
        with _Interrupt() as interrupt:
            with defer_interrupts():
                for _ in range(size):
                    pool.submit(int)
                interrupt.watch(set(active_children()) - others)
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


class _Interrupt:
    """Context manager that kills the workers on Ctrl-C or SIGTERM, and ends the block.

    The block ends as soon as it uses the broken pool: with KeyboardInterrupt, or with exit code 143.
    An exception raised by the signal itself could leave a future locked, and then the pool would
    never shut down. Other handlers of these signals stay in place.
    """

    def __init__(self) -> None:
        self._workers: set[BaseProcess] = set()
        self._received: int | None = None
        self._handled = [number for number, usual in _SIGNALS.items() if signal.getsignal(number) is usual]

    def watch(self, workers: set[BaseProcess]) -> None:
        """Kill these workers when a signal comes, or now if it has come."""
        self._workers = workers
        if self._received is not None:
            self._kill()

    def __enter__(self) -> Self:
        for number in self._handled:
            signal.signal(number, self._receive)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in self._handled:
            signal.signal(number, _SIGNALS[number])
        if self._received is not None and isinstance(error, BrokenProcessPool):
            self._raise()

    def _receive(self, number: int, frame: FrameType | None) -> None:
        if self._received is not None:
            self._raise()
        self._received = number
        self._kill()

    def _kill(self) -> None:
        for worker in self._workers:
            worker.kill()

    def _raise(self) -> NoReturn:
        if self._received == signal.SIGTERM:
            sys.exit(143)
        raise KeyboardInterrupt from None


def _wait(gate: Event) -> None:
    init_child()
    gate.wait()
