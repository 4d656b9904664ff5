"""Store of tables that opens the user's archive in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from codepegs.cli.match_list import find_id
from codepegs.cli.repl.loop import DaemonThreads
from codepegs.storage.archive import Added, Archive, MatchId
from codepegs.storage.errors import UnknownMatch
from codepegs.table.persistence import ArchiveStore, done_future
from codepegs.table.table import Played, Rematched, Table, Transition

DELAY = 0.05
"""Seconds before the archive is opened, so that this does not slow down the first question."""


class BackgroundStore(ArchiveStore):
    """Opens the archive in a thread, while the first question is on the screen.

    A match is stored with the first move of a person. Until then nothing of it is worth keeping,
    and the code of a computer need not wait for the archive.
    """

    def __init__(self, open_archive: Callable[[], Archive]) -> None:
        super().__init__(lambda: self._start().result())
        self._open_archive = open_archive
        self._opening: Future[Archive] | None = None
        self._threads = DaemonThreads()
        self._unsaved: list[Callable[[], Future[Any]]] = []
        self._new: Table | None = None
        """The new match with its unsaved moves."""
        self._closed = False
        self.stored: set[MatchId] = set()
        """The matches that are in the archive."""

    async def open(self, table: Table, *, at: int) -> None:
        self._begin(table, at=at)
        if table.seats.clients == (None, None):
            await asyncio.wrap_future(self._threads.submit(self._save_all, table.id))
        else:
            asyncio.get_running_loop().call_later(DELAY, self._start)

    async def load(self, table: MatchId) -> Table:
        new = self._new if self._unsaved else None
        try:
            loaded = await super().load(table)
        except UnknownMatch:
            if new is None or new.id != table:
                raise
            return new
        if new is not None and new.id == table:
            # A save that reported an error had stored the match. Its other moves are not sent again.
            self._unsaved = []
        self.stored.add(table)
        return loaded

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        save = partial(super().save, before, transition, at=at)
        effect = transition.effect
        if self._unsaved and isinstance(effect, Played) and before.automatic_turn is not None:
            self._unsaved.append(save)
            self._new = transition.table
            return done_future(Added(effect.number, repeated=False))
        if isinstance(effect, Rematched):
            self._begin(effect.table, at=at)
            return done_future()
        self._start()
        return self._threads.submit(self._save_all, before.id, save)

    def find(self, name: str) -> MatchId:
        """Return the ID that starts with what a person typed."""
        return find_id(self._archive(), name)

    def find_unfinished(self) -> MatchId | None:
        """Return the last unfinished match that can be resumed here, if there is one."""
        entries = self._archive().entries(over=False, table=False, limit=1)
        return entries[0].id if entries else None

    def close(self) -> None:
        """Close the archive. If it is still being opened, nothing is stored yet, and nobody waits for it."""
        self._closed = True
        opening = self._opening
        if opening is not None and opening.done() and opening.exception() is None:
            opening.result().close()

    def _begin(self, table: Table, *, at: int) -> None:
        """Remember a new match, to be stored with its first move of a person."""
        agreement, self._new = table.require_match().agreement, table
        self._unsaved = [lambda: self._archive().begin_later(table.id, agreement, at=at)]

    def _start(self) -> Future[Archive]:
        """Start to open the archive, unless that was done before."""
        if self._opening is None:
            self._opening = self._threads.submit(self._open)
        return self._opening

    def _open(self) -> Archive:
        archive = self._open_archive()
        if self._closed:
            archive.close()
        return archive

    def _save_all(self, match: MatchId, *saves: Callable[[], Future[Any]]) -> Any:
        """Save what is unsaved, then the rest. Return the last result."""
        while self._unsaved:
            self._unsaved[0]().result()
            del self._unsaved[0]
        self.stored.add(match)
        result = None
        for save in saves:
            result = save().result()
        return result
