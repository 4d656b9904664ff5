"""Seats: who sits at a table, and how somebody sits down. Tokens are known by their hashes alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from hmac import compare_digest
from typing import NewType, cast

from codepegs.errors import UnknownLevel
from codepegs.players.level import Level, check_person, level_of
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.errors import NotInvited, SeatTaken
from codepegs.table.errors import NotYourMove

Holder = NewType("Holder", str)
"""A browser or a program: the hash of the token it was given."""

Invitation = NewType("Invitation", str)
"""The hash of the token in an invitation."""

BOTH: tuple[PlayerNumber, PlayerNumber] = (0, 1)


def holder(token: str) -> Holder:
    """Who shows this token."""
    return Holder(_digest(token))


def invitation(token: str) -> Invitation:
    """What this token opens."""
    return Invitation(_digest(token))


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def computer(name: str | None) -> Level | None:
    """The level of the computer of this name; None for a person, and for an empty seat."""
    try:
        return None if name is None else level_of(name)
    except UnknownLevel:
        return None


@dataclass(frozen=True, slots=True)
class Seats:
    """The two seats of a table, in the order of the agreement: player 0 makes the first code.

    An empty seat has no name. A computer's has a name and no holder, and so has a seat
    whose holder is not known: nobody plays for it.
    """

    names: tuple[str | None, str | None]
    holders: tuple[Holder | None, Holder | None] = (None, None)
    invitation: Invitation | None = None
    """Opens the empty seat, once."""

    @property
    def free(self) -> PlayerNumber | None:
        """The seat that waits for the friend."""
        return next((player for player in BOTH if self.names[player] is None), None)

    @property
    def players(self) -> tuple[str, str]:
        """Both names; only where nobody is missing."""
        assert self.free is None
        return cast("tuple[str, str]", self.names)

    def player(self, holder: Holder | None) -> PlayerNumber | None:
        """Where `holder` sits; None for whoever watches."""
        if holder is None:
            return None
        return next((player for player in BOTH if self.holders[player] == holder), None)

    def level(self, player: PlayerNumber) -> Level | None:
        """How well the computer in that seat plays; None where no computer sits there."""
        return computer(self.names[player])

    def taken(self, table: str, *, holder: Holder, name: str, invitation: Invitation) -> Seats:
        """The seats of `table` after `holder` has sat down by `invitation`, or a refusal.

        Whether the two names go together is for their agreement to say.
        """
        if self.player(holder) is not None:
            raise NotYourMove("You sit at this table already: send the invitation to a friend.")
        free = self.free
        if free is None:
            raise SeatTaken(table)
        if self.invitation is None or not compare_digest(self.invitation, invitation):
            raise NotInvited(table)
        check_person(name)
        one, two = (name if player == free else self.names[player] or "" for player in BOTH)
        first, second = (holder if player == free else self.holders[player] for player in BOTH)
        return replace(self, names=(one, two), holders=(first, second), invitation=None)
