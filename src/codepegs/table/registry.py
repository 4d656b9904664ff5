"""Registry of the tables in memory: what clients ask of them, and how they are loaded and unloaded.

:mod:`~codepegs.table.executor` runs the commands, :mod:`~codepegs.table.opening` opens tables.
"""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

from codepegs.errors import Busy, CodepegsError
from codepegs.rules.match import Match
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import (
    AlreadyPlayed,
    ArchiveError,
    ArchiveUnavailable,
    DamagedMatch,
    Stale,
    UnknownMatch,
    UnknownTable,
    VersionConflict,
)
from codepegs.storage.tables import Place, TableRow
from codepegs.table import bots, commands
from codepegs.table.asks import Ask, make_ask_id
from codepegs.table.executor import FAULT, CommandExecutor
from codepegs.table.moves import GONE, sets_code
from codepegs.table.observer import Observer
from codepegs.table.opening import TableOpener
from codepegs.table.peers import NoPeers, Peers
from codepegs.table.randomness import RandomSource
from codepegs.table.scheduler import TurnScheduler
from codepegs.table.seats import ClientId
from codepegs.table.session import Codec, Done, Laid, TableSession
from codepegs.table.store import Store
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Command, Table, Transition
from codepegs.table.version import Version

TICK_SECONDS = 0.2
"""Interval between two updates of the clocks."""
SWEEP_SECONDS = 10.0
"""Interval between two searches for unused tables."""
STOP_TIMEOUT = 5.0
"""Seconds that running commands have to finish when the service stops."""
CHECK_RETRY_SECONDS = 1.0
"""Delay before tables are compared with the store again, if it was not available."""
CLOSE_TIMEOUT = 1.0
"""Seconds that subscribers have to read the last message."""
STOPPING = "The server is stopping. Please come back in a moment."

T = TypeVar("T")
V = TypeVar("V")
M = TypeVar("M")


class TableRegistry(Generic[V, M]):
    """Belongs to one event loop. `now` is the time of day in microseconds, `monotonic` counts nanoseconds."""

    def __init__(
        self,
        store: Store,
        codec: Codec[V, M],
        observer: Observer,
        *,
        compute: bots.Compute,
        random_source: RandomSource,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        max_queue: int,
        pause: Callable[[Match], Awaitable[None]],
        unload_after: float,
        remote: bool = True,
        peers: Peers | None = None,
    ) -> None:
        """A subscriber has at most `max_queue` changes queued.

        `pause` waits between two moves of computers. A table that is not used for `unload_after`
        seconds is removed from memory. Only `remote` players can be away. `peers` are the other
        processes at the same store.
        """
        self._store, self._codec, self._observer = store, codec, observer
        self._random_source, self._now, self._monotonic = random_source, now, monotonic
        self._max_queue, self._unload_after = max_queue, unload_after
        self._remote = remote
        self._sessions: dict[MatchId, TableSession[V, M]] = {}
        self._loads: dict[MatchId, Task[TableSession[V, M]]] = {}
        self._peers = NoPeers() if peers is None else peers
        self._heard: dict[MatchId, Version] = {}
        """The version that others have announced of each table that is being loaded or opened."""
        self._checking: Task[None] | None = None
        self._check_again = False
        self._tasks: set[Task[Any]] = set()
        self._last_sweep = monotonic()
        executor = CommandExecutor(
            store,
            observer,
            self._peers,
            now=now,
            monotonic=monotonic,
            start=self._start_task,
            reload=self._reload,
            unload=self._unload,
            advance=self._advance,
        )
        self._execute, self._submit = executor.execute, executor.submit
        self._opener: TableOpener[TableSession[V, M]] = TableOpener(
            store,
            observer,
            self._peers,
            now=now,
            find=self.table,
            create=self._store_new,
        )
        self._scheduler = TurnScheduler(
            execute=self._execute,
            start=self._start_task,
            compute=compute,
            random_source=random_source,
            monotonic=monotonic,
            observer=observer,
            pause=pause,
        )
        self.stopping = False

    # Requests ----------------------------------------------------------------------------

    async def open(
        self, table: Table, owner: ClientId, *, key: str, admit: Callable[[], None]
    ) -> TableSession[V, M]:
        """Open a table, as :meth:`TableOpener.open` does."""
        self._check_running()
        return await self._opener.open(table, owner, key=key, admit=admit)

    async def add(self, table: Table) -> TableSession[V, M]:
        """Store a new table of a local player and return its session."""
        self._check_running()
        await self._opener.check_daily(table)
        await self._store.open(table, at=self._now())
        return self._add(table)

    async def list_tables(self, owner: ClientId, *, limit: int, after: Place | None = None) -> list[TableRow]:
        """Return the tables in the list of `owner`, from a place on."""
        return await self._store.list_tables(owner, limit=limit, after=after)

    async def table(self, table_id: MatchId) -> TableSession[V, M]:
        """Return the session of a table, from memory or from the store."""
        session = self._sessions.get(table_id)
        if session is None:
            task = self._loads.get(table_id)
            if task is None:
                task = self._loads[table_id] = self._start_task(self._load_session(table_id))
                task.add_done_callback(lambda _: self._loads.pop(table_id, None))
            session = await asyncio.shield(task)
        session.last_used = self._monotonic()
        return session

    def keep(self, table_id: MatchId) -> TableSession[V, M] | None:
        """Return the session of a table that is in memory, and leave it there, or return None."""
        session = self._sessions.get(table_id)
        if session is not None:
            session.last_used = self._monotonic()
        return session

    def _require(self, table_id: MatchId) -> TableSession[V, M]:
        """Return the session of a table that somebody is connected to."""
        session = self.keep(table_id)
        if session is None:
            raise UnknownTable(table_id)
        return session

    def find(self, table_id: MatchId) -> TableSession[V, M] | None:
        """Return the session of a table that is in memory, or None."""
        return self._sessions.get(table_id)

    async def view(self, table_id: MatchId, client: ClientId | None) -> V:
        """Return the table as `client` sees it. A player who looks is there."""
        return self.show(await self.table(table_id), client)

    def show(self, session: TableSession[V, M], client: ClientId | None) -> V:
        """Return a table in memory as `client` sees it. A player who looks is there."""
        player, now = session.table.seats.player_of(client), self._monotonic()
        session.note_player(player, now)
        return session.view(player, now=now)

    async def current(self, table_id: MatchId) -> Table:
        """Return the stored state of a table, after the commands that are running."""
        session = await self.table(table_id)
        await self._execute(session, lambda _: None)
        return session.table

    async def subscribe(self, table_id: MatchId, client: ClientId | None) -> Subscriber[M]:
        """Return a new subscriber to a table. Call `unsubscribe` at the end."""
        self._check_running()
        session = await self.table(table_id)
        subscriber = session.subscribe(client, now=self._monotonic())
        self._scheduler.advance(session)
        return subscriber

    def unsubscribe(self, table_id: MatchId, subscriber: Subscriber[M]) -> None:
        if (session := self._sessions.get(table_id)) is not None:
            session.unsubscribe(subscriber, now=self._monotonic())

    def hold(self, table_id: MatchId, held: bool) -> None:
        """Stop the clock of a table while `held`. The turn restarts afterwards."""
        if (session := self._sessions.get(table_id)) is not None:
            session.hold(held, now=self._monotonic())

    async def move(
        self, table_id: MatchId, client: ClientId | None, *, key: str, moves: int, text: str
    ) -> Transition:
        """Play the move that `client` sent for a match of `moves` moves."""
        session = await self.table(table_id)
        command = self.make_move(session, client, key=key, moves=moves, text=text)
        return await self.execute(table_id, command)

    def make_move(
        self, session: TableSession[V, M], client: ClientId | None, *, key: str, moves: int, text: str
    ) -> Command:
        """Return the command that plays a move."""
        salt = self._random_source.salt() if sets_code(text) else None

        def play(table: Table) -> Transition:
            away = session.away(self._monotonic()) if self._remote and text == GONE else (None, None)
            idle = session.idle(self._monotonic())
            return commands.move(
                table, client=client, key=key, moves=moves, text=text, salt=salt, away=away, idle=idle
            )

        return play

    def submit(self, session: TableSession[V, M], command: Command, done: Done) -> None:
        """Execute a command at a table in memory. `done` gets its transition once it is saved, or an error.

        It may be called before this returns.
        """
        self._check_running()
        self._submit(session, command, done)

    async def execute(self, table_id: MatchId, command: Command) -> Transition:
        """Execute a command and return its transition once it is saved.

        Once the table is in memory, the command runs to its end even if the caller is cancelled.
        """
        self._check_running()
        transition = await self._execute(await self.table(table_id), command)
        assert transition is not None
        return transition

    async def ask(
        self,
        table_id: MatchId,
        *,
        client: ClientId,
        owner: ClientId,
        name: str,
        key: str | None,
        admit: Callable[[], None],
    ) -> None:
        """Ask the host of a table for the empty seat. Asking again has no effect, also after admission.

        `admit` is called only for a new request, and may refuse it by an error. Raises what joining would.
        """
        self._check_running()
        session = await self.table(table_id)
        if commands.is_seated(session.table, client=client, owner=owner, name=name, key=key):
            return
        if client not in session.asks:
            admit()
        ask = Ask(make_ask_id(table_id, client), client, owner, name)
        session.asks.add(ask, now=self._monotonic())
        session.presence_changed = True
        self._peers.ask(table_id, ask)

    async def admit(
        self, table_id: MatchId, client: ClientId | None, *, ask_id: str, yes: bool
    ) -> Transition:
        """Let somebody who asks to play take the empty seat, or decline the request."""
        session = await self.table(table_id)
        if yes:
            return await self.execute(
                table_id,
                lambda table: commands.admit(
                    table, client=client, ask=session.asks.find(ask_id), ask_id=ask_id
                ),
            )
        player = session.table.require_player(client)
        session.asks.close(ask_id, declined=True)
        self._peers.close_ask(table_id, ask_id, declined=True)
        return Transition(session.table, None, by=player)

    async def asks(self, table_id: MatchId, client: ClientId | None) -> list[Ask]:
        """Return the requests to play that `client` may see: all if it is the host, or else its own."""
        session = await self.table(table_id)
        host = session.table.seats.player_of(client) is not None
        return [ask for ask in session.asks if host or ask.client == client]

    async def withdraw_ask(self, table_id: MatchId, client: ClientId | None) -> None:
        """Close the request of a client."""
        (await self.table(table_id)).asks.withdraw(client)
        if client is not None:
            self._peers.close_ask(table_id, make_ask_id(table_id, client), declined=False)

    def lay(self, table_id: MatchId, client: ClientId | None, *, moves: int, pegs: str) -> None:
        """Show the others the row that `client` is laying. One for an earlier position is ignored."""
        session = self._require(table_id)
        player = commands.check_laid(session.table, client=client, moves=moves, pegs=pegs)
        if moves == session.table.moves:
            laid = Laid(player, moves, pegs)
            session.lay(laid)
            self._peers.lay(table_id, laid)

    def say(self, table_id: MatchId, client: ClientId | None, phrase: str) -> None:
        """Send everybody at a table what `client` says."""
        session = self._require(table_id)
        player = session.table.require_player(client)
        session.say(player, phrase)
        self._peers.say(table_id, player, phrase)

    async def delete(
        self, table_id: MatchId, client: ClientId | None, *, owner: ClientId | None = None
    ) -> None:
        """Delete a table of `client`, or remove a finished match from the list of `owner`.

        See :func:`commands.delete`.
        """
        table = (await self.table(table_id)).table
        if table.over and owner is not None and owner in table.seats.owners:
            self._check_running()
            await self._store.hide(table_id, owner)
        else:
            await self.execute(table_id, lambda table: commands.delete(table, client=client))

    async def expire(self, *, solo_before: int, match_before: int) -> None:
        """End or delete tables without a recent move, one after another, so that play goes on.

        Solo games expire if their last move came before `solo_before`, other tables if it came
        before `match_before`, both in microseconds since 1970. See :func:`commands.expire`.
        """
        try:
            idle = await self._store.idle_tables(solo_before=solo_before, match_before=match_before)
            for table_id, version in idle.items():
                with suppress(DamagedMatch, Stale, UnknownMatch, UnknownTable, VersionConflict):
                    await self.execute(table_id, partial(commands.expire, version=version))
        except (ArchiveUnavailable, Busy):
            return  # The next call tries again.

    # Background work ---------------------------------------------------------------------

    async def run(self) -> None:
        """Call `tick` at intervals, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.tick()

    def tick(self) -> None:
        """Update the clocks, publish who is there or asks to play, and remove unused tables from memory."""
        now = self._monotonic()
        self._scheduler.tick(now)
        self._peers.tick(self._sessions.values(), now)
        for session in self._sessions.values():
            session.publish_presence(now=now)
            session.publish_asks(now=now)
            session.publish_laid()
        if now - self._last_sweep >= SWEEP_SECONDS * 1e9:
            self._last_sweep = now
            self._unload_unused(now)

    async def stop(self) -> None:
        """Refuse new commands, finish the running ones, and close all subscriptions."""
        self.stopping = True
        self._scheduler.stop()
        await _wait_until(lambda: not self._tasks and not self._is_busy(), timeout=STOP_TIMEOUT)
        for session in self._sessions.values():
            session.close(STOPPING)
        await _wait_until(lambda: not self.count_subscribers(), timeout=CLOSE_TIMEOUT)

    def _is_busy(self) -> bool:
        return any(session.busy for session in self._sessions.values())

    def count_tables(self) -> int:
        """Return how many tables are in memory."""
        return len(self._sessions)

    def count_subscribers(self) -> int:
        """Return how many subscribers all tables have."""
        return sum(len(session.subscribers) for session in self._sessions.values())

    # Other processes ---------------------------------------------------------------------

    def hear(self, table_id: MatchId, version: Version) -> None:
        """Note that another process has stored `version` of a table, and catch up if it is in memory."""
        if table_id in self._heard:
            self._heard[table_id] = self._heard[table_id].join(version)
        session = self._sessions.get(table_id)
        if session is not None:
            session.heard = session.heard.join(version)
            if session.heard.exceeds(session.table.changes):
                self._catch_up(session)

    def check_versions(self) -> None:
        """Start to compare every table in memory with the store, because a message may have been lost."""
        self._check_again = True
        if self._checking is None and not self.stopping:
            self._checking = self._start_task(self._check_versions())

    async def _check_versions(self) -> None:
        try:
            while self._check_again:
                self._check_again = False
                tables = [*self._sessions]
                stored = await self._store.versions(tables) if tables else {}
                for table in tables:
                    session = self._sessions.get(table)
                    if session is not None:
                        # A table that is missing was deleted, which counts as one more version.
                        self.hear(table, Version(stored.get(table, session.table.version + 1)))
        except ArchiveError:
            await asyncio.sleep(CHECK_RETRY_SECONDS)
            self._check_again = True
        finally:
            self._checking = None
        if self._check_again:
            self.check_versions()

    def _catch_up(self, session: TableSession[V, M]) -> None:
        """Reload a table after the commands that are queued."""
        if not session.needs_reload or not (session.busy or session.jobs):
            session.needs_reload = True
            self._execute(session, lambda _: None).add_done_callback(self._end_catch_up)

    def _end_catch_up(self, reply: asyncio.Future[Transition | None]) -> None:
        error = None if reply.cancelled() else reply.exception()
        if isinstance(error, ArchiveUnavailable):
            reply.get_loop().call_later(CHECK_RETRY_SECONDS, self.check_versions)

    # Sessions ----------------------------------------------------------------------------

    async def _reload(self, session: TableSession[V, M]) -> None:
        self._heard[session.table.id] = session.heard
        try:
            table, moves = await self._load(session.table.id, known=session.table)
        except (DamagedMatch, UnknownTable) as error:
            self._unload(session, self._codec.reason(error))
            raise
        now, session.heard = self._monotonic(), table.changes
        if moves is None:
            session.reload(table, now=now)
        else:
            session.needs_reload = False
            for move in moves:
                self._observer.subscribers_resynced(session.apply(move, now=now))
        self._scheduler.advance(session)

    async def _load_session(self, table_id: MatchId) -> TableSession[V, M]:
        self._heard.setdefault(table_id, Version())
        table, _ = await self._load(table_id)
        return self._add(table)

    async def _load(
        self, table_id: MatchId, *, known: Table | None = None
    ) -> tuple[Table, list[Transition] | None]:
        """Return a stored table, and the moves that lead to it if nothing else has changed since `known`.

        Reads it again if another process announces a later version meanwhile.

        A version is announced after its commit. So what was announced before the last reading is in it,
        or was never stored.
        """
        try:
            while True:
                before = self._heard.get(table_id, Version())
                moves = None if known is None else await self._store.moves_since(known)
                if known is None or moves is None:
                    known = None
                    table = await self._store.load(table_id)
                else:
                    table = moves[-1].table if moves else known
                heard = self._heard.get(table_id, Version())
                if not heard.exceeds(before.join(table.changes)):
                    return table, moves
        except DamagedMatch:
            self._observer.table_damaged(table_id)
            raise
        finally:
            self._heard.pop(table_id, None)

    async def _store_new(self, table: Table) -> tuple[TableSession[V, M], bool]:
        """Store a table. Return its session, and whether it is new: another process may have been first."""
        self._heard.setdefault(table.id, Version())
        try:
            await self._store.open(table, at=self._now())
        except (AlreadyPlayed, ArchiveError):
            with suppress(UnknownTable):
                return await self.table(table.id), False
            raise
        finally:
            heard = self._heard.pop(table.id, Version())
        return self._add(table, heard), True

    def _add(self, table: Table, heard: Version | None = None) -> TableSession[V, M]:
        changed = self._now() if table.changed is None else table.changed
        session = TableSession(
            table,
            self._codec,
            now=self._monotonic(),
            max_queue=self._max_queue,
            idle=max(0, self._now() - changed) / 1e6,
        )
        self._sessions[table.id] = session
        self._peers.added(session)
        self._scheduler.advance(session)
        if heard is not None:
            self.hear(table.id, heard)
        return session

    def _advance(self, session: TableSession[V, M]) -> None:
        self._scheduler.advance(session)

    def _unload(self, session: TableSession[V, M], reason: str) -> None:
        session.close(reason)
        self._scheduler.forget(session)
        if self._sessions.get(session.table.id) is session:
            del self._sessions[session.table.id]

    def _unload_unused(self, now: int) -> None:
        for session in list(self._sessions.values()):
            needed = session.subscribers or session.busy or self._scheduler.is_watching(session)
            if not needed and now - session.last_used >= self._unload_after * 1e9:
                self._unload(session, "")

    def _check_running(self) -> None:
        if self.stopping:
            raise Busy("it is stopping")

    def _start_task(self, work: Coroutine[Any, Any, T]) -> Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)
        return task

    def _end_task(self, task: Task[Any]) -> None:
        self._tasks.discard(task)
        # The caller may be gone, so retrieve the error here.
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CodepegsError):
            self._observer.fault(FAULT, error)


async def _wait_until(condition: Callable[[], bool], *, timeout: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(timeout):
            while not condition():
                await asyncio.sleep(timeout / 500)
