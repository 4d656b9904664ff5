"""A table: an agreed match and who sits at it. What becomes of it is for :mod:`codepegs.table.commands`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from codepegs.errors import NotNow
from codepegs.rules.agreement import Agreement
from codepegs.rules.edition import Edition
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MatchId
from codepegs.storage.tables import TableRow
from codepegs.table import offers as offer
from codepegs.table.errors import NotSeated
from codepegs.table.offers import Offer
from codepegs.table.seats import ClientId, InvitationHash, Seats

Keys = Mapping[tuple[PlayerNumber, str], int]
"""The number of the move that a player sent under a client key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What both players agreed on, where they sit, and how far they are.

    `match` begins when the second player sits down. `notes` counts what happened beside
    the moves: that somebody sat down, and that offers were made, declined or led to a
    rematch. What an accepted offer changes is a move, so its offer needs no note to go.
    """

    id: MatchId
    edition: Edition
    games: int
    hints: bool
    """Whether hints are allowed from the beginning."""
    seats: Seats
    match: Match | None = None
    offers: tuple[Offer, ...] = ()
    notes: int = 0
    rematch: MatchId | None = None
    """The table at which these players play each other again."""
    keys: Keys = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def from_row(cls, row: TableRow, match: Match | None, keys: Keys) -> Table:
        """The table that is kept as `row`."""
        first, second = (None if hashed is None else ClientId(hashed) for hashed in row.clients)
        return cls(
            id=row.id,
            edition=row.edition,
            games=row.games,
            hints=row.hints,
            seats=Seats(
                row.names,
                (first, second),
                None if row.invitation is None else InvitationHash(row.invitation),
            ),
            match=match,
            offers=offer.read(row.offers),
            notes=row.version - row.moves,
            rematch=row.rematch,
            keys=keys,
        )

    def to_row(self) -> TableRow:
        """The table to be kept when it is opened."""
        return TableRow(
            id=self.id,
            edition=self.edition,
            games=self.games,
            names=self.seats.names,
            clients=self.seats.clients,
            hints=self.hints,
            invitation=self.seats.invitation,
        )

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return 0 if self.match is None else self.match.length

    @property
    def version(self) -> int:
        """How many durable changes there were: each makes it one more, and no restart makes it less."""
        return self.notes + self.moves

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.over

    @property
    def bot_to_move(self) -> PlayerNumber | None:
        """The computer whose turn it is; None where a person's is, or nobody's."""
        turn = None if self.match is None else self.match.turn
        return turn if turn is not None and self.seats.level(turn) else None

    def require_player(self, client: ClientId | None) -> PlayerNumber:
        """Where `client` sits, or NotSeated."""
        player = self.seats.player_of(client)
        if player is None:
            raise NotSeated
        return player

    def require_match(self) -> Match:
        """The match, or NotNow where it has not begun."""
        if self.match is None:
            raise NotNow("Not now: the table waits for the other player to sit down.")
        return self.match

    def start(self) -> Table:
        """The table with its match before the first move; both players sit."""
        agreement = Agreement(self.edition, self.seats.player_names, self.games, self.hints)
        return replace(self, match=Match.start(agreement, name=self.id))


@dataclass(frozen=True, slots=True)
class Played:
    """A move to keep as number `number`; `key` is None where no client sent it."""

    number: int
    move: Move
    key: str | None


@dataclass(frozen=True, slots=True)
class OffersChanged:
    """The table's offers to keep, under its new version."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody to keep who has sat down; with that the match begins."""

    player: PlayerNumber
    client: ClientId
    name: str
    invitation: InvitationHash


@dataclass(frozen=True, slots=True)
class Rematched:
    """A new table to keep, and its name with the old one."""

    table: Table


Effect = Played | OffersChanged | Joined | Rematched


@dataclass(frozen=True, slots=True)
class Transition:
    """What a command has brought, to be kept before it is told."""

    table: Table
    """The table after it."""
    effect: Effect | None
    """What to keep; None where nothing new has happened, as when a command is repeated."""
    by: PlayerNumber | None = None
    line: str | None = None
    """The move as everybody may read it."""
    number: int | None = None
    """The number of the move that answers the command; an older one where it was repeated."""
