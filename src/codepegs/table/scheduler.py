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
from codepegs.table import bots, commands
from codepegs.table.randomness import Chance
from codepegs.table.session import TableSession
from codepegs.table.table import Table, Transition

RETRY_SECONDS = 1.0
"""Seconds after which a computer tries again to have its move kept."""

Command = Callable[[Table], Transition]


class Execute(Protocol):
    """Does what `choose` says, if anything, when nothing else happens at the table and it is up to date."""

    def __call__(
        self, session: TableSession, choose: Callable[[], Command | None]
    ) -> Coroutine[Any, Any, Transition | None]: ...


class StartTask(Protocol):
    """Starts work that is finished before the server ends."""

    def __call__(self, work: Coroutine[Any, Any, Any]) -> Task[Any]: ...


class TurnScheduler:
    """Watches the tables that it is told of by :meth:`advance`. `monotonic` counts nanoseconds."""

    def __init__(
        self,
        *,
        execute: Execute,
        start: StartTask,
        thinker: bots.Thinker,
        chance: Chance,
        monotonic: Callable[[], int],
        metrics: Metrics,
        pace: float,
    ) -> None:
        self._execute, self._start, self._thinker, self._chance = execute, start, thinker, chance
        self._monotonic, self._metrics, self._pace = monotonic, metrics, pace
        self._timed: set[TableSession] = set()
        self._thinking: set[Task[Any]] = set()
        self._stopped = False

    def advance(self, session: TableSession) -> None:
        """Let the clock run, and the computer think, whose turn it is, unless the table rests."""
        if session.paused:
            return
        if session.clock.turn is not None:
            self._timed.add(session)
        if session.thinking is None and session.table.bot_to_move is not None and not self._stopped:
            session.thinking = self._start(self._play_bots(session))
            self._thinking.add(session.thinking)
            session.thinking.add_done_callback(self._thinking.discard)

    def tick(self, now: int) -> None:
        """Look at every clock that runs."""
        for session in list(self._timed):
            session.update_clock(now)
            if session.clock.turn is None or session.paused:
                self._timed.discard(session)
            elif session.clock.expired and not session.lock.locked() and not self._stopped:
                self._start(self._time_out(session))

    def watching(self, session: TableSession) -> bool:
        """Whether something will happen at the table by itself."""
        return session in self._timed or session.thinking is not None

    def forget(self, session: TableSession) -> None:
        self._timed.discard(session)

    def stop(self) -> None:
        """Think no more. A move that is being kept is kept all the same."""
        self._stopped = True
        for task in list(self._thinking):
            task.cancel()

    async def _play_bots(self, session: TableSession) -> None:
        """Play for computers, until it is a person's turn, or nobody watches two of them."""
        # After a person's move the computer's comes at once; of several in a row people want to see each.
        alone = bool(session.table.seats.level(0) and session.table.seats.level(1))
        try:
            while not session.paused and (player := session.table.bot_to_move) is not None:
                table = session.table
                match, level = table.require_match(), table.seats.level(player)
                assert level is not None
                if alone:
                    await asyncio.sleep(self._delay(match))
                alone = True
                move, by = await bots.choose_move(
                    match, player, level, thinker=self._thinker, random=self._chance.random
                )
                self._metrics.thoughts.add(by)
                # A task of its own, so that what is being kept is kept to the end when this is cancelled.
                await asyncio.shield(self._start(self._play(session, match, move, player)))
        finally:
            session.thinking = None

    def _delay(self, match: Match) -> float:
        """Seconds before a move that no person's move comes before; no clock may run out by it."""
        return self._pace if match.time_limit is None else min(self._pace, match.time_limit / 4)

    async def _play(self, session: TableSession, match: Match, move: Move, player: PlayerNumber) -> None:
        """A computer's move, unless something else has happened since it looked at the match."""
        salt = self._chance.salt()

        def choose() -> Command | None:
            if session.table.match is not match:
                return None
            return lambda table: commands.play(table, move, by=player, salt=salt)

        try:
            await self._execute(session, choose)
        except (ArchiveUnavailable, Busy, ComputationError):
            await asyncio.sleep(RETRY_SECONDS)
        except (Stale, VersionConflict):
            pass
        except RuleError as error:
            self._metrics.faults.add()
            log.fault("a computer broke the rules", error)
            raise

    async def _time_out(self, session: TableSession) -> None:
        def choose() -> Command | None:
            session.update_clock(self._monotonic())
            return commands.time_out if session.clock.expired else None

        with suppress(ArchiveError):
            await self._execute(session, choose)
