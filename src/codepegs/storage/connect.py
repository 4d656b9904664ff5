"""Archives by URL. The database of a URL is imported when it is opened."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from codepegs.storage.archive import SYSTEM_RANDOM, Archive
from codepegs.storage.errors import ArchiveError, CannotOpenArchive
from codepegs.storage.tables import Tables

if TYPE_CHECKING:
    from codepegs.storage.sql.copy import Copied, Progress
    from codepegs.storage.sql.tables import SqlTables

MISSING_DRIVER = "the driver of PostgreSQL is missing, so run: pip install 'codepegs[postgres]'"
LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program that is writing to the archive."""


class _Engine(Protocol):
    """Module that opens archives in one kind of database."""

    def open_archive(self, url: str, *, timeout: float, random: Random = ...) -> Archive: ...

    def open_tables(self, url: str, *, timeout: float) -> Tables: ...

    def open_alone(self, url: str, *, timeout: float) -> SqlTables:
        """Open the tables, while no server has them open."""

    @property
    def SNAPSHOT(self) -> str:  # noqa: N802
        """Statement that starts a transaction in which all reads agree."""

    def backup(self, url: str, path: Path) -> None: ...

    def require(self, url: str) -> object:
        """Raise CannotOpenArchive if there is no archive yet."""


def open_archive(url: str, *, timeout: float = LOCK_TIMEOUT, random: Random = SYSTEM_RANDOM) -> Archive:
    """Open the archive at `url`, such as `sqlite:///matches.db`. Create it if needed.

    The folder of a file, or the database of a PostgreSQL server, must exist. Each operation waits
    up to `timeout` seconds for other programs that write to the archive. Ids of new matches come
    from `random`.
    """
    return _find_engine(url).open_archive(url, timeout=timeout, random=random)


def open_tables(url: str, *, timeout: float = LOCK_TIMEOUT) -> Tables:
    """Open the tables in the archive at `url`, for a server.

    With SQLite, it raises CannotOpenArchive if another server has them open. Programs that use only
    `open_archive` can work with the archive at the same time.
    """
    return _find_engine(url).open_tables(url, timeout=timeout)


def backup(url: str, path: Path) -> None:
    """Write a snapshot of the archive at `url` to a new file, even while others use it.

    PostgreSQL has its own program for that. BackupFailed says how to run it.
    """
    _find_engine(url).backup(url, path)


def copy(source: str, target: str, *, progress: Progress = lambda done, total: None) -> Copied:
    """Copy everything from the archive `source` to `target`, which must be empty, and compare the two.

    No server may use either of them. If the copy fails or is interrupted, the target stays empty.
    `progress` gets the number of finished steps and of all steps.
    """
    old, new = _find_engine(source), _find_engine(target)
    from codepegs.storage.sql.copy import copy_archive

    old.require(source)
    with (
        closing(old.open_alone(source, timeout=LOCK_TIMEOUT)) as old_tables,
        closing(new.open_alone(target, timeout=LOCK_TIMEOUT)) as new_tables,
    ):
        return copy_archive(old_tables.archive, new_tables.archive, snapshot=old.SNAPSHOT, progress=progress)


def open_existing(url: str) -> Archive:
    """Open the archive at `url`, or raise CannotOpenArchive if there is none."""
    engine = _find_engine(url)
    engine.require(url)
    return engine.open_archive(url, timeout=LOCK_TIMEOUT)


def check(url: str) -> list[ArchiveError]:
    """Check everything in the archive at `url`, like :meth:`Archive.damaged`."""
    archive = open_existing(url)
    try:
        return archive.damaged()
    finally:
        archive.close()


def _find_engine(url: str) -> _Engine:
    """Return the module that opens archives of this kind."""
    scheme, _, _ = url.partition(":")
    if scheme == "sqlite":
        from codepegs.storage.sqlite import engine as sqlite

        return sqlite
    if scheme in ("postgresql", "postgres"):
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise CannotOpenArchive(f"at {scheme!r}", MISSING_DRIVER) from None
        from codepegs.storage.postgresql import engine as postgresql

        return postgresql
    # Only the scheme, because a URL may contain a password.
    raise CannotOpenArchive(
        f"at {scheme[:20]!r}", "use a URL such as sqlite:///matches.db or postgresql://user@host/database"
    )
