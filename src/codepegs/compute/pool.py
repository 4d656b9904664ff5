"""Pool of worker processes that keep engine work off the event loop."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from random import Random
from threading import Lock
from types import TracebackType
from typing import TypeVar, TypeVarTuple, cast

from codepegs.compute.errors import WorkerCrashed
from codepegs.compute.worker import Worker
from codepegs.errors import Busy
from codepegs.players import Computer, Level
from codepegs.rules.move import Act, Move
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

JOB_TIMEOUT = 10.0
"""Seconds per job."""
MAX_MEMORY = 2 << 30
"""Bytes of address space per process. A guess takes up to 1.6 GB on the largest board that can be listed."""
MAX_QUEUE = 64
"""Jobs that wait for a process, not counting those that are running."""


class ComputePool:
    """Pool of `processes` workers for any number of coroutines.

    A process that exceeds its limits or dies is replaced, and only its current job fails.
    Cancelling a coroutine cancels its job. Close the pool in the end, or use `async with`.
    """

    def __init__(
        self,
        *,
        processes: int = 1,
        timeout: float = JOB_TIMEOUT,
        memory: int = MAX_MEMORY,
        queue: int = MAX_QUEUE,
    ) -> None:
        self._timeout, self._memory, self._max_pending = timeout, memory, processes + queue
        self._pending = 0
        self._closed = False
        self._lock = Lock()
        self._workers = [Worker(memory=memory) for _ in range(processes)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        # One thread per process waits for it, because not every system can await a pipe.
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="compute")

    @property
    def pending(self) -> int:
        """Number of jobs that run or wait."""
        return self._pending

    async def guess(self, view: MatchView, level: Level, seed: int) -> Move:
        """Return the move of a computer of `level` for the codebreaker's `view`.

        The same view, level and seed give the same move as `players.Computer`. A process
        receives nothing that the view does not show. Raises the same errors as `run`.
        """
        return await self.run(_guess, codebreaker_view(view), level, seed)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """Return `function(*args)` from a process. Function and arguments must be picklable.

        Raises the CodepegsError of the function, Busy if the queue is full, BudgetExceeded
        if the job takes too much time or memory, and WorkerCrashed if its process dies.
        Nothing is retried.
        """
        if self._pending >= self._max_pending:
            raise Busy
        job = _Job(pickle.dumps((function, args)))
        self._pending += 1
        try:
            with self._lock:
                if self._closed:
                    raise WorkerCrashed
                result = self._threads.submit(self._run, job)
            return cast(T, await asyncio.wrap_future(result))
        except asyncio.CancelledError:
            job.cancel()
            raise
        finally:
            self._pending -= 1

    def close(self) -> None:
        """Kill all processes. Jobs that run or wait raise WorkerCrashed."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.close()

    async def __aenter__(self) -> ComputePool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def _run(self, job: _Job) -> object:
        """Run a job on the next idle worker. Called in a thread of the pool."""
        worker = self._idle.get()
        try:
            job.assign(worker)
            return worker.run(job.pickled, timeout=self._timeout)
        finally:
            job.assign(None)
            self._idle.put(worker if worker.usable else self._replace(worker))

    def _replace(self, worker: Worker) -> Worker:
        worker.close()
        with self._lock:
            if self._closed:
                return worker  # A closed worker, so that jobs that still wait fail too.
            new = Worker(memory=self._memory)
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


def codebreaker_view(view: MatchView) -> MatchView:
    """Return the view with only its current game, in which it must be the codebreaker's turn.

    Raises ValueError for any other view, because that could show the code.
    """
    game = view.game
    if game.seat is not Seat.CODEBREAKER or Act.GUESS not in view.legal:
        raise ValueError("Only the codebreaker can ask for a move, and only when it is their turn.")
    if game.code is not None:
        raise ValueError("This view shows the code.")
    return replace(view, games=(game,))


def _guess(view: MatchView, level: Level, seed: int) -> Move:
    return Computer(Random(seed), level=level).move(view)
