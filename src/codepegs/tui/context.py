"""The context: what all screens share, handed in by the shell."""

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
    """An archive, a store, chance and two clocks.

    The archive is opened when it is first asked for, as what it needs takes longer to
    load than the first screen. `clock` measures turns, in seconds from anywhere; `now`
    dates what is kept, in microseconds of UTC.
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
        """The archive; a CodepegsError says why there is none."""
        with self._lock:  # a thread opens it while the first key may already ask for it
            if self._archive is None:
                self._archive = self._open()
            return self._archive

    def unfinished(self, most: int) -> list[Entry]:
        """The matches that can be gone on with here: not over, and at no table of a server."""
        return self.archive.entries(over=False, table=False, limit=most)

    def move_writer(self, match: MatchId) -> Callable[[Match, Move], None]:
        """What keeps each move of a match: it is on the disk when this returns."""

        def keep(after: Match, move: Move) -> None:
            self.archive.add(match, after.length - 1, move, at=self.now())

        return keep

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
