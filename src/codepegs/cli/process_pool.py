"""Worker processes for heavy commands, and Ctrl-C that stops them all."""

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

_LOST = "A worker process ended before its job was done; --workers 1 does without them."


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def exit_on_interrupt(sentence: str) -> Iterator[None]:
    """Ctrl-C within this block ends the command with a sentence and exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"\n{sentence}", err=True)
        sys.exit(130)


@contextmanager
def worker_pool(number: int) -> Iterator[Executor]:
    """So many processes that take jobs. However the block is left, none of them stays behind."""
    # Started afresh (spawn) on every system: a fork would copy whatever threads and locks
    # numpy or an application has by then, and other systems cannot fork at all.
    context = get_context("spawn")
    # A pool starts no process while another one is idle. None is before all are there, so that
    # they all start here, where a Ctrl-C in the middle of it cannot leave one without its orders.
    gate = context.Event()
    pool = ProcessPoolExecutor(number, mp_context=context, initializer=_wait, initargs=(gate,))
    others = set(active_children())
    try:
        with defer_interrupts():
            for _ in range(number):
                pool.submit(int)
            gate.set()
        yield pool
    except BaseException as reason:
        # Jobs already begun would be waited for; they are of no use any more.
        for worker in set(active_children()) - others:
            worker.kill()
        if isinstance(reason, BrokenProcessPool):
            raise click.ClickException(_LOST) from reason
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _wait(gate: Event) -> None:
    init_child()
    gate.wait()
