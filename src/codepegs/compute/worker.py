"""A worker: a process that does one job after another, within limits, and dies where it exceeds them."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread, current_thread, main_thread

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import CodepegsError

START_TIMEOUT = 60.0
"""Seconds that a worker has to come up, which are none of a job's: a busy machine starts nothing at once."""


class Worker:
    """Its process begins with the worker, and `kill` ends it at any time, from any thread.

    `fit` tells whether it may be given another job: not after one that had to be killed
    or that has filled its memory.
    """

    def __init__(self, *, memory: int) -> None:
        # Started afresh (spawn) on every system: a fork would copy whatever threads and locks
        # the server has by then, and every code that lies in its memory.
        context = get_context("spawn")
        self._end, theirs = context.Pipe()
        self._process = context.Process(target=_live, args=(theirs, memory), daemon=True)
        with defer_interrupts():
            self._process.start()
        theirs.close()
        self._up, self._lock, self._over = False, Lock(), False
        self.fit = True

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def do(self, job: bytes, *, timeout: float) -> object:
        """What a pickled `(function, arguments)` gives, or its refusal.

        Raises BudgetExceeded where that took more than `timeout` seconds or all of the memory,
        and WorkerCrashed where the process died of it.
        """
        try:
            if not self._up:
                self._up = self._said(START_TIMEOUT) == _READY
            self._end.send_bytes(job)
            done, answer = pickle.loads(self._said(timeout))
        except (EOFError, OSError):
            self.fit = False
            raise WorkerCrashed from None
        except BudgetExceeded:
            self.fit = False
            raise
        if done:
            return answer
        assert isinstance(answer, CodepegsError)
        self.fit = not isinstance(answer, BudgetExceeded)
        raise answer

    def kill(self) -> None:
        """End the process at once. Whoever waits for its answer learns that it was lost."""
        with self._lock:
            if not self._over:
                self._process.kill()

    def bury(self) -> None:
        """Kill it, and give back all that the system keeps of it. Only when nobody waits for its answer."""
        self.kill()
        with self._lock:
            if not self._over:
                self._over = True
                self._process.join()
                self._process.close()
                self._end.close()

    def _said(self, timeout: float) -> bytes:
        if not self._end.poll(timeout):
            raise BudgetExceeded.time(timeout)
        return self._end.recv_bytes()


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Put off Ctrl-C, here and for good in processes started within this block.

    It is the parent's to hear: a process that is still loading its modules would answer
    with a traceback.
    """
    if sys.platform == "win32":
        yield  # where nothing can be put off
        return
    resource_tracker.ensure_running()  # which would lift the mask when the first process asks for it
    with _put_off():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _put_off() -> Iterator[None]:
    """Answer a Ctrl-C at the end of this block.

    The mask of a thread does not keep it from Python where another thread takes it, and
    numpy brings such threads along.
    """
    if current_thread() is not main_thread():
        yield  # others are never interrupted
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


def init_child() -> None:
    """Prepare a process that works for another: it ends with its parent, even one that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


# The child's side -----------------------------------------------------------------------

_READY = b"ready"


def _live(end: Connection, memory: int) -> None:
    init_child()
    _limit(memory)
    end.send_bytes(_READY)
    while True:
        try:
            job = end.recv_bytes()
        except (EOFError, ConnectionResetError):
            # The server has gone, in good order or not.
            return
        end.send_bytes(_done(job, memory))


def _limit(memory: int) -> None:
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        memory = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _done(job: bytes, memory: int) -> bytes:
    """The answer to a job, pickled: whether it was done, and what came of it or why it was not."""
    try:
        function: Callable[..., object]
        function, args = pickle.loads(job)
        return pickle.dumps((True, function(*args)))
    except CodepegsError as refusal:
        return pickle.dumps((False, refusal))
    except MemoryError:
        pass
    except Exception:
        # The boundary of a process: whatever is wrong with a job, the next one is done.
        return pickle.dumps((False, WorkerCrashed(traceback.format_exc())))
    # Only here, where what filled the memory has been let go of.
    return pickle.dumps((False, BudgetExceeded.memory(memory)))
