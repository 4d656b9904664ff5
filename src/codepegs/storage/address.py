"""Addresses: which kind of archive a URL names."""

from __future__ import annotations

from codepegs.errors import NoArchive
from codepegs.storage.archive import Archive

PATIENCE = 5.0


def open_archive(url: str, *, patience: float = PATIENCE) -> Archive:
    """The archive at `url`, such as `sqlite:///matches.db`, made or brought up to date if need be.

    The folder must exist. Another program that writes to the same archive is waited for
    `patience` seconds, whenever it is in the way.
    """
    scheme, _, _ = url.partition(":")
    if scheme != "sqlite":
        # A URL may carry a password, so no more than its scheme is repeated.
        raise NoArchive(f"at {scheme[:20]!r}", "its address begins with sqlite:/// and goes on with a file")
    from codepegs.storage import sqlite

    return sqlite.opened(url, patience=patience)
