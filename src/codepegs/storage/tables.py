"""Tables: agreed matches and who sits at them, as a server keeps them.

A table is there before the friend has come, and has the name of the match that begins
with the second player. Matches that are played in a terminal have no table.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from codepegs.rules.edition import Edition
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MatchId


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is kept. Whoever opens one gives what comes before `version`, and no more.

    Holders and the invitation are kept as hashes (of what, is for the caller to say), so
    that nobody who reads the file can sit down in another's place.
    """

    id: MatchId
    """From :func:`~codepegs.storage.archive.new_id`."""
    edition: Edition
    games: int
    names: tuple[str | None, str | None]
    """Player 0, who makes the first code, and player 1; None for one who has not come yet."""
    holders: tuple[str | None, str | None]
    """None for a seat that is free, or that a computer has: a computer has a name."""
    hints: bool = False
    invitation: str | None = None
    """To the free seat; None once somebody has sat down there."""
    version: int = 0
    """Durable changes since the table was opened: moves, the friend's coming, notes, the rematch."""
    offers: str = ""
    """What lies on the table to be answered, in the words of the caller."""
    rematch: MatchId | None = None
    opened: int = 0
    changed: int = 0
    """When the last change was, as in an entry of the archive."""
    moves: int = 0
    over: bool = False

    @property
    def begun(self) -> bool:
        """Whether both players are there, and so the match."""
        return None not in self.names

    @property
    def empty_seat(self) -> PlayerNumber | None:
        """The seat that waits for somebody."""
        return None if self.begun else 0 if self.names[0] is None else 1


@dataclass(frozen=True, slots=True)
class Added:
    """A move that is kept: its number, and whether it had been kept before under the same key."""

    number: int
    repeated: bool


class Tables(Protocol):
    """Keeps tables and their matches for one server. Any number of threads may use one.

    What gives a Future is done by another thread; the Future is answered when it is
    durable, and refused with a CodepegsError where it cannot be done. Nothing that gives a
    Future waits for the disk. Everything else reads the disk, for milliseconds.
    """

    def open(self, table: TableRow, *, at: int) -> Future[TableRow]:
        """Keep a new table; with both names its match begins."""

    def join(self, table: MatchId, *, holder: str, name: str, invitation: str, at: int) -> Future[TableRow]:
        """Take the free seat, by invitation; the match begins with it.

        Of many at once one sits down, and the others are refused as SeatTaken. Whoever
        sits there already and asks again gets the same answer. A name that the two cannot
        agree on raises IllegalAgreement and leaves the seat free.
        """

    def save_offers(self, table: MatchId, *, version: int, offers: str, at: int) -> Future[TableRow]:
        """Keep what lies on the table now, if it still is at `version`; otherwise it is Changed."""

    def rematch(self, table: MatchId, *, version: int, new: TableRow, at: int) -> Future[TableRow]:
        """Open a table after `table`, which names it from now on and has no offers; both or neither.

        Gives the new table. One that has a rematch, or another version, is Changed.
        """

    def add_later(
        self,
        match: MatchId,
        number: int,
        move: Move,
        *,
        at: int,
        seat: PlayerNumber | None = None,
        key: str | None = None,
        before: Match | None = None,
        after: Match | None = None,
        offers: str | None = None,
    ) -> Future[Added]:
        """Keep a move, the one after `number` others; `offers` is noted with it.

        Under a `key` that `seat` has used in this match, nothing is kept a second time: the
        same number and move get the same answer, others are refused as KeyReused. The key
        is looked at before the number, so that a move which arrived is never Stale.

        `before` is the match as the caller knows it, and saves reading it here; `after`
        is `before.play(move)`, if the caller has played it, and saves the rules. What the
        rules refuse is raised at once.
        """

    def table(self, table: MatchId) -> TableRow:
        """The table as it is kept; UnknownTable where there is none."""

    def tables_of(self, holder: str, *, limit: int = 50) -> list[TableRow]:
        """The tables that `holder` sits at, those that changed last first."""

    def count_unfinished(self, holder: str) -> int:
        """How many tables `holder` sits at that are not over, those that wait for a friend too."""

    def match(self, match: MatchId) -> Match:
        """The match that its moves make, played again by the rules."""

    def keys(self, match: MatchId) -> Mapping[tuple[PlayerNumber, str], int]:
        """The number of each move that came under a client key, by who sent it and the key."""

    def delete(self, table: MatchId) -> Future[None]:
        """Forget a table and its match, and its games in the statistics."""

    def backup(self, path: Path) -> None:
        """Copy the whole archive to a new file, as it is at one moment, while it is used."""

    def close(self) -> None:
        """Finish what is under way, and let another server have the archive."""
