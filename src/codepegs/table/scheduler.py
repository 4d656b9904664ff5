"""Scheduler of turns: plays time-outs and the moves of computers."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

from codepegs.errors import Busy, ComputationError, RuleError
from codepegs.players.computer import draw_code
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.errors import ArchiveError, ArchiveUnavailable, Stale, VersionConflict
from codepegs.table import bots, commands
from codepegs.table.observer import Observer
from codepegs.table.randomness import RandomSource
from codepegs.table.session import TableSession
from codepegs.table.table import Table, Transition

RETRY_SECONDS = 1.0
"""Delay before a computer tries again after its move could not be chosen or saved."""

Session = TableSession[Any, Any]


class Execute(Protocol):
    """Executes a command after those that run already. A command that returns None does nothing."""

    def __call__(
        self, session: Session, command: Callable[[Table], Transition | None]
    ) -> Awaitable[Transition | None]: ...


class StartTask(Protocol):
    """Starts a task that the service waits for when it stops."""

    def __call__(self, work: Coroutine[Any, Any, Any]) -> Task[Any]: ...


class TurnScheduler:
    """Watches the sessions passed to :meth:`advance`. `monotonic` counts nanoseconds."""

    def __init__(
        self,
        *,
        execute: Execute,
        start: StartTask,
        compute: bots.Compute,
        random_source: RandomSource,
        monotonic: Callable[[], int],
        observer: Observer,
        pause: Callable[[Match], Awaitable[None]],
    ) -> None:
        """`pause` waits between two moves of computers."""
        self._execute, self._start, self._compute = execute, start, compute
        self._random_source, self._monotonic = random_source, monotonic
        self._observer, self._pause = observer, pause
        self._timed: set[Session] = set()
        self._bot_tasks: set[Task[Any]] = set()
        self._stopped = False

    def advance(self, session: Session) -> None:
        """Start the clock, or the computer, whose turn it is, unless the table is paused."""
        if session.paused or session.unloaded:
            return
        if session.clock.turn is not None:
            self._timed.add(session)
        if session.bot_task is None and session.table.automatic_turn is not None and not self._stopped:
            session.bot_task = self._start(self._play_bots(session))
            self._bot_tasks.add(session.bot_task)
            session.bot_task.add_done_callback(self._bot_tasks.discard)

    def tick(self, now: int) -> None:
        """Update every running clock, and time out the turns that have expired."""
        for session in list(self._timed):
            session.update_clock(now)
            if session.clock.turn is None or session.paused:
                self._timed.discard(session)
            elif session.clock.expired and not session.busy and not self._stopped:
                self._start(self._time_out(session))

    def is_watching(self, session: Session) -> bool:
        """Return whether a clock or a computer is running at this table."""
        return session in self._timed or session.bot_task is not None

    def forget(self, session: Session) -> None:
        """Stop watching a session that was removed from memory."""
        session.unloaded = True
        self._timed.discard(session)

    def stop(self) -> None:
        """Cancel the computers. A move that is being saved is still saved."""
        self._stopped = True
        for task in list(self._bot_tasks):
            task.cancel()

    async def _play_bots(self, session: Session) -> None:
        """Make computers' moves until it is a person's turn or the table is paused."""
        # A computer answers a person at once. Between its own moves people need time to see each.
        follows_bot = bool(session.table.seats.level(0) and session.table.seats.level(1))
        try:
            while not session.paused and (player := session.table.automatic_turn) is not None:
                match, level = session.table.require_match(), session.table.seats.level(player)
                if follows_bot:
                    await self._pause(match)
                follows_bot = True
                try:
                    move, source = await bots.choose_move(
                        match,
                        player,
                        level,
                        compute=self._compute,
                        random=self._random_source.random,
                        address=session.address,
                    )
                except Busy:
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                self._observer.bot_moved(source)
                await self._play(session, match, move, player)
        finally:
            session.bot_task = None

    async def _play(self, session: Session, match: Match, move: Move, player: PlayerNumber) -> None:
        """Play a computer's move, unless the match has changed since the computer saw it."""
        salt = self._random_source.salt()

        def play(table: Table) -> Transition | None:
            return commands.play(table, move, by=player, salt=salt) if table.match is match else None

        try:
            await self._execute(session, play)
        except (ArchiveUnavailable, Busy, ComputationError):
            await asyncio.sleep(RETRY_SECONDS)
        except (Stale, VersionConflict):
            pass
        except RuleError as error:
            self._observer.fault("a computer broke the rules", error)
            raise

    async def _time_out(self, session: Session) -> None:
        code = draw_code(session.table.require_match().agreement, self._random_source.random)
        salt = self._random_source.salt()

        def time_out(table: Table) -> Transition | None:
            session.update_clock(self._monotonic())
            return commands.time_out(table, code=code, salt=salt) if session.clock.expired else None

        with suppress(ArchiveError):
            await self._execute(session, time_out)
