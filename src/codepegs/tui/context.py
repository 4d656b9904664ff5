"""Context that all screens share. The command line passes it in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cached_property
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from codepegs.errors import CodepegsError
from codepegs.tui.pace import Pace
from codepegs.tui.store import Store

if TYPE_CHECKING:
    from textual.events import Key

    from codepegs.storage.archive import Archive, Entry
    from codepegs.table.keyboard import Keyboard
    from codepegs.table.local import LocalTables


class Visitor(Protocol):
    """Somebody who has the link of a table at a server. Every method may raise a CodepegsError."""

    def look(self) -> tuple[str, ...] | None:
        """Return the terms if a seat is free, or None to return to a seat or to watch. It may block."""

    def sit_down(self, name: str) -> None:
        """Take the seat. It may block."""

    async def open_keyboard(self) -> Keyboard:
        """Connect to the table."""

    def link_to(self, table: str) -> str:
        """Return the link that leads back to a seat at this table, or at that of a rematch."""


def no_server(link: str) -> Visitor:
    """Refuse every link."""
    raise CodepegsError("This installation can't connect to servers.")


class AppContext:
    """The archive, the tables of this user, the settings store, a random generator and two clocks.

    Archive and tables open on first use, because their libraries take longer to load than the
    first screen. `monotonic` returns nanoseconds since any moment and measures turns. `now`
    returns microseconds of UTC and dates what is stored.
    """

    def __init__(
        self,
        *,
        archive: Callable[[], Archive],
        store: Store,
        random: Random,
        monotonic: Callable[[], int],
        now: Callable[[], int],
        visit: Callable[[str], Visitor] = no_server,
    ) -> None:
        """`visit` returns the visitor for the link of a table, or raises a CodepegsError."""
        self._open = archive
        self._archive: Archive | None = None
        self._lock = Lock()
        self.store, self.random, self.monotonic, self.now = store, random, monotonic, now
        self.visit = visit
        self.pace = Pace()
        """Delay between the moves of computers at these tables."""
        self.saving = True
        """Whether matches are stored in the archive."""
        self.seats: dict[str, str] = {}
        """Links back to the user's seats at servers, by table, as long as the matches go on."""
        self.typed: list[Key] | None = None
        """Keys typed while a table is being opened. They are for its board."""

    @property
    def archive(self) -> Archive:
        """The archive, opened on first use. Raises a CodepegsError if it cannot be opened."""
        with self._lock:  # the menu opens it in a thread while the first key may need it
            if self._archive is None:
                self._archive = self._open()
            return self._archive

    @cached_property
    def tables(self) -> LocalTables:
        """The tables of all matches that are played here."""
        from codepegs.table.local import LocalTables
        from codepegs.table.persistence import ArchiveStore, MemoryStore

        return LocalTables(
            ArchiveStore(lambda: self.archive) if self.saving else MemoryStore(),
            random=self.random,
            now=self.now,
            monotonic=self.monotonic,
            pause=lambda _: self.pace.wait(),
        )

    async def stop_saving(self) -> None:
        """Play the next matches without an archive, because it cannot be opened."""
        await self.close_tables()
        self.saving = False
        vars(self).pop("tables", None)

    @property
    def today(self) -> date:
        """The date here, whose daily code is played."""
        return self.time.astimezone().date()

    @property
    def time(self) -> datetime:
        """The time in UTC."""
        return datetime.fromtimestamp(self.now() / 1_000_000, UTC)

    def unfinished(self, most: int) -> list[Entry]:
        """Return matches that can be continued here: not over, not played on a server, and begun.

        A solo game without a guess is about to be deleted, or open in another window.
        """
        entries = self.archive.entries(over=False, table=False, limit=most)
        return [entry for entry in entries if entry.moves > 1 or not entry.agreement.solo]

    async def close_tables(self) -> None:
        """Finish what is being saved, and stop clocks and computers."""
        if "tables" in vars(self):
            await self.tables.close()

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
