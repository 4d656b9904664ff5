"""The user's archive as a store of tables that nobody has to wait for at the start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from codepegs.cli.repl.loop import DaemonThreads
from codepegs.storage.archive import Added, Archive, Entry, MatchId
from codepegs.table.persistence import ArchiveStore
from codepegs.table.table import Played, Table, Transition

MAX_LISTED = 1_000_000
"""Effectively no limit."""


class BackgroundStore(ArchiveStore):
    """Opens the archive in a thread, while the first question is on the screen.

    A match is stored with the first move of a person. Until then nothing of it is worth keeping,
    and the code of a computer need not wait for the archive.
    """

    def __init__(self, open_archive: Callable[[], Archive]) -> None:
        self._unsaved: list[Callable[[], Future[Any]]] = []
        self._closed = False
        self.stored: set[MatchId] = set()
        """The matches that are in the archive."""
        self._threads = DaemonThreads()
        self._opening = self._threads.submit(self._open, open_archive)
        super().__init__(self._opening.result)

    async def open(self, table: Table, *, at: int) -> None:
        agreement = table.require_match().agreement
        self._unsaved = [lambda: self._archive().begin_later(table.id, agreement, at=at)]
        if table.seats.clients == (None, None):
            await asyncio.wrap_future(self._threads.submit(self._save_all, table.id))

    async def load(self, table: MatchId) -> Table:
        loaded = await super().load(table)
        self.stored.add(table)
        return loaded

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        save = partial(super().save, before, transition, at=at)
        effect = transition.effect
        if self._unsaved and isinstance(effect, Played) and before.bot_to_move is not None:
            self._unsaved.append(save)
            done: Future[Any] = Future()
            done.set_result(Added(effect.number, repeated=False))
            return done
        return self._threads.submit(self._save_all, before.id, save)

    def entries(self, *, table: bool) -> list[Entry]:
        """Return the unfinished matches, played at a table of a server or not, newest first."""
        return self._archive().entries(over=False, table=table, limit=MAX_LISTED)

    def close(self) -> None:
        """Close the archive. If it is still being opened, nothing is stored yet, and nobody waits for it."""
        self._closed = True
        if self._opening.done() and self._opening.exception() is None:
            self._archive().close()

    def _open(self, open_archive: Callable[[], Archive]) -> Archive:
        archive = open_archive()
        if self._closed:
            archive.close()
        return archive

    def _save_all(self, match: MatchId, *saves: Callable[[], Future[Any]]) -> Any:
        """Save what is unsaved, then the rest. Return the last result."""
        result = None
        for save in (*self._unsaved, *saves):
            result = save().result()
        self._unsaved = []
        self.stored.add(match)
        return result
