"""Archives by URL. The database of a URL is imported when it is opened."""

from __future__ import annotations

from pathlib import Path
from random import Random

from codepegs.storage.archive import SYSTEM_RANDOM, Archive
from codepegs.storage.errors import ArchiveError, CannotOpenArchive
from codepegs.storage.tables import Tables

LOCK_TIMEOUT = 5.0
"""Seconds to wait for another program that is writing to the archive."""


def open_archive(url: str, *, timeout: float = LOCK_TIMEOUT, random: Random = SYSTEM_RANDOM) -> Archive:
    """Open the archive at `url`, such as `sqlite:///matches.db`. Create or migrate it if needed.

    The folder must exist. Each operation waits up to `timeout` seconds for other programs
    that write to the archive. Ids of new matches come from `random`.
    """
    _check_scheme(url)
    from codepegs.storage.sqlite import engine

    return engine.open_archive(url, timeout=timeout, random=random)


def open_tables(url: str, *, timeout: float = LOCK_TIMEOUT) -> Tables:
    """Open the tables in the archive at `url`, for one server.

    Raises CannotOpenArchive if another server has them open. Programs that use only
    `open_archive` can work with the archive at the same time.
    """
    _check_scheme(url)
    from codepegs.storage.sqlite import engine

    return engine.open_tables(url, timeout=timeout)


def backup(url: str, path: Path) -> None:
    """Write a snapshot of the archive at `url` to a new file, even while others use it."""
    _check_scheme(url)
    from codepegs.storage.sqlite import engine

    engine.backup(url, path)


def check(url: str) -> list[ArchiveError]:
    """Check everything in the archive at `url`, like :meth:`Archive.damaged`."""
    _check_scheme(url)
    from codepegs.storage.sqlite import engine

    engine.require_file(url)
    archive = open_archive(url)
    try:
        return archive.damaged()
    finally:
        archive.close()


def _check_scheme(url: str) -> None:
    scheme, _, _ = url.partition(":")
    if scheme != "sqlite":
        # Only the scheme, because a URL may contain a password.
        raise CannotOpenArchive(f"at {scheme[:20]!r}", "use a URL such as sqlite:///matches.db")
