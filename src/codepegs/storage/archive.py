"""The interface of an archive, and the ids of matches."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date
from random import Random, SystemRandom
from typing import NewType, Protocol

from codepegs.rules.agreement import Agreement
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Move
from codepegs.storage.errors import ArchiveError
from codepegs.storage.statistics import SoloStatistics, Tally

MatchId = NewType("MatchId", str)
"""Short random id of a match, made of letters and digits. It is not a secret."""

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that look like another one."""
_ID_LENGTH = 10

DAY = 24 * 60 * 60 * 1_000_000
"""Microseconds of a day."""
SOLO_DAYS = 7
"""Days without a move after which an unfinished solo game is deleted, unless a server is set otherwise."""
MAX_UNFINISHED_SOLO = 20
"""Unfinished solo games per player, without daily codes. One more deletes the one untouched longest."""

SYSTEM_RANDOM = SystemRandom()
"""Default source of new ids."""


def new_id(random: Random) -> MatchId:
    """Return a random id, one of 31¹⁰.

    An archive refuses an id that is already in use.
    """
    return MatchId("".join(random.choice(_ALPHABET) for _ in range(_ID_LENGTH)))


@dataclass(frozen=True, slots=True)
class Added:
    """Number of a stored move, and whether it was stored before under the same key."""

    number: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One match in a list of matches. Times are UTC, in microseconds since 1970."""

    id: MatchId
    agreement: Agreement
    begun: int
    changed: int
    """Time of the last move, or of the start of the match."""
    moves: int
    over: bool
    points: tuple[int, int]
    outcome: Outcome | None
    table: bool = False
    """Whether it is played at a table of a server."""


class Archive(Protocol):
    """Thread-safe store of matches, each as the list of its moves.

    When a method returns, its effect is durable: neither a killed process nor a power cut
    undoes it. The methods whose names end with `_later` do not wait for the disk: their Future
    gets its result when the effect is durable, or the error. Every method raises ArchiveError
    if the archive fails.
    """

    def begin(self, agreement: Agreement, *, at: int) -> MatchId:
        """Store a new match without moves, and return its random id.

        If its player has MAX_UNFINISHED_SOLO unfinished solo games, another one replaces the one
        that was untouched longest.

        Raises ArchiveUnavailable if another match has that id. That match does not change.
        """

    def begin_later(self, match: MatchId, agreement: Agreement, *, at: int) -> Future[None]:
        """Store a new match like `begin`, with an id that the caller got from :func:`new_id`."""

    def add(
        self,
        match: MatchId,
        number: int,
        move: Move,
        *,
        at: int,
        before: Match | None = None,
        after: Match | None = None,
    ) -> None:
        """Store the move that follows the first `number` moves.

        If two moves have the same number, the first one is stored and the other one raises
        Stale. Raises the RuleError of an illegal move, and PlayedOnServer if the match is
        played at a table of a server: such moves go through that server.

        `before` is the match without the move, and `after` is `before.play(move)`. If the
        caller passes them, this method does not read and replay the match.
        """

    def add_later(
        self,
        match: MatchId,
        number: int,
        move: Move,
        *,
        at: int,
        before: Match | None = None,
        after: Match | None = None,
    ) -> Future[Added]:
        """Store a move like `add`. The RuleError of an illegal move is raised immediately.

        With `before`, it reads nothing from the disk if this archive began or loaded the match.
        """

    def match(self, match: MatchId) -> Match:
        """Return the match, replayed by the rules from its stored moves."""

    def check_not_served(self, match: MatchId) -> None:
        """Raise PlayedOnServer if the match is played at a table of a server."""

    def entries(self, *, over: bool | None = None, table: bool | None = None, limit: int = 50) -> list[Entry]:
        """Return the matches that changed last, newest first.

        `over` and `table` filter by these fields. Damaged matches are left out.
        """

    def damaged(self) -> list[ArchiveError]:
        """Check everything that is stored, and return an error for each damaged match.

        Another error says that the database itself is damaged.
        """

    def delete(self, match: MatchId) -> None:
        """Delete a match, and its games from the statistics."""

    def rename(self, match: MatchId, old: str, new: str) -> None:
        """Change the name of the player `old` in a match that is over, also in the statistics.

        Raises UnknownPlayer if nobody there is called `old`, MatchUnfinished if it is not over, and
        IllegalAgreement if `new` is not allowed.
        """

    def statistics(self) -> list[Tally]:
        """Return the results of each codebreaker in matches, sorted by edition and name."""

    def solo_statistics(self, player: str, *, today: date) -> SoloStatistics:
        """Return the statistics of a player's solo games and daily codes, without those at a server."""

    def solo_players(self) -> list[str]:
        """Return the players who have solo statistics, sorted by name."""

    def find_daily(self, day: date, player: str) -> Entry | None:
        """Return the game in which a player has begun the daily code of `day`, or None."""

    def delete_idle_solo(self, before: int) -> None:
        """Delete unfinished solo games whose last move came `before` this time, except those at a server."""

    def close(self) -> None:
        """Finish pending work and close the archive. Later calls raise ArchiveUnavailable."""
