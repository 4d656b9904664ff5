"""Pool of worker processes that keep engine work off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import TracebackType
from typing import TypeVar, TypeVarTuple

from codepegs.compute.fair_semaphore import FairSemaphore
from codepegs.compute.worker_group import WorkerGroup
from codepegs.players import Computer, Level
from codepegs.rules.edition import Edition
from codepegs.rules.move import Act, Move
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

JOB_TIMEOUT = 10.0
"""Seconds of computing per job."""
MAX_MEMORY = 2 << 30
"""Bytes of address space per process. A guess takes up to 1.6 GB on the largest board that can be listed."""
MAX_QUEUE, MAX_QUEUE_EACH = 64, 8
"""Long jobs that wait for a process, and those of one address."""
MAX_GUESS_QUEUE, MAX_GUESS_QUEUE_EACH = 1024, 128
"""Quick guesses that wait for their process, and those of one address."""
QUICK_SIZE = 40_000
"""Codes on the largest board on which guesses are quick. In trials with all levels and wrong answers, a
guess took up to 0.04 seconds on printed boards, and 3.7 on larger ones."""
MAX_GUESS_WAIT = 0.5
"""Seconds for which a guess on a larger board waits for a process."""


class ComputePool:
    """One process for quick guesses, and `processes` for long jobs.

    So computers never wait for analysis, except on boards with more than `QUICK_SIZE` codes, and
    there not for long. In both queues the addresses take turns. Close the pool in the end, or
    use `async with`.
    """

    def __init__(
        self,
        *,
        processes: int = 1,
        timeout: float = JOB_TIMEOUT,
        memory: int = MAX_MEMORY,
        queue: int = MAX_QUEUE,
        queue_each: int = MAX_QUEUE_EACH,
    ) -> None:
        self._quick = WorkerGroup(
            1,
            timeout=timeout,
            memory=memory,
            turns=FairSemaphore(1, max_waiting=MAX_GUESS_QUEUE, max_waiting_each=MAX_GUESS_QUEUE_EACH),
        )
        self._long = WorkerGroup(
            processes,
            timeout=timeout,
            memory=memory,
            turns=FairSemaphore(processes, max_waiting=queue, max_waiting_each=queue_each),
            background=True,
        )

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        """Return the move of a computer of `level` for the codebreaker's `view`.

        The same view, level and seed give the same move as `players.Computer`. A process
        receives nothing that the view does not show. Raises the same errors as `run`.
        """
        view = codebreaker_view(view)
        quick = is_quick(view.agreement.edition)
        group, max_wait = (self._quick, None) if quick else (self._long, MAX_GUESS_WAIT)
        return await group.run(_guess, view, level, seed, address=address, max_wait=max_wait)

    async def guess_quickly(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        """Return a guess that takes milliseconds on any board, and may be weak on a large one."""
        return await self._quick.run(_guess_quickly, codebreaker_view(view), level, seed, address=address)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        """Return `function(*args)` from a process for long jobs.

        Function and arguments must be picklable. Jobs of different addresses take turns. Raises
        the CodepegsError of the function, Busy if the queue is full, BudgetExceeded if the job takes
        too much time or memory, and WorkerCrashed if it has a bug or its process dies. Nothing is
        retried.
        """
        return await self._long.run(function, *args, address=address)

    def close(self) -> None:
        """Kill all processes. Jobs that run or wait raise Busy."""
        self._quick.kill()
        self._long.close()
        self._quick.close()

    async def __aenter__(self) -> ComputePool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)


def is_quick(edition: Edition) -> bool:
    """Return whether a guess on a board of this edition is quick at every level."""
    return max(edition.size, edition.with_rules(code_repeats=edition.guess_repeats).size) <= QUICK_SIZE


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


def _guess_quickly(view: MatchView, level: Level, seed: int) -> Move:
    return Computer(Random(seed), level=level, quick=True).move(view)
