"""The interface of the store of a server's tables.

A table exists before its second player has joined. Its match starts when both players are
there, and has the same id. Matches that are played in a terminal have no table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple, Protocol

from codepegs.rules.edition import Edition
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import Added, MatchId
from codepegs.storage.statistics import OpponentTally, SoloStatistics, Tally


@dataclass(frozen=True, slots=True)
class TableRow:
    """Stored table. Callers that open one set only the fields before `version`.

    Clients, owners and the invitation are hashes that the caller computes, so that nobody can take
    a seat with what is in the file.
    """

    id: MatchId
    """From :func:`~codepegs.storage.archive.new_id`."""
    edition: Edition
    games: int
    names: tuple[str | None, str | None]
    """Player 0, who makes the first code, and player 1; None if that player has not joined."""
    clients: tuple[str | None, str | None]
    """Rights to play each seat. None for an empty seat, which has no name either, or a computer."""
    owners: tuple[str | None, str | None]
    """Whose lists, limits and statistics each seat counts for. None like `clients`."""
    hints: bool = False
    friendly: bool = False
    daily: date | None = None
    offline: bool = False
    """Whether it is a solo game that its player sent when it was over."""
    invitation: str | None = None
    """For the empty seat; None when it is taken."""
    challenge: bool = False
    """Whether it was opened as a challenge, whose empty seat anybody may take."""
    version: int = 0
    """Number of stored changes: moves, the second player, offers, the rematch."""
    offers: str = ""
    """Open offers, in a format that the caller chooses."""
    rematch: MatchId | None = None
    rematch_of: MatchId | None = None
    opened: int = 0
    changed: int = 0
    """Time of the last change, in the unit of an archive entry."""
    moves: int = 0
    over: bool = False
    turn: PlayerNumber | None = None
    """The player to move, or None before the match and after it."""
    game: int = 1
    """Number of the game in play, or of the last one."""
    guesses: int = 0
    """Guesses in that game."""
    points: tuple[int, int] = (0, 0)
    outcome: Outcome | None = None
    ended: int | None = None
    """Time of the last move, if the match is over."""

    @property
    def begun(self) -> bool:
        """Whether both players are there and the match has started."""
        return None not in self.names

    @property
    def empty_seat(self) -> PlayerNumber | None:
        """The seat without a player, or None."""
        return None if self.begun else 0 if self.names[0] is None else 1

    def place(self, owner: str) -> Place:
        """Return its place in the list of `owner`."""
        theirs = self.turn is not None and self.owners[self.turn] == owner
        return Place(2 if self.over else 0 if theirs else 1, self.changed, self.id)


class Place(NamedTuple):
    """Place of a table in the list of an owner, which goes by group, then by time, the latest first."""

    group: int
    """0 if it is the owner's turn, 1 for other unfinished matches, 2 if it is over."""
    changed: int
    id: MatchId


class StoredMove(NamedTuple):
    """A move with the player who sent it and its key, both None if no client sent it."""

    move: Move
    seat: PlayerNumber | None
    key: str | None


class LaterMoves(NamedTuple):
    """The moves after a known one, and what the table says besides its match."""

    moves: list[StoredMove]
    notes: int
    """Number of changes that are not moves."""
    offers: str


class Tables(Protocol):
    """Thread-safe store of tables and their matches, for one server.

    A method that returns a Future does not wait for the disk. The Future gets its result
    when the change is durable, or a CodepegsError if it is refused. The other methods read
    from the disk, which takes milliseconds.
    """

    def open(self, table: TableRow, *, at: int, moves: Sequence[Move] = ()) -> Future[TableRow]:
        """Store a new table. If it has both players, its match starts, with the `moves` made before.

        If it has the 21st unfinished solo game of its owner, it replaces the one untouched longest.
        Raises AlreadyPlayed if the owner of player 1 has another table with the same daily code.
        """

    def join(
        self, table: MatchId, *, client: str, owner: str, name: str, invitation: str, at: int
    ) -> Future[TableRow]:
        """Take the empty seat with an invitation, and start the match.

        The first of several callers gets the seat, the others get SeatTaken. A repeated
        call of the player who got it has the same result. A name that is not allowed
        raises IllegalAgreement and leaves the seat empty.
        """

    def save_offers(self, table: MatchId, *, version: int, offers: str, at: int) -> Future[TableRow]:
        """Store the open offers. Raises VersionConflict unless the table is at `version`."""

    def move_seat(
        self, table: MatchId, *, version: int, player: PlayerNumber, client: str, owner: str, at: int
    ) -> Future[TableRow]:
        """Give the seat of `player` to another client. Raises VersionConflict unless at `version`."""

    def rematch(self, table: MatchId, *, version: int, new: TableRow, at: int) -> Future[TableRow]:
        """Open the rematch `new` and link `table` to it, in one transaction. Offers of `table` end.

        Raises VersionConflict unless the table is at `version` and has no rematch yet.
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
        notes: int | None = None,
    ) -> Future[Added]:
        """Store the move that follows the first `number` moves, and `offers` if given.

        With `notes`, it raises VersionConflict unless the table has this number of changes besides moves.

        A `key` that `seat` has used in this match stores nothing new: the same number and
        move get the same result, anything else raises KeyReused. The key is checked before
        the number, so a repeated move is never Stale.

        `before` is the match without the move, and `after` is `before.play(move)`. If the
        caller passes them, this method does not read and replay the match. The RuleError of
        an illegal move is raised immediately.
        """

    def table(self, table: MatchId) -> TableRow:
        """Return the table, or raise UnknownTable."""

    def versions(self, tables: Sequence[MatchId]) -> Mapping[MatchId, int]:
        """Return the version of each of these tables that exists, without checking them for damage."""

    def moves_since(self, match: Match) -> LaterMoves:
        """Return the moves that follow those of `match`, which has the name of its table.

        All comes from one snapshot. Raises UnknownTable, and DamagedMatch if a move cannot be played.
        """

    def tables_of(self, owner: str, *, limit: int = 50, after: Place | None = None) -> list[TableRow]:
        """Return the tables in the list of `owner` in the order of their places, from `after` on.

        Those that `owner` has hidden are left out.
        """

    def hide(self, table: MatchId, owner: str) -> Future[None]:
        """Remove a table from the list of `owner`. Everything else stays."""

    def unfinished_solo(self, owner: str) -> list[MatchId]:
        """Return the solo games of `owner` that are not over, without daily codes, the last played first."""

    def find_daily(self, day: date, owner: str) -> TableRow | None:
        """Return the table at which `owner` has begun the daily code of `day`, or None."""

    def open_challenges(self) -> list[TableRow]:
        """Return the challenges that nobody has taken, the oldest first."""

    def idle_tables(self, *, solo_before: int, match_before: int, limit: int = 50) -> Mapping[MatchId, int]:
        """Return the version of unfinished tables without a recent move, by id, the oldest first.

        The last move of a solo game came before `solo_before`. The last move of any other
        match came before `match_before`, or its table has waited for a player since then.
        """

    def statistics(self, owner: str) -> list[Tally]:
        """Return the results of `owner` as codebreaker in matches, sorted by edition and name."""

    def opponents(self, owner: str) -> list[OpponentTally]:
        """Return the finished matches of `owner` by opponent, sorted by name."""

    def solo_statistics(self, owner: str, *, today: date) -> SoloStatistics:
        """Return the statistics of the solo games and daily codes of `owner`."""

    def match(self, match: MatchId) -> Match:
        """Return the match, replayed by the rules from its stored moves."""

    def keys(self, match: MatchId) -> Mapping[tuple[PlayerNumber, str], int]:
        """Return the number of each move that was sent with a key, by player and key."""

    def delete(self, table: MatchId) -> Future[None]:
        """Delete a table and its match, and its games from the statistics."""

    def token_key(self) -> bytes:
        """Return 32 secret random bytes, which are the same for every server that opens this archive.

        A server marks the tokens that it issues with them.
        """

    def backup(self, path: Path) -> None:
        """Write a snapshot of the whole archive to a new file."""

    def close(self) -> None:
        """Finish pending work, and release the archive for another server."""
