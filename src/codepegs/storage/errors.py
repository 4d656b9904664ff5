"""Errors of the archive."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class ArchiveError(CodepegsError):
    """Base class of errors of the archive."""


class CannotOpenArchive(ArchiveError):
    """The archive at `place` cannot be opened, for `reason`."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"Cannot open the archive {place}: {reason}.")
        self.place, self.reason = place, reason


class ArchiveUnavailable(ArchiveError):
    """The archive could not be read or written, for `reason`. Nothing was acknowledged."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The archive is not available: {reason}.")
        self.reason = reason


class UnknownMatch(ArchiveError, LookupError):
    """The archive has no match with the ID `match`."""

    def __init__(self, match: str) -> None:
        super().__init__(f"There is no match {match!r} in the archive. Check the list of matches.")
        self.match = match


class UnknownPlayer(ArchiveError, LookupError):
    """The match `match` has no player called `name`."""

    def __init__(self, match: str, name: str) -> None:
        super().__init__(
            f"Match {match!r} has no player called {name!r}. Type the name exactly as the match shows it."
        )
        self.match, self.name = match, name


class MatchUnfinished(ArchiveError):
    """The match `match` is not over yet."""

    def __init__(self, match: str) -> None:
        super().__init__(f"Match {match!r} isn't over yet. Change the name when it is, or delete the match.")
        self.match = match


class DamagedMatch(ArchiveError):
    """The match is not what was stored, for `reason`, or not all of it can be found."""

    def __init__(self, match: str, reason: str) -> None:
        super().__init__(
            f"Match {match!r} is damaged: {reason.rstrip('.')}. Restore the archive from a backup."
        )
        self.match, self.reason = match, reason


class Stale(ArchiveError):
    """A move was sent as number `number`, counted from 0, to a match that has `moves` moves."""

    def __init__(self, match: str, number: int, moves: int) -> None:
        super().__init__(f"Match {match!r} has changed since you loaded it. Reload it and try again.")
        self.match, self.number, self.moves = match, number, moves


class PlayedOnServer(ArchiveError):
    """The match `match` belongs to a table of a server and can only be played there."""

    def __init__(self, match: str) -> None:
        super().__init__(
            f"Match {match!r} is being played on a server. Open /t/{match} on that server in a browser."
        )
        self.match = match


class VersionConflict(ArchiveError):
    """A change expected the table `table` at version `expected`, but it is at `version`."""

    def __init__(self, table: str, expected: int, version: int) -> None:
        super().__init__(f"Table {table!r} has changed since you loaded it. Reload it and try again.")
        self.table, self.expected, self.version = table, expected, version


class SeatTaken(ArchiveError):
    """The seat at the table `table` is taken."""

    def __init__(self, table: str) -> None:
        super().__init__("Someone else has taken this seat. You can watch, or start a new match.")
        self.table = table


class NotInvited(ArchiveError):
    """The invitation is not valid for the free seat of the table `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(f"This invitation link is not valid for table {table!r}. Ask for a new link.")
        self.table = table


class BackupFailed(ArchiveError):
    """The archive could not be copied, for `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The backup failed: {reason}.")
        self.reason = reason


class CopyFailed(ArchiveError):
    """An archive could not be copied to another database, for `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The copy failed: {reason}. The target hasn't changed.")
        self.reason = reason


class UnknownTable(CodepegsError, LookupError):
    """There is no table with the ID `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(f"There is no table {table!r}. Check that you copied the whole link.")
        self.table = table


class KeyReused(CodepegsError):
    """Two different commands were sent under the same `key`."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {key!r} was already used for another command. Use a new key.")
        self.key = key


class AlreadyPlayed(CodepegsError):
    """The client has begun the daily code of that day before, at `table`."""

    def __init__(self, table: str) -> None:
        super().__init__(
            "You've already started this daily code, and you get only one try. Go back to that game."
        )
        self.table = table
