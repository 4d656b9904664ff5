"""Opening of tables: repeated requests, the player's earlier solo games, and the first code of a computer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from codepegs.errors import NotNow
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import AlreadyPlayed, ArchiveError, UnknownTable
from codepegs.table import commands, offline
from codepegs.table.observer import Observer
from codepegs.table.peers import Peers, Session
from codepegs.table.scheduler import Execute
from codepegs.table.seats import ClientId
from codepegs.table.store import Store
from codepegs.table.table import Rematched, Table, Transition

DRAW_TIMEOUT = 1.0
"""Seconds that opening a table waits for the code that the program draws.

A guess that comes before the code is refused, and can be sent again.
"""

S = TypeVar("S", bound=Session)


class TableOpener(Generic[S]):
    """Opens tables for the registry of one event loop."""

    def __init__(
        self,
        store: Store,
        observer: Observer,
        peers: Peers,
        *,
        now: Callable[[], int],
        find: Callable[[MatchId], Awaitable[S]],
        create: Callable[[Table], Awaitable[tuple[S, bool]]],
        execute: Execute,
    ) -> None:
        """`find` returns the session of a table, or raises UnknownTable.

        `create` stores a table, and returns its session and whether it is new.
        """
        self._store, self._observer, self._peers, self._now = store, observer, peers, now
        self._find, self._create, self._execute = find, create, execute
        self._locks: WeakValueDictionary[ClientId, asyncio.Lock] = WeakValueDictionary()

    async def open(self, table: Table, owner: ClientId, *, key: str, admit: Callable[[], None]) -> S:
        """Open a table for `owner`, or return to it if the same request has opened it before.

        `table.id` depends on the key of the request. `admit` is called only if the table is new,
        and may refuse it by an error. Raises KeyReused if another table was opened with the key.
        """
        earlier: list[MatchId] = []
        async with self._lock(owner):
            try:
                session = await self._find(table.id)
            except UnknownTable:
                earlier = await self.find_earlier(table)
                admit()
                session, new = await self._create(table)
            else:
                new = False
            if new:
                self._observer.table_opened()
                self._peers.announce(table.id, table.changes, challenge=table.challenge)
            else:
                commands.check_reopened(session.table, table, key=key)
                self._observer.command_repeated()
        await self.end_solo_games(earlier, new=table)
        between_bots = table.seats.level(0) is not None and table.seats.level(1) is not None
        if session.bot_task is not None and not between_bots:
            # Draw the code first, so that the player can guess at once.
            await asyncio.wait([session.bot_task], timeout=DRAW_TIMEOUT)
        return session

    async def find_earlier(self, table: Table) -> list[MatchId]:
        """Return the unfinished solo games of a player who opens a new one. A game played offline ends none.

        Raises AlreadyPlayed for a daily code that the player has begun before, and NotNow for that of
        another day.
        """
        owner = table.seats.owners[1]
        if not table.solo or owner is None:
            return []
        if table.daily is None:
            return [] if table.offline else await self._store.unfinished_solo(owner)
        today = datetime.fromtimestamp(self._now() // 1_000_000, UTC).date()
        # A player may have come just before midnight.
        days = offline.MAX_DAYS if table.offline else 1
        if not today - timedelta(days=days) <= table.daily <= today:
            raise NotNow(f"That daily code cannot be played today. Play the one of {today.isoformat()}.")
        begun = await self._store.find_daily(table.daily, owner)
        if begun not in (None, table.id):
            raise AlreadyPlayed(begun)
        return []

    async def end_solo_games(self, earlier: list[MatchId], *, new: Table) -> None:
        """End solo games after their player has started another one, the table `new`.

        What cannot be ended now stays, and the next new game tries again.
        """
        for name in earlier + await self._find_rivals(earlier, new):
            with suppress(ArchiveError, UnknownTable):
                await self._execute(await self._find(name), commands.end_solo_game)

    async def _find_rivals(self, earlier: list[MatchId], new: Table) -> list[MatchId]:
        """Return the solo games to end because another process has opened one at the same time.

        At least one of the processes sees both, and both would keep the same one.
        """
        owner = new.seats.owners[1]
        if self._peers.alone or not new.solo or new.daily or new.offline or owner is None:
            return []
        with suppress(ArchiveError):
            found = {*await self._store.unfinished_solo(owner)}.difference(earlier)
            return sorted(found)[:-1]
        return []

    async def save_rematch(self, before: Table, transition: Transition) -> Any:
        # A rematch counts as a new table of the player whose command opens it.
        owner = None if transition.by is None else before.seats.owners[transition.by]
        assert owner is not None
        assert isinstance(transition.effect, Rematched)
        async with self._lock(owner):
            earlier = await self.find_earlier(transition.effect.table)
            saved = await asyncio.wrap_future(self._store.save(before, transition, at=self._now()))
            self._observer.table_opened()
        await self.end_solo_games(earlier, new=transition.effect.table)
        return saved

    def _lock(self, owner: ClientId) -> asyncio.Lock:
        """Return the lock that makes the checks of a new table safe against many requests at once.

        No command may be awaited under it, because a rematch, which is one, waits for it.
        """
        return self._locks.setdefault(owner, asyncio.Lock())
