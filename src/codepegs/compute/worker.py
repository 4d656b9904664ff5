"""Worker process that runs one job at a time within limits."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Lock, Thread, current_thread, main_thread
from time import process_time

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import CodepegsError

START_TIMEOUT = 60.0
"""Seconds for a worker to start. They do not count as time of a job, because a busy machine is slow."""
PATIENCE = 4
"""Times its limit that a job may take by the clock: on a busy machine it waits for the processor."""
EXIT_TIMEOUT = 1.0
"""Seconds for a process that has closed its pipe to exit."""
BACKGROUND_NICENESS = 10


class Worker:
    """Process that starts with the worker. Any thread can `kill` it at any time.

    It is `usable` for another job unless a job was killed or has filled its memory. With
    `background` the system prefers other processes if the processor is busy.
    """

    def __init__(self, *, timeout: float, memory: int, background: bool = False) -> None:
        # Always spawn: a fork would copy the threads and locks of the server, and every code in its memory.
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_main, args=(theirs, timeout, memory, background), daemon=True)
        with defer_interrupts():
            self._process.start()
        theirs.close()
        self._timeout, self._started, self._lock, self._closed = timeout, False, Lock(), False
        self.usable = True

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def run(self, job: bytes) -> object:
        """Return the result of a pickled `(function, arguments)`, or raise its CodepegsError.

        Raises BudgetExceeded if the job computes for more than `timeout` seconds, does not end in
        `PATIENCE` times as many, or takes too much memory, and WorkerCrashed if the process dies.
        """
        try:
            if not self._started:
                self._started = self._receive(START_TIMEOUT) == _READY
            self._pipe.send_bytes(job)
            done, result = pickle.loads(self._receive(PATIENCE * self._timeout))
        except (EOFError, OSError):
            self.usable = False
            code = self._exit_code()
            if sys.platform != "win32" and code == -signal.SIGXCPU:
                raise BudgetExceeded.time(self._timeout) from None
            raise WorkerCrashed(f"exit code {code}") from None
        except BudgetExceeded:
            self.usable = False
            raise
        if done:
            return result
        assert isinstance(result, CodepegsError)
        self.usable = not isinstance(result, BudgetExceeded)
        raise result

    def kill(self) -> None:
        """Kill the process. A running job raises WorkerCrashed."""
        with self._lock:
            if not self._closed:
                self._process.kill()

    def close(self) -> None:
        """Kill the process and free its resources. Not while a job is running."""
        self.kill()
        with self._lock:
            if not self._closed:
                self._closed = True
                self._process.join()
                self._process.close()
                self._pipe.close()

    def _exit_code(self) -> int | None:
        """Return the exit code of the dying process, negative for a signal; None if it lives on."""
        self._process.join(EXIT_TIMEOUT)
        return self._process.exitcode

    def _receive(self, timeout: float) -> bytes:
        if not self._pipe.poll(timeout):
            raise BudgetExceeded.time(self._timeout)
        return self._pipe.recv_bytes()


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C until the end of this block, and block it in processes that are started in it.

    The parent handles it. A child that is still importing modules would print a traceback.
    """
    if sys.platform == "win32":
        yield  # Windows has no signal masks.
        return
    resource_tracker.ensure_running()  # Otherwise the first process starts it, which resets the mask.
    with _defer_handler():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _defer_handler() -> Iterator[None]:
    """Handle a Ctrl-C at the end of this block.

    A signal mask is not enough: another thread can take the signal, and numpy starts threads.
    """
    if current_thread() is not main_thread():
        yield  # Python interrupts only the main thread.
        return
    received: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: received.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if received:
            signal.raise_signal(signal.SIGINT)


def init_child() -> None:
    """Prepare a child process: ignore Ctrl-C, and exit with the parent even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


# In the child process ------------------------------------------------------------------

_READY = b"ready"


def _main(pipe: Connection, timeout: float, memory: int, background: bool) -> None:
    init_child()
    _limit("RLIMIT_AS", memory)
    if background and sys.platform != "win32":
        os.nice(BACKGROUND_NICENESS)
    pipe.send_bytes(_READY)
    while True:
        try:
            job = pipe.recv_bytes()
        except (EOFError, ConnectionResetError):
            # The parent has closed the pipe or died.
            return
        # The system kills the process after as many more seconds of computing.
        _limit("RLIMIT_CPU", ceil(process_time() + timeout))
        pipe.send_bytes(_run_job(job, memory))


def _limit(resource: str, amount: int) -> None:
    """Set a limit of this process, where the system has such limits."""
    if sys.platform != "win32":
        import resource as system

        kind = getattr(system, resource)
        _, hard = system.getrlimit(kind)
        system.setrlimit(kind, (amount if hard == system.RLIM_INFINITY else min(amount, hard), hard))


def _run_job(job: bytes, memory: int) -> bytes:
    """Run a job and return the pickled pair of success and result, or failure and error."""
    try:
        function: Callable[..., object]
        function, args = pickle.loads(job)
        return pickle.dumps((True, function(*args)))
    except CodepegsError as error:
        return pickle.dumps((False, error))
    except MemoryError:
        pass
    except Exception as error:
        # The process boundary: a bug in one job must not stop the worker.
        return pickle.dumps((False, WorkerCrashed.of(error)))
    # Only here, outside the except block, is the memory free again.
    return pickle.dumps((False, BudgetExceeded.memory(memory)))
