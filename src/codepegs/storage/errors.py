"""Errors of the archive."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class ArchiveError(CodepegsError):
    """Matches cannot be kept, or not found again."""


class CannotOpenArchive(ArchiveError):
    """The archive at `place` cannot be opened, for `reason`."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"The archive {place} cannot be opened: {reason}.")
        self.place, self.reason = place, reason


class ArchiveUnavailable(ArchiveError):
    """The archive could not be read, or written to, for `reason`. Nothing is acknowledged."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The archive cannot be used now: {reason}.")
        self.reason = reason


class UnknownMatch(ArchiveError, LookupError):
    """The archive has no match called `match`, or no longer."""

    def __init__(self, match: str) -> None:
        super().__init__(f"The archive has no match {match!r}: look in its list for those it has.")
        self.match = match


class DamagedMatch(ArchiveError):
    """What the archive keeps of `match` does not read back, for `reason`: it was changed by other hands."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(f"The match {match!r} is damaged in the archive: {reason}")
        self.match, self.reason = match, reason


class Stale(ArchiveError):
    """A move was to be number `number` of `match`, counted from 0, which has `moves` moves."""

    def __init__(self, match: str, number: int, moves: int) -> None:
        super().__init__(
            f"The match {match!r} stands at move {moves} and not at {number}: look at it again, then move."
        )
        self.match, self.number, self.moves = match, number, moves


class PlayedOnServer(ArchiveError):
    """The match `match` is played at a table of a server, and goes on nowhere else."""

    def __init__(self, match: str) -> None:
        there = f"open it in the browser, at /t/{match} of that server"
        super().__init__(f"The match {match!r} is played at a table of a server: {there}.")
        self.match = match


class VersionConflict(ArchiveError):
    """The table `table` was to be at version `expected`, and is at `version`."""

    def __init__(self, table: str, expected: int, version: int) -> None:
        super().__init__(f"The table {table!r} has changed meanwhile: look at it again, then choose.")
        self.table, self.expected, self.version = table, expected, version


class SeatTaken(ArchiveError):
    """Somebody else sits at the seat of the table `table` that was asked for."""

    def __init__(self, table: str) -> None:
        super().__init__(
            f"Somebody else has sat down at the table {table!r}: watch, or open one of your own."
        )
        self.table = table


class NotInvited(ArchiveError):
    """The invitation is not the one to the free seat of the table `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(f"This invitation is not to the table {table!r}: ask for the whole address again.")
        self.table = table


class BackupFailed(ArchiveError):
    """There is no copy of the archive, for `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"No copy of the archive was made: {reason}.")
        self.reason = reason


class UnknownTable(CodepegsError, LookupError):
    """There is no table called `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(f"There is no table {table!r} here: check its address.")
        self.table = table


class KeyReused(CodepegsError):
    """A command came under the `key` of another one before it."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {key!r} was used before, for another command: take a fresh one.")
        self.key = key
