"""The thinker: engine work beside the event loop, in processes that are few, limited and replaceable."""

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
"""Seconds for one question."""
MAX_MEMORY = 2 << 30
"""Bytes of address space for one process. A guess takes at most 1.6 GB, on any board that can be listed."""
MAX_QUEUE = 64
"""Questions that may wait for a process, beside those that are being worked on."""


class ComputePool:
    """So many `processes`, kept warm, for any number of coroutines that ask.

    A process that exceeds its limits, or dies, is replaced, and only the question it
    worked on hears of that. A coroutine that is cancelled takes its question back. Close it in
    the end: `async with` does so.
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
        # A thread for each process, to wait for it: pipes cannot be awaited on every system.
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="thinker")

    @property
    def pending(self) -> int:
        """How many questions are being worked on, or wait."""
        return self._pending

    async def guess(self, view: MatchView, level: Level, seed: int) -> Move:
        """What a computer of `level` does with the codebreaker's `view`, as `players.Computer` would.

        The same view, level and seed give the same move. Nothing that this view does not
        show is sent to a process. Raises what `run` raises.
        """
        return await self.run(_guess, codebreaker_view(view), level, seed)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """`function(*args)` in a process: a function of a module, and values that can be pickled.

        Its refusals are raised here. Raises Busy if too many questions wait, BudgetExceeded if it takes
        too long or too much memory, and WorkerCrashed if its process dies: nothing is tried a second time.
        """
        if self._pending >= self._max_pending:
            raise Busy
        question = _Question(pickle.dumps((function, args)))
        self._pending += 1
        try:
            with self._lock:
                if self._closed:
                    raise WorkerCrashed
                answer = self._threads.submit(self._answer, question)
            return cast(T, await asyncio.wrap_future(answer))
        except asyncio.CancelledError:
            question.take_back()
            raise
        finally:
            self._pending -= 1

    def close(self) -> None:
        """End every process at once, whatever it works on; questions that are open are lost."""
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown()
        for worker in self._workers:
            worker.bury()

    async def __aenter__(self) -> ComputePool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def _answer(self, question: _Question) -> object:
        """The answer to a question, in a thread of its own while it is worked on."""
        worker = self._idle.get()
        try:
            question.handed_to(worker)
            return worker.do(question.job, timeout=self._timeout)
        finally:
            question.handed_to(None)
            self._idle.put(worker if worker.fit else self._in_place_of(worker))

    def _in_place_of(self, worker: Worker) -> Worker:
        worker.bury()
        with self._lock:
            if self._closed:
                return worker  # by which the questions that still wait are lost, too
            new = Worker(memory=self._memory)
            self._workers[self._workers.index(worker)] = new
            return new


class _Question:
    """A job, and the worker that has it, so that it can be taken back at any time."""

    def __init__(self, job: bytes) -> None:
        self.job = job
        self._worker: Worker | None = None
        self._lock = Lock()
        self._taken_back = False

    def handed_to(self, worker: Worker | None) -> None:
        with self._lock:
            if worker is not None and self._taken_back:
                raise WorkerCrashed
            self._worker = worker

    def take_back(self) -> None:
        with self._lock:
            self._taken_back = True
            if self._worker is not None:
                self._worker.kill()


def codebreaker_view(view: MatchView) -> MatchView:
    """The view, and of its games only the one in play; that must be the codebreaker's to go on with.

    A view of anyone else is a mistake in the program: it could hold the code.
    """
    game = view.game
    if game.seat is not Seat.CODEBREAKER or not view.legal & {Act.GUESS, Act.ACCEPT}:
        raise ValueError("Only the codebreaker is thought for, and in its turn.")
    if Act.GUESS in view.legal and game.code is not None:
        raise ValueError("This view shows the code that it is to guess.")
    return replace(view, games=(game,))


def _guess(view: MatchView, level: Level, seed: int) -> Move:
    return Computer(Random(seed), level=level).move(view)
