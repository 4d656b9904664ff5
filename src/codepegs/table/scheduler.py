"""Turns: clocks that run out, and computers whose turn it is."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from codepegs.errors import Busy, ComputationError, RuleError
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.server.ops import log
from codepegs.server.ops.metrics import Metrics
from codepegs.storage.errors import ArchiveError, ArchiveUnavailable, Stale, VersionConflict
from codepegs.table import bots as computers
from codepegs.table import commands as command
from codepegs.table.randomness import Chance
from codepegs.table.session import TableSession
from codepegs.table.table import Table, Transition

AGAIN = 1.0
"""Seconds after which a computer tries again to have its move kept."""

Work = Callable[[Table], Transition]


class Doing(Protocol):
    """Does what `choose` says, if anything, when nothing else happens at the table and it is up to date."""

    def __call__(
        self, opened: TableSession, choose: Callable[[], Work | None]
    ) -> Coroutine[Any, Any, Transition | None]: ...


class Starting(Protocol):
    """Starts work that is finished before the server ends."""

    def __call__(self, work: Coroutine[Any, Any, Any]) -> Task[Any]: ...


class TurnScheduler:
    """Watches the tables that it is told of by :meth:`go_on`. `monotonic` counts nanoseconds."""

    def __init__(
        self,
        *,
        do: Doing,
        start: Starting,
        thinker: computers.Thinker,
        chance: Chance,
        monotonic: Callable[[], int],
        metrics: Metrics,
        pace: float,
    ) -> None:
        self._do, self._start, self._thinker, self._chance = do, start, thinker, chance
        self._monotonic, self._metrics, self._pace = monotonic, metrics, pace
        self._timed: set[TableSession] = set()
        self._thinking: set[Task[Any]] = set()
        self._stopped = False

    def go_on(self, opened: TableSession) -> None:
        """Let the clock run, and the computer think, whose turn it is, unless the table rests."""
        if opened.resting:
            return
        if opened.clock.turn is not None:
            self._timed.add(opened)
        if opened.thinking is None and opened.table.thinking is not None and not self._stopped:
            opened.thinking = self._start(self._think(opened))
            self._thinking.add(opened.thinking)
            opened.thinking.add_done_callback(self._thinking.discard)

    def tick(self, now: int) -> None:
        """Look at every clock that runs."""
        for opened in list(self._timed):
            opened.look(now)
            if opened.clock.turn is None or opened.resting:
                self._timed.discard(opened)
            elif opened.clock.out and not opened.lock.locked() and not self._stopped:
                self._start(self._time_out(opened))

    def watches(self, opened: TableSession) -> bool:
        """Whether something will happen at the table by itself."""
        return opened in self._timed or opened.thinking is not None

    def forget(self, opened: TableSession) -> None:
        self._timed.discard(opened)

    def stop(self) -> None:
        """Think no more. A move that is being kept is kept all the same."""
        self._stopped = True
        for task in list(self._thinking):
            task.cancel()

    async def _think(self, opened: TableSession) -> None:
        """Play for computers, until it is a person's turn, or nobody watches two of them."""
        # After a person's move the computer's comes at once; of several in a row people want to see each.
        alone = bool(opened.table.seats.level(0) and opened.table.seats.level(1))
        try:
            while not opened.resting and (player := opened.table.thinking) is not None:
                table = opened.table
                match, level = table.playing(), table.seats.level(player)
                assert level is not None
                if alone:
                    await asyncio.sleep(self._pause(match))
                alone = True
                made, by = await computers.move(
                    match, player, level, thinker=self._thinker, random=self._chance.random
                )
                self._metrics.thoughts.add(by)
                # A task of its own, so that what is being kept is kept to the end when this is cancelled.
                await asyncio.shield(self._start(self._play(opened, match, made, player)))
        finally:
            opened.thinking = None

    def _pause(self, match: Match) -> float:
        """Seconds before a move that no person's move comes before; no clock may run out by it."""
        return self._pace if match.time_limit is None else min(self._pace, match.time_limit / 4)

    async def _play(self, opened: TableSession, match: Match, made: Move, player: PlayerNumber) -> None:
        """A computer's move, unless something else has happened since it looked at the match."""
        salt = self._chance.salt()

        def choose() -> Work | None:
            if opened.table.match is not match:
                return None
            return lambda table: command.played(table, made, by=player, salt=salt)

        try:
            await self._do(opened, choose)
        except (ArchiveUnavailable, Busy, ComputationError):
            await asyncio.sleep(AGAIN)
        except (Stale, VersionConflict):
            pass
        except RuleError as error:
            self._metrics.faults.add()
            log.fault("a computer broke the rules", error)
            raise

    async def _time_out(self, opened: TableSession) -> None:
        def choose() -> Work | None:
            opened.look(self._monotonic())
            return command.time_out if opened.clock.out else None

        with suppress(ArchiveError):
            await self._do(opened, choose)
