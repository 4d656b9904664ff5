"""Context that all screens share. The command line passes it in."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Lock
from typing import TYPE_CHECKING

from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.tui.store import Store

if TYPE_CHECKING:
    from codepegs.storage.archive import Archive, Entry, MatchId


class AppContext:
    """The archive, the settings store, a random generator and two clocks.

    The archive opens on first use, because its libraries take longer to load than the
    first screen. `clock` returns seconds since any moment and measures turns. `now`
    returns microseconds of UTC and dates what is stored.
    """

    def __init__(
        self,
        *,
        archive: Callable[[], Archive],
        store: Store,
        random: Random,
        clock: Callable[[], float],
        now: Callable[[], int],
    ) -> None:
        self._open = archive
        self._archive: Archive | None = None
        self._lock = Lock()
        self.store, self.random, self.clock, self.now = store, random, clock, now

    @property
    def archive(self) -> Archive:
        """The archive, opened on first use. Raises a CodepegsError if it cannot be opened."""
        with self._lock:  # the menu opens it in a thread while the first key may need it
            if self._archive is None:
                self._archive = self._open()
            return self._archive

    def unfinished(self, most: int) -> list[Entry]:
        """Return matches that can be resumed here: not over, and not played on a server."""
        return self.archive.entries(over=False, table=False, limit=most)

    def move_writer(self, match: MatchId) -> Callable[[Match, Move], None]:
        """Return a function that stores a move of `match`. The move is on disk when it returns."""

        def keep(after: Match, move: Move) -> None:
            self.archive.add(match, after.length - 1, move, at=self.now())

        return keep

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
