"""Worker processes for heavy commands, and Ctrl-C that stops them all."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from threading import Thread

import click

LOST = "A worker process ended before its job was done; --workers 1 does without them."


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def stopping(sentence: str) -> Iterator[None]:
    """Ctrl-C within this block ends the command with a sentence and exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"\n{sentence}", err=True)
        sys.exit(130)


@contextmanager
def workers(number: int, *, lost: str) -> Iterator[Executor]:
    """So many processes that take jobs. However the block is left, none of them stays behind.

    `lost` is the sentence for one that ends before its job is done.
    """
    # Started afresh (spawn) on every system: a fork would copy whatever threads and locks
    # numpy or an application has by then, and other systems cannot fork at all.
    pool = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_begin)
    others = set(active_children())
    try:
        with _deaf():
            for _ in range(number):
                pool.submit(int)
        yield pool
    except BaseException as reason:
        # Jobs already begun would be waited for; they are of no use any more.
        for worker in set(active_children()) - others:
            worker.kill()
        if isinstance(reason, BrokenProcessPool):
            raise click.ClickException(lost) from reason
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Put off Ctrl-C, here and for good in processes started within this block.

    It is the parent's to hear: a worker that is still loading its modules would answer
    with a traceback.
    """
    if sys.platform == "win32":
        yield  # where nothing can be put off
        return
    resource_tracker.ensure_running()  # which would lift the mask when the first worker asks for it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Prepare a worker: it ends with its parent, even one that was killed and could not say so."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
