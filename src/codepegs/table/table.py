"""Immutable state of a table, and the transitions that :mod:`codepegs.table.commands` return."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType

from codepegs.errors import NotNow
from codepegs.notation import sentences
from codepegs.notation.terms import describe_match_terms, describe_terms
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.edition import Edition
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import View
from codepegs.storage.archive import MatchId
from codepegs.storage.tables import TableRow
from codepegs.table import offers as offer
from codepegs.table.errors import NotSeated
from codepegs.table.offers import Offer
from codepegs.table.seats import ClientId, InvitationHash, Seats
from codepegs.table.version import Version

Keys = Mapping[tuple[PlayerNumber, str], int]
"""Number of the move that a player sent with a key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A match with its seats and open offers.

    `match` starts when the second player joins. `notes` counts changes that are not moves:
    joins, moved seats, offers made or declined, and a rematch. Accepting any other offer is a move.
    """

    id: MatchId
    edition: Edition
    games: int
    hints: bool
    """Whether hints are allowed from the start."""
    friendly: bool = False
    daily: date | None = None
    offline: bool = False
    """Whether it is a solo game that its player sent when it was over."""
    seats: Seats
    challenge: bool = False
    """Whether it was opened as a challenge, whose empty seat anybody may take."""
    match: Match | None = None
    offers: tuple[Offer, ...] = ()
    notes: int = 0
    rematch: MatchId | None = None
    """Id of the table where the same players play a rematch."""
    keys: Keys = field(default_factory=lambda: MappingProxyType({}))
    changed: int | None = field(default=None, compare=False)
    """When a table from the store had changed last, in microseconds since 1970."""
    codemaker_late: bool = field(default=False, compare=False)
    """Whether the program made the last move because the codemaker's time ran out. It is not stored."""

    @classmethod
    def from_row(cls, row: TableRow, match: Match | None, keys: Keys) -> Table:
        """Return the table that is stored as `row`."""
        first, second, mine, theirs = (
            None if hashed is None else ClientId(hashed) for hashed in (*row.clients, *row.owners)
        )
        return cls(
            id=row.id,
            edition=row.edition,
            games=row.games,
            hints=row.hints,
            friendly=row.friendly,
            daily=row.daily,
            offline=row.offline,
            seats=Seats(
                row.names,
                (first, second),
                (mine, theirs),
                None if row.invitation is None else InvitationHash(row.invitation),
            ),
            challenge=row.challenge,
            match=match,
            offers=offer.read(row.offers),
            notes=row.version - row.moves,
            rematch=row.rematch,
            keys=keys,
            changed=row.changed,
        )

    def to_row(self) -> TableRow:
        """Return the row to store when the table is opened."""
        return TableRow(
            id=self.id,
            edition=self.edition,
            games=self.games,
            names=self.seats.names,
            clients=self.seats.clients,
            owners=self.seats.owners,
            hints=self.hints,
            friendly=self.friendly,
            daily=self.daily,
            offline=self.offline,
            invitation=self.seats.invitation,
            challenge=self.challenge,
        )

    @property
    def moves(self) -> int:
        """Number of moves."""
        return 0 if self.match is None else self.match.length

    @property
    def version(self) -> int:
        """Number of stored changes. Each adds one, and a restart never lowers it."""
        return self.notes + self.moves

    @property
    def changes(self) -> Version:
        """Its version in detail."""
        return Version(self.version, self.moves, self.notes)

    @property
    def solo(self) -> bool:
        return self.seats.names[0] == NOBODY

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def automatic_turn(self) -> PlayerNumber | None:
        """The player for whom the program moves now, or None. In a solo game it sets the code."""
        turn = None if self.match is None else self.match.turn
        return turn if turn is not None and self.seats.automatic(turn) else None

    @property
    def told(self) -> tuple[str, ...]:
        """Sentences for everybody about the last move."""
        if self.match is None:
            return ()
        told = sentences.describe_last_move(self.match)
        if not self.codemaker_late:
            return told
        played = [game for game in self.match.games if game.moves][-1]
        late = sentences.describe_late_codemaker(self.match.agreement, View.of(played, Seat.SPECTATOR))
        return (late, *told)

    @property
    def agreed(self) -> tuple[str, ...]:
        """All terms as they are agreed now, in sentences."""
        if self.match is not None:
            played = ("It was played offline, on a device that knew the code.",) if self.offline else ()
            return (*describe_match_terms(self.match), *played)
        return describe_terms(
            self.edition,
            self.games,
            self.seats.names,
            hints=self.hints,
            friendly=self.friendly,
            daily=self.daily,
            time_limit=self.edition.time_limit,
        )

    def require_player(self, client: ClientId | None) -> PlayerNumber:
        """Return the player number of `client`, or raise NotSeated."""
        player = self.seats.player_of(client)
        if player is None:
            raise NotSeated
        return player

    def require_match(self) -> Match:
        """Return the match, or raise NotNow if it has not started."""
        if self.match is None:
            raise NotNow("Not now: the other player has not joined yet.")
        return self.match

    def start(self) -> Table:
        """Return the table with a new match. Both seats must be taken."""
        agreement = Agreement(
            self.edition, self.seats.player_names, self.games, self.hints, self.friendly, self.daily
        )
        return replace(self, match=Match.start(agreement, name=self.id))


@dataclass(frozen=True, slots=True)
class Played:
    """Effect: a move was played. `key` is None if no client sent it."""

    number: int
    move: Move
    key: str | None


@dataclass(frozen=True, slots=True)
class OffersChanged:
    """Effect: the open offers changed."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Effect: an invited player took the empty seat, and the match started."""

    player: PlayerNumber
    client: ClientId
    owner: ClientId
    name: str
    invitation: InvitationHash


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """Effect: a seat belongs to another client, of another device."""

    player: PlayerNumber
    client: ClientId
    owner: ClientId


@dataclass(frozen=True, slots=True)
class Rematched:
    """Effect: a new table was opened for a rematch."""

    table: Table


@dataclass(frozen=True, slots=True)
class Deleted:
    """Effect: the table was deleted. Subscribers receive the `reason`."""

    reason: str


Effect = Played | OffersChanged | Joined | SeatMoved | Rematched | Deleted


@dataclass(frozen=True, slots=True)
class Transition:
    """Result of a command. Save its effect before anybody learns of it."""

    table: Table
    """The table after it."""
    effect: Effect | None
    """The change to save, or None if nothing changed, such as for a repeated command."""
    by: PlayerNumber | None = None
    line: str | None = None
    """The move as text for everybody."""
    number: int | None = None
    """Number of the move, also for a repeated command."""


Command = Callable[[Table], Transition]
"""Judges what somebody wants to do at a table, or raises an error."""
