"""Opening of tables: repeated requests, one try at a daily code, and the first code of a computer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from codepegs.errors import NotNow
from codepegs.rules.daily import check_begun, dates_today
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import AlreadyPlayed, UnknownTable
from codepegs.table import commands, offline
from codepegs.table.observer import Observer
from codepegs.table.peers import Peers, Session
from codepegs.table.seats import ClientId
from codepegs.table.store import Store
from codepegs.table.table import Table

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
    ) -> None:
        """`find` returns the session of a table, or raises UnknownTable.

        `create` stores a table, and returns its session and whether it is new.
        """
        self._store, self._observer, self._peers, self._now = store, observer, peers, now
        self._find, self._create = find, create
        self._locks: WeakValueDictionary[ClientId, asyncio.Lock] = WeakValueDictionary()

    async def open(self, table: Table, owner: ClientId, *, key: str, admit: Callable[[], None]) -> S:
        """Open a table for `owner`, or return to it if the same request has opened it before.

        `table.id` depends on the key of the request. `admit` is called only if the table is new,
        and may refuse it by an error. Raises KeyReused if another table was opened with the key.
        """
        async with self._lock(owner):
            try:
                session = await self._find(table.id)
            except UnknownTable:
                await self.check_daily(table)
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
        between_bots = table.seats.level(0) is not None and table.seats.level(1) is not None
        if session.bot_task is not None and not between_bots:
            # Draw the code first, so that the player can guess at once.
            await asyncio.wait([session.bot_task], timeout=DRAW_TIMEOUT)
        return session

    async def check_daily(self, table: Table) -> None:
        """Check that the player of a new table may begin its daily code, if it has one.

        Raises AlreadyPlayed if they have begun it before, and NotNow for a day that is today nowhere on
        earth. A friendly table may have an earlier day.
        """
        owner = table.seats.owners[1]
        if table.daily is None or owner is None:
            return
        now = datetime.fromtimestamp(self._now() // 1_000_000, UTC)
        check_begun(table.daily, now)
        first = dates_today(now)[0] - timedelta(days=offline.MAX_DAYS if table.offline else 0)
        if table.daily < first and not table.friendly:
            raise NotNow(f"The day of this code, {table.daily}, is over. Play it from the calendar.")
        begun = await self._store.find_daily(table.daily, owner)
        if begun not in (None, table.id):
            raise AlreadyPlayed(begun)

    def _lock(self, owner: ClientId) -> asyncio.Lock:
        """Return the lock that makes the checks of a new table safe against many requests at once."""
        return self._locks.setdefault(owner, asyncio.Lock())
