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
from codepegs.table import bots, commands, persistence, seats
from codepegs.table.randomness import Chance
from codepegs.table.scheduler import Command, TurnScheduler
from codepegs.table.seats import ClientId
from codepegs.table.session import TableSession
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Played, Rematched, Table, Transition

TICK_SECONDS = 0.2
"""Seconds between two looks at the clocks."""
SWEEP_SECONDS = 10.0
"""Seconds between two looks for tables that nobody needs in memory."""
STOP_TIMEOUT = 5.0
"""Seconds that what is under way has to be kept when the server stops."""
CLOSE_TIMEOUT = 1.0
"""Seconds that the last reason has to reach whoever listens."""
STOPPING = "The server stops: come back in a moment."
MAX_LISTED = 500
"""Tables of a client that are listed, at most."""

T = TypeVar("T")


class TableRegistry:
    """Belongs to one event loop. `now` is the time of day in microseconds, `monotonic` counts nanoseconds."""

    def __init__(
        self,
        archive: Tables,
        *,
        limits: Limits,
        thinker: bots.Thinker,
        chance: Chance,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        metrics: Metrics,
    ) -> None:
        self._archive, self._limits, self._thinker = archive, limits, thinker
        self._chance, self._now, self._monotonic, self._metrics = chance, now, monotonic, metrics
        self._tables: dict[MatchId, TableSession] = {}
        self._loads: dict[MatchId, Task[TableSession]] = {}
        self._tasks: set[Task[Any]] = set()
        self._open_locks: WeakValueDictionary[ClientId, asyncio.Lock] = WeakValueDictionary()
        self._last_sweep = monotonic()
        self._scheduler = TurnScheduler(
            execute=self._execute,
            start=self._start_task,
            thinker=thinker,
            chance=chance,
            monotonic=monotonic,
            metrics=metrics,
            pace=limits.pace,
        )
        self.stopping = False
        metrics.watch("codepegs_open_tables", "Tables in memory.", lambda: len(self._tables))
        metrics.watch("codepegs_listeners", "Sockets and streams that listen.", self._count_subscribers)

    # What is asked of it -----------------------------------------------------------------

    async def open(self, opening: Opening, client: ClientId) -> tuple[TableSession, str | None]:
        """A new table, and the token that invites a friend to it, if one is to come."""
        self._check_running()
        invitation = self._chance.token() if None in opening.players else None
        async with self._table_slot(client):
            table = commands.open_table(
                name=self._chance.name(),
                edition=opening.edition,
                games=opening.games,
                players=opening.players,
                hints=opening.hints,
                client=client,
                invitation=None if invitation is None else seats.invitation_hash(invitation),
            )
            await asyncio.wrap_future(self._archive.open(table.to_row(), at=self._now()))
        return self._add(table), invitation

    async def list_tables(self, client: ClientId) -> list[TableRow]:
        """The tables that `client` sits at."""
        return await asyncio.to_thread(self._archive.tables_of, client, limit=MAX_LISTED)

    async def table(self, name: MatchId) -> TableSession:
        """The table of that name, from memory or from the archive."""
        session = self._tables.get(name)
        if session is None:
            task = self._loads.get(name)
            if task is None:
                task = self._loads[name] = self._start_task(self._load(name))
                task.add_done_callback(lambda _: self._loads.pop(name, None))
            session = await asyncio.shield(task)
        session.last_used = self._monotonic()
        return session

    async def view(self, name: MatchId, client: ClientId | None) -> View:
        """The table as `client` sees it."""
        session = await self.table(name)
        return session.view(session.table.seats.player_of(client), now=self._monotonic())

    async def current(self, name: MatchId) -> Table:
        """The table as the archive has it, once nothing else happens there."""
        session = await self.table(name)
        async with self._exclusive(session):
            return session.table

    async def subscribe(self, name: MatchId, client: ClientId | None) -> Subscriber:
        """Somebody who hears what happens there; `leave` when they go."""
        self._check_running()
        session = await self.table(name)
        subscriber = session.subscribe(client, now=self._monotonic())
        self._scheduler.advance(session)
        return subscriber

    def unsubscribe(self, name: MatchId, subscriber: Subscriber) -> None:
        if (session := self._tables.get(name)) is not None:
            session.unsubscribe(subscriber)

    async def execute(self, name: MatchId, command: Command) -> Transition:
        """What `command` makes of the table, once it is kept: also when who asked goes away meanwhile."""
        self._check_running()
        return await asyncio.shield(self._start_task(self._execute_by_name(name, command)))

    async def withdraw(self, name: MatchId, client: ClientId | None) -> None:
        """Forget a table that still waits for a friend, as whoever session it asks."""
        self._check_running()
        await asyncio.shield(self._start_task(self._withdraw(name, client)))

    # What goes on by itself --------------------------------------------------------------

    async def run(self) -> None:
        """Keep the clocks going, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.tick()

    def tick(self) -> None:
        """Look at every clock, tell who is there, and let go of tables that nobody needs."""
        now = self._monotonic()
        self._scheduler.tick(now)
        for session in self._tables.values():
            session.publish_presence()
        if now - self._last_sweep >= SWEEP_SECONDS * 1e9:
            self._last_sweep = now
            self._evict_unused(now)

    async def stop(self) -> None:
        """Take no more commands, finish those under way, and say goodbye to whoever listens."""
        self.stopping = True
        self._scheduler.stop()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_TIMEOUT)
        for session in self._tables.values():
            session.close(STOPPING)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                while self._count_subscribers():
                    await asyncio.sleep(CLOSE_TIMEOUT / 100)

    # How it is done ----------------------------------------------------------------------

    async def _execute_by_name(self, name: MatchId, command: Command) -> Transition:
        transition = await self._execute(await self.table(name), lambda: command)
        assert transition is not None
        return transition

    async def _execute(
        self, session: TableSession, choose: Callable[[], Command | None]
    ) -> Transition | None:
        """Do what `choose` says, if anything, when it is this table's turn and it is what the archive has."""
        async with self._exclusive(session):
            command = choose()
            return None if command is None else await self._apply(session, command)

    @asynccontextmanager
    async def _exclusive(self, session: TableSession) -> AsyncIterator[None]:
        """Nothing else happens at the table meanwhile, and it is what the archive has."""
        async with session.lock:
            try:
                if session.needs_reload:
                    await self._reload(session)
                yield
            except ArchiveUnavailable:
                # Nobody could have made a move that counts, and a time-out is not tried again at once.
                session.restart_turn(self._monotonic())
                raise

    async def _withdraw(self, name: MatchId, client: ClientId | None) -> None:
        session = await self.table(name)
        async with self._exclusive(session):
            commands.check_withdrawal(session.table, client=client)
            try:
                await persistence.delete(self._archive, name)
            except ArchiveUnavailable:
                session.needs_reload = True
                raise
            self._evict(session, "This table was taken back by whoever opened it.")

    async def _apply(self, session: TableSession, command: Command) -> Transition:
        """Judge, keep, show."""
        transition = command(session.table)
        if transition.effect is None:
            self._metrics.repeats.add()
            return transition
        started = self._monotonic()
        try:
            saved = await self._save(session.table, transition)
        except (UnknownMatch, UnknownTable):
            self._evict(session, "This table is no longer kept.")
            raise UnknownTable(session.table.id) from None
        except ArchiveError as error:
            # It may have been kept all the same, or others were quicker: the archive knows.
            session.needs_reload = True
            if isinstance(error, ArchiveUnavailable):
                self._metrics.not_kept.add()
                log.note("not kept", level=WARNING, table=session.table.id, reason=error.reason)
            elif isinstance(error, (Stale, VersionConflict)):
                await self._reload(session)
            raise
        if not saved:
            await self._reload(session)
            return command(session.table)
        now = self._monotonic()
        self._metrics.commit.add((now - started) / 1e9)
        if isinstance(transition.effect, Played):
            self._metrics.moves.add()
        for _ in range(session.apply(transition, now=now)):
            self._metrics.resyncs.add()
        self._scheduler.advance(session)
        return transition

    async def _save(self, before: Table, transition: Transition) -> bool:
        if not isinstance(transition.effect, Rematched):
            return await persistence.save(self._archive, before, transition, at=self._now())
        # A rematch is a table like others, of whoever sent what opens it.
        client = None if transition.by is None else before.seats.clients[transition.by]
        assert client is not None
        async with self._table_slot(client):
            return await persistence.save(self._archive, before, transition, at=self._now())

    @asynccontextmanager
    async def _table_slot(self, client: ClientId) -> AsyncIterator[None]:
        """Room in which `client` opens one more table, or RateLimited.

        They are opened one by one, or many at once would all find room for one more.
        """
        async with self._open_locks.setdefault(client, asyncio.Lock()):
            tables = await asyncio.to_thread(self._archive.count_unfinished, client)
            commands.check_table_limit(tables, most=self._limits.tables)
            yield
        self._metrics.tables.add()

    async def _reload(self, session: TableSession) -> None:
        try:
            table = await self._load_table(session.table.id)
        except (DamagedMatch, UnknownTable) as error:
            self._evict(session, refusal(error).message)
            raise
        session.reload(table, now=self._monotonic())
        self._scheduler.advance(session)

    async def _load(self, name: MatchId) -> TableSession:
        return self._add(await self._load_table(name))

    async def _load_table(self, name: MatchId) -> Table:
        try:
            return await persistence.load(self._archive, name)
        except DamagedMatch:
            self._metrics.damaged.add()
            log.note("damaged", level=WARNING, table=name)
            raise

    def _add(self, table: Table) -> TableSession:
        session = TableSession(table, now=self._monotonic(), max_queue=self._limits.queue)
        self._tables[table.id] = session
        self._scheduler.advance(session)
        return session

    def _evict(self, session: TableSession, reason: str) -> None:
        session.close(reason)
        self._scheduler.forget(session)
        if self._tables.get(session.table.id) is session:
            del self._tables[session.table.id]

    def _evict_unused(self, now: int) -> None:
        for session in list(self._tables.values()):
            needed = session.subscribers or session.lock.locked() or self._scheduler.watching(session)
            if not needed and now - session.last_used >= self._limits.keep * 1e9:
                self._evict(session, "")

    def _check_running(self) -> None:
        if self.stopping:
            raise Busy("it stops")

    def _count_subscribers(self) -> int:
        return sum(len(session.subscribers) for session in self._tables.values())

    def _start_task(self, work: Coroutine[Any, Any, T]) -> Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: Task[Any]) -> None:
        self._tasks.discard(task)
        # Asked for here, because whoever wanted to hear of it may have gone away.
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CodepegsError):
            self._metrics.faults.add()
            log.fault("fault in the house", error)
