"""Group of worker processes with one queue, in which addresses take turns."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock
from typing import TypeVar, TypeVarTuple, cast

from codepegs.compute.errors import WorkerCrashed
from codepegs.compute.fair_semaphore import FairSemaphore
from codepegs.compute.worker import Worker
from codepegs.errors import Busy

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerGroup:
    """Runs jobs on `processes` workers, for any number of coroutines of one event loop.

    A process that exceeds its limits or dies is replaced, and only its current job fails.
    Cancelling a coroutine cancels its job.
    """

    def __init__(
        self, processes: int, *, timeout: float, memory: int, turns: FairSemaphore, background: bool = False
    ) -> None:
        self._timeout, self._memory, self._turns, self._background = timeout, memory, turns, background
        self._closed = False
        self._lock = Lock()
        self._workers = [self._new_worker() for _ in range(processes)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        # One thread per process waits for it, because not every system can await a pipe.
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="compute")

    async def run(
        self, function: Callable[[*Ts], T], *args: *Ts, address: str, max_wait: float | None = None
    ) -> T:
        """Return `function(*args)` from a process.

        Raises the CodepegsError of the function, Busy if the queue is full or the job would wait for
        more than `max_wait` seconds, BudgetExceeded if it takes too much time or memory, and
        WorkerCrashed if it has a bug or its process dies. Nothing is retried.
        """
        async with self._turns.slot(address, timeout=max_wait):
            job = _Job(pickle.dumps((function, args)))
            try:
                with self._lock:
                    self._check_open()
                    result = self._threads.submit(self._run, job)
                return cast(T, await asyncio.wrap_future(result))
            except asyncio.CancelledError:
                job.cancel()
                raise

    def kill(self) -> None:
        """Kill all processes. Jobs that run or wait raise Busy."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()

    def close(self) -> None:
        """Kill all processes and wait for their end."""
        self.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()

    def _new_worker(self) -> Worker:
        return Worker(timeout=self._timeout, memory=self._memory, background=self._background)

    def _check_open(self) -> None:
        if self._closed:
            raise Busy("it is stopping")

    def _run(self, job: _Job) -> object:
        """Run a job on the next idle worker. Called in a thread."""
        worker = self._idle.get()
        try:
            job.assign(worker)
            return worker.run(job.pickled)
        except WorkerCrashed:
            self._check_open()
            raise
        finally:
            job.assign(None)
            self._idle.put(worker if worker.usable else self._replace(worker))

    def _replace(self, worker: Worker) -> Worker:
        worker.close()
        with self._lock:
            if self._closed:
                return worker  # A closed worker, so that jobs that still wait fail too.
            new = self._new_worker()
            self._workers[self._workers.index(worker)] = new
            return new


class _Job:
    """Pickled job that can be cancelled before and while a worker runs it."""

    def __init__(self, pickled: bytes) -> None:
        self.pickled = pickled
        self._worker: Worker | None = None
        self._lock = Lock()
        self._cancelled = False

    def assign(self, worker: Worker | None) -> None:
        with self._lock:
            if worker is not None and self._cancelled:
                raise WorkerCrashed
            self._worker = worker

    def cancel(self) -> None:
        with self._lock:
            self._cancelled = True
            if self._worker is not None:
                self._worker.kill()
