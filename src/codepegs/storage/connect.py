"""Addresses: which kind of archive a URL names."""

from __future__ import annotations

from pathlib import Path
from random import Random

from codepegs.storage.archive import SYSTEM_RANDOM, Archive
from codepegs.storage.errors import CannotOpenArchive
from codepegs.storage.tables import Tables

LOCK_TIMEOUT = 5.0


def open_archive(url: str, *, timeout: float = LOCK_TIMEOUT, random: Random = SYSTEM_RANDOM) -> Archive:
    """The archive at `url`, such as `sqlite:///matches.db`, made or brought up to date if need be.

    The folder must exist. Another program that writes to the same archive is waited for
    `timeout` seconds, whenever it is in the way. Names of new matches are drawn from `random`.
    """
    _check(url)
    from codepegs.storage.sqlite import engine as sqlite

    return sqlite.opened(url, timeout=timeout, random=random)


def open_tables(url: str, *, timeout: float = LOCK_TIMEOUT) -> Tables:
    """The tables in the archive at `url`, for one server.

    CannotOpenArchive for a second server, as long as the first has them open or lives; programs
    that use the archive alone may have it open beside.
    """
    _check(url)
    from codepegs.storage.sqlite import engine as sqlite

    return sqlite.served(url, timeout=timeout)


def backup(url: str, path: Path) -> None:
    """Copy the archive at `url` to a new file, as it is at one moment, whoever is using it."""
    _check(url)
    from codepegs.storage.sqlite import engine as sqlite

    sqlite.backup(url, path)


def _check(url: str) -> None:
    scheme, _, _ = url.partition(":")
    if scheme != "sqlite":
        # A URL may carry a password, so no more than its scheme is repeated.
        raise CannotOpenArchive(
            f"at {scheme[:20]!r}", "its address begins with sqlite:/// and goes on with a file"
        )
