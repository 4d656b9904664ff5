"""The archive: what keeps matches, whatever it keeps them in."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random, SystemRandom
from typing import NewType, Protocol

from codepegs.rules.agreement import Agreement
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Move
from codepegs.storage.errors import DamagedMatch
from codepegs.storage.statistics import Tally

MatchId = NewType("MatchId", str)
"""The name of a match: short, random, of letters and digits. Anybody may know it."""

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like another."""
_LENGTH = 10

SYSTEM_RANDOM = SystemRandom()
"""What names are drawn from where no other source is handed in."""


def new_id(random: Random) -> MatchId:
    """A name drawn from `random`, one of 31¹⁰: hardly ever one that a match has, which an archive refuses."""
    return MatchId("".join(random.choice(_LETTERS) for _ in range(_LENGTH)))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line in the list of matches. Times are UTC, in microseconds since 1970."""

    id: MatchId
    agreement: Agreement
    begun: int
    changed: int
    """When the last move was made, or the match begun."""
    moves: int
    over: bool
    points: tuple[int, int]
    outcome: Outcome | None
    table: bool = False
    """Whether it is played at a table of a server."""


class Archive(Protocol):
    """Keeps matches as the list of their moves. Any number of threads may use one.

    What a method has done is durable when it returns: neither a killed process nor a
    power cut takes it back. Every method raises ArchiveError where it cannot.
    """

    def begin(self, agreement: Agreement, *, at: int) -> MatchId:
        """Keep a new match, without moves, under a name drawn at random.

        One that another match has is ArchiveUnavailable, and that match stays as it is.
        """

    def add(self, match: MatchId, number: int, move: Move, *, at: int) -> None:
        """Keep a move, the one after `number` others.

        Of two moves with one number the first is kept, and the other is Stale, whoever
        sent them. A move that the rules refuse raises their RuleError, and one of a match
        that is played at a table of a server PlayedOnServer: there, moves come by the server.
        """

    def match(self, match: MatchId) -> Match:
        """The match that its moves make, played again by the rules."""

    def entries(self, *, over: bool | None = None, table: bool | None = None, limit: int = 50) -> list[Entry]:
        """The matches, those that changed last first; without those whose terms cannot be read.

        `over` and `table` ask for those of which it is true, or is not.
        """

    def damaged(self) -> list[DamagedMatch]:
        """Every match that does not read back, after playing all of them again."""

    def delete(self, match: MatchId) -> None:
        """Forget a match, and its games in the statistics."""

    def statistics(self) -> list[Tally]:
        """What became of the codes each player tried to break, edition by edition, in order."""

    def close(self) -> None:
        """Finish what is under way. What is asked of a closed archive is refused."""
