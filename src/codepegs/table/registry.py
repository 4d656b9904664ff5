"""The house: the tables that are open, and the one way in which something happens at them.

A command is judged by the pure table, kept by the archive, and only then shown and
answered. Each table has a lock, so one thing happens at it at a time.
"""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from logging import WARNING
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from codepegs.errors import Busy, CodepegsError
from codepegs.protocol.errors import refusal
from codepegs.protocol.messages import Opening
from codepegs.protocol.view import View
from codepegs.server.ops import log
from codepegs.server.ops.config import Limits
from codepegs.server.ops.metrics import Metrics
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import (
    ArchiveError,
    ArchiveUnavailable,
    DamagedMatch,
    Stale,
    UnknownMatch,
    UnknownTable,
    VersionConflict,
)
from codepegs.storage.tables import TableRow, Tables
from codepegs.table import bots as computers
from codepegs.table import commands as command
from codepegs.table import lobby, seats
from codepegs.table import persistence as keeping
from codepegs.table.randomness import Chance
from codepegs.table.scheduler import TurnScheduler, Work
from codepegs.table.seats import Holder
from codepegs.table.session import TableSession
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Played, Rematched, Table, Transition

TICK = 0.2
"""Seconds between two looks at the clocks."""
SWEEP = 10.0
"""Seconds between two looks for tables that nobody needs in memory."""
GRACE = 5.0
"""Seconds that what is under way has to be kept when the server stops."""
GOODBYE = 1.0
"""Seconds that the last word has to reach whoever listens."""
FAREWELL = "The server stops: come back in a moment."
LISTED = 500
"""Tables of a holder that are listed, at most."""

T = TypeVar("T")


class TableRegistry:
    """Belongs to one event loop. `now` is the time of day in microseconds, `monotonic` counts nanoseconds."""

    def __init__(
        self,
        archive: Tables,
        *,
        limits: Limits,
        thinker: computers.Thinker,
        chance: Chance,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        metrics: Metrics,
    ) -> None:
        self._archive, self._limits, self._thinker = archive, limits, thinker
        self._chance, self._now, self._monotonic, self._metrics = chance, now, monotonic, metrics
        self._tables: dict[MatchId, TableSession] = {}
        self._loading: dict[MatchId, Task[TableSession]] = {}
        self._tasks: set[Task[Any]] = set()
        self._opening: WeakValueDictionary[Holder, asyncio.Lock] = WeakValueDictionary()
        self._swept = monotonic()
        self._turns = TurnScheduler(
            do=self._do,
            start=self._task,
            thinker=thinker,
            chance=chance,
            monotonic=monotonic,
            metrics=metrics,
            pace=limits.pace,
        )
        self.stopping = False
        metrics.watch("codepegs_open_tables", "Tables in memory.", lambda: len(self._tables))
        metrics.watch("codepegs_listeners", "Sockets and streams that listen.", self._listeners)

    # What is asked of it -----------------------------------------------------------------

    async def open(self, opening: Opening, holder: Holder) -> tuple[TableSession, str | None]:
        """A new table, and the token that invites a friend to it, if one is to come."""
        self._check_going()
        invitation = self._chance.token() if None in opening.players else None
        async with self._room(holder):
            table = lobby.opened(
                name=self._chance.name(),
                edition=opening.edition,
                games=opening.games,
                players=opening.players,
                hints=opening.hints,
                holder=holder,
                invitation=None if invitation is None else seats.invitation(invitation),
            )
            await asyncio.wrap_future(self._archive.open(table.row(), at=self._now()))
        return self._hold(table), invitation

    async def of(self, holder: Holder) -> list[TableRow]:
        """The tables that `holder` sits at."""
        return await asyncio.to_thread(self._archive.tables_of, holder, limit=LISTED)

    async def table(self, name: MatchId) -> TableSession:
        """The table of that name, from memory or from the archive."""
        opened = self._tables.get(name)
        if opened is None:
            task = self._loading.get(name)
            if task is None:
                task = self._loading[name] = self._task(self._load(name))
                task.add_done_callback(lambda _: self._loading.pop(name, None))
            opened = await asyncio.shield(task)
        opened.used = self._monotonic()
        return opened

    async def view(self, name: MatchId, holder: Holder | None) -> View:
        """The table as `holder` sees it."""
        opened = await self.table(name)
        return opened.view(opened.table.seats.player(holder), now=self._monotonic())

    async def current(self, name: MatchId) -> Table:
        """The table as the archive has it, once nothing else happens there."""
        opened = await self.table(name)
        async with self._alone(opened):
            return opened.table

    async def listen(self, name: MatchId, holder: Holder | None) -> Subscriber:
        """Somebody who hears what happens there; `leave` when they go."""
        self._check_going()
        opened = await self.table(name)
        listener = opened.listener(holder, now=self._monotonic())
        self._turns.go_on(opened)
        return listener

    def leave(self, name: MatchId, listener: Subscriber) -> None:
        if (opened := self._tables.get(name)) is not None:
            opened.leave(listener)

    async def do(self, name: MatchId, work: Work) -> Transition:
        """What `work` makes of the table, once it is kept: also when who asked goes away meanwhile."""
        self._check_going()
        return await asyncio.shield(self._task(self._command(name, work)))

    async def withdraw(self, name: MatchId, holder: Holder | None) -> None:
        """Forget a table that still waits for a friend, as whoever opened it asks."""
        self._check_going()
        await asyncio.shield(self._task(self._withdraw(name, holder)))

    # What goes on by itself --------------------------------------------------------------

    async def run(self) -> None:
        """Keep the clocks going, until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            self.tick()

    def tick(self) -> None:
        """Look at every clock, tell who is there, and let go of tables that nobody needs."""
        now = self._monotonic()
        self._turns.tick(now)
        for opened in self._tables.values():
            opened.tell_crowd()
        if now - self._swept >= SWEEP * 1e9:
            self._swept = now
            self._sweep(now)

    async def farewell(self) -> None:
        """Take no more commands, finish those under way, and say goodbye to whoever listens."""
        self.stopping = True
        self._turns.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GRACE)
        for opened in self._tables.values():
            opened.close(FAREWELL)
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while self._listeners():
                    await asyncio.sleep(GOODBYE / 100)

    # How it is done ----------------------------------------------------------------------

    async def _command(self, name: MatchId, work: Work) -> Transition:
        step = await self._do(await self.table(name), lambda: work)
        assert step is not None
        return step

    async def _do(self, opened: TableSession, choose: Callable[[], Work | None]) -> Transition | None:
        """Do what `choose` says, if anything, when it is this table's turn and it is what the archive has."""
        async with self._alone(opened):
            work = choose()
            return None if work is None else await self._step(opened, work)

    @asynccontextmanager
    async def _alone(self, opened: TableSession) -> AsyncIterator[None]:
        """Nothing else happens at the table meanwhile, and it is what the archive has."""
        async with opened.lock:
            try:
                if opened.doubtful:
                    await self._reread(opened)
                yield
            except ArchiveUnavailable:
                # Nobody could have made a move that counts, and a time-out is not tried again at once.
                opened.begin_turn(self._monotonic())
                raise

    async def _withdraw(self, name: MatchId, holder: Holder | None) -> None:
        opened = await self.table(name)
        async with self._alone(opened):
            command.check_withdrawal(opened.table, holder=holder)
            try:
                await keeping.forget(self._archive, name)
            except ArchiveUnavailable:
                opened.doubtful = True
                raise
            self._let_go(opened, "This table was taken back by whoever opened it.")

    async def _step(self, opened: TableSession, work: Work) -> Transition:
        """Judge, keep, show."""
        step = work(opened.table)
        if step.effect is None:
            self._metrics.repeats.add()
            return step
        begun = self._monotonic()
        try:
            fresh = await self._keep(opened.table, step)
        except (UnknownMatch, UnknownTable):
            self._let_go(opened, "This table is no longer kept.")
            raise UnknownTable(opened.table.id) from None
        except ArchiveError as error:
            # It may have been kept all the same, or others were quicker: the archive knows.
            opened.doubtful = True
            if isinstance(error, ArchiveUnavailable):
                self._metrics.not_kept.add()
                log.note("not kept", level=WARNING, table=opened.table.id, reason=error.reason)
            elif isinstance(error, (Stale, VersionConflict)):
                await self._reread(opened)
            raise
        if not fresh:
            await self._reread(opened)
            return work(opened.table)
        now = self._monotonic()
        self._metrics.commit.add((now - begun) / 1e9)
        if isinstance(step.effect, Played):
            self._metrics.moves.add()
        for _ in range(opened.changed(step, now=now)):
            self._metrics.resyncs.add()
        self._turns.go_on(opened)
        return step

    async def _keep(self, before: Table, step: Transition) -> bool:
        if not isinstance(step.effect, Rematched):
            return await keeping.keep(self._archive, before, step, at=self._now())
        # A rematch is a table like others, of whoever sent what opens it.
        holder = None if step.by is None else before.seats.holders[step.by]
        assert holder is not None
        async with self._room(holder):
            return await keeping.keep(self._archive, before, step, at=self._now())

    @asynccontextmanager
    async def _room(self, holder: Holder) -> AsyncIterator[None]:
        """Room in which `holder` opens one more table, or RateLimited.

        They are opened one by one, or many at once would all find room for one more.
        """
        async with self._opening.setdefault(holder, asyncio.Lock()):
            tables = await asyncio.to_thread(self._archive.count_unfinished, holder)
            lobby.check_room(tables, most=self._limits.tables)
            yield
        self._metrics.tables.add()

    async def _reread(self, opened: TableSession) -> None:
        try:
            table = await self._kept(opened.table.id)
        except (DamagedMatch, UnknownTable) as error:
            self._let_go(opened, refusal(error).message)
            raise
        opened.reread(table, now=self._monotonic())
        self._turns.go_on(opened)

    async def _load(self, name: MatchId) -> TableSession:
        return self._hold(await self._kept(name))

    async def _kept(self, name: MatchId) -> Table:
        try:
            return await keeping.kept(self._archive, name)
        except DamagedMatch:
            self._metrics.damaged.add()
            log.note("damaged", level=WARNING, table=name)
            raise

    def _hold(self, table: Table) -> TableSession:
        opened = TableSession(table, now=self._monotonic(), most=self._limits.queue)
        self._tables[table.id] = opened
        self._turns.go_on(opened)
        return opened

    def _let_go(self, opened: TableSession, word: str) -> None:
        opened.close(word)
        self._turns.forget(opened)
        if self._tables.get(opened.table.id) is opened:
            del self._tables[opened.table.id]

    def _sweep(self, now: int) -> None:
        for opened in list(self._tables.values()):
            needed = opened.listeners or opened.lock.locked() or self._turns.watches(opened)
            if not needed and now - opened.used >= self._limits.keep * 1e9:
                self._let_go(opened, "")

    def _check_going(self) -> None:
        if self.stopping:
            raise Busy("it stops")

    def _listeners(self) -> int:
        return sum(len(opened.listeners) for opened in self._tables.values())

    def _task(self, work: Coroutine[Any, Any, T]) -> Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: Task[Any]) -> None:
        self._tasks.discard(task)
        # Asked for here, because whoever wanted to hear of it may have gone away.
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CodepegsError):
            self._metrics.faults.add()
            log.fault("fault in the house", error)
