"""Seats of a table: who plays, and how an invited player joins.

Tokens are stored only as hashes, so a leaked archive gives nobody a seat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import NewType, cast

from codepegs.errors import UnknownLevel
from codepegs.players.level import Level, check_person, level_of
from codepegs.rules.agreement import NOBODY
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.errors import NotInvited, SeatTaken
from codepegs.table.errors import Forbidden

ClientId = NewType("ClientId", str)
"""Hash of a token: of a program, of a browser's session, or of a browser's seat at one table."""

InvitationHash = NewType("InvitationHash", str)
"""Hash of the token in an invitation link."""

PLAYER_NUMBERS: tuple[PlayerNumber, PlayerNumber] = (0, 1)


def client_id(token: str) -> ClientId:
    """Return the id of the client that sends `token`."""
    return ClientId(_hash(token))


def shared_clients(client: ClientId) -> tuple[ClientId, ClientId]:
    """Return one id per seat, for a client that has both seats of a table.

    Neither is its own id: without naming a seat it is a spectator there.
    """
    return client_id(f"{client} 0"), client_id(f"{client} 1")


def invitation_hash(token: str) -> InvitationHash:
    """Return the hash of an invitation's token."""
    return InvitationHash(_hash(token))


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=4096)
def computer_level(name: str | None) -> Level | None:
    """Return the level of the computer called `name`, or None for a person or an empty seat."""
    try:
        return None if name is None else level_of(name)
    except UnknownLevel:
        return None


@dataclass(frozen=True, slots=True)
class Seats:
    """The two seats of a table, by player number. Player 0 makes the first code.

    A seat without a name is empty. A seat with a name but no client belongs to a computer,
    or to a player whose client is unknown. No client can move for it.
    """

    names: tuple[str | None, str | None]
    clients: tuple[ClientId | None, ClientId | None] = (None, None)
    """Who may see and play each seat."""
    owners: tuple[ClientId | None, ClientId | None] = (None, None)
    """Whose lists, limits and statistics each seat counts for."""
    invitation: InvitationHash | None = None
    """Admits one player to the empty seat."""

    @property
    def empty_seat(self) -> PlayerNumber | None:
        """The seat that waits for an invited player, or None if both are taken."""
        return next((player for player in PLAYER_NUMBERS if self.names[player] is None), None)

    @property
    def shared(self) -> bool:
        """Whether two people play at one screen: both seats count for the same owner."""
        return self.owners[0] is not None and self.owners[0] == self.owners[1]

    @property
    def player_names(self) -> tuple[str, str]:
        """Both names. The table must be full."""
        assert self.empty_seat is None
        return cast("tuple[str, str]", self.names)

    def player_of(self, client: ClientId | None) -> PlayerNumber | None:
        """Return the player number of `client`, or None for a spectator."""
        if client is None:
            return None
        first, second = self.clients
        return 0 if client == first else 1 if client == second else None

    def find_seats(self, client: ClientId) -> dict[PlayerNumber, ClientId]:
        """Return the seats that `client` may play, each with the id that plays it."""
        ids = shared_clients(client) if self.shared else (client,)
        return {player: one for one in ids if (player := self.player_of(one)) is not None}

    def automatic(self, player: PlayerNumber) -> bool:
        """Return whether the program plays for this seat: a computer's, or nobody's in a solo game."""
        return self.names[player] == NOBODY or self.level(player) is not None

    def level(self, player: PlayerNumber) -> Level | None:
        """Return the level of the computer in this seat, or None if a person or nobody sits there."""
        return computer_level(self.names[player])

    def join(
        self, table: str, *, client: ClientId, owner: ClientId, name: str, invitation: InvitationHash
    ) -> Seats:
        """Return the seats after an invited player takes the empty one. The invitation is used up.

        Raises an error that says why the player cannot join. Whether the two names differ
        is checked later, by the agreement.
        """
        if self.player_of(client) is not None or owner in self.owners:
            raise Forbidden("You already have a seat at this table. Send the invitation link to a friend.")
        if self.empty_seat is None:
            raise SeatTaken(table)
        if self.invitation is None or not compare_digest(self.invitation, invitation):
            raise NotInvited(table)
        check_person(name)
        if self.empty_seat == 0:
            return Seats((name, self.names[1]), (client, self.clients[1]), (owner, self.owners[1]))
        return Seats((self.names[0], name), (self.clients[0], client), (self.owners[0], owner))

    def move(self, player: PlayerNumber, *, client: ClientId, owner: ClientId) -> Seats:
        """Return the seats after one of them has moved to another client."""
        if player == 0:
            return replace(self, clients=(client, self.clients[1]), owners=(owner, self.owners[1]))
        return replace(self, clients=(self.clients[0], client), owners=(self.owners[0], owner))

    def swap(self) -> Seats:
        """Return the seats with the two players changed over."""
        (one, two), (first, second), (mine, theirs) = self.names, self.clients, self.owners
        return Seats((two, one), (second, first), (theirs, mine))
