"""Online backup: a snapshot of a SQLite file while others write to it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from codepegs.storage.errors import BackupFailed
from codepegs.storage.sqlite.connection import Connection, damage


def copy_database(source: Path, target: Path, *, explain: Callable[[sqlite3.Error], str]) -> None:
    """Copy the database `source` to the new file `target`, which only this user can read.

    The copy has everything that was acknowledged before. It is written to a temporary file
    and gets its name when it is complete, checked and synced, so `target` is never
    incomplete. An existing file is never replaced.
    """
    part = target.with_name(target.name + ".part")
    if os.path.lexists(target):
        raise BackupFailed(f"{target} already exists, so choose another name")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            _copy(source, part)
            # Unlike a rename, a link fails if somebody else has created the target.
            os.link(part, target)
            _sync(target.parent)
        finally:
            part.unlink()
    except FileExistsError as error:
        raise BackupFailed(
            f"{error.filename2 or part} already exists, so remove it or choose another name"
        ) from None
    except sqlite3.Error as error:
        raise BackupFailed(explain(error)) from None
    except OSError as error:
        raise BackupFailed(
            f"{target} cannot be written: {(error.strerror or 'it is not a file').lower()}"
        ) from None


def _copy(source: Path, part: Path) -> None:
    address = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(address, uri=True, factory=Connection)) as old,
        closing(sqlite3.connect(part, factory=Connection)) as new,
    ):
        # All pages in one step, for a snapshot. With a WAL, writers continue meanwhile.
        old.backup(new)
        if new.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
            raise damage()
        # So that the copy is a single file, without a WAL.
        new.execute("PRAGMA journal_mode = DELETE")
    with open(part, "rb") as file:
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Sync the directory entry too, on systems that can."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
