"""A copy of an archive in a SQLite file, as it is at one moment, while others write to it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from codepegs.storage.errors import BackupFailed


def copied(source: Path, target: Path, *, reason: Callable[[sqlite3.Error], str]) -> None:
    """Copy the archive `source` to `target`, a new file for this user only.

    It has everything that was acknowledged before. It is written beside `target` and
    takes its name when it is whole and on the disk: under that name no half of one is
    ever found, and a file that is there is never lost.
    """
    part = target.with_name(target.name + ".part")
    if os.path.lexists(target):
        raise BackupFailed(f"{target} exists, so name a file that does not")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        try:
            _copy(source, part)
            # Unlike a renaming it refuses where the name was taken meanwhile.
            os.link(part, target)
            _sync(target.parent)
        finally:
            part.unlink()
    except FileExistsError as error:
        raise BackupFailed(f"{error.filename2 or part} exists, so remove it or name another file") from None
    except sqlite3.Error as error:
        raise BackupFailed(reason(error)) from None
    except OSError as error:
        raise BackupFailed(
            f"{target} cannot be written: {(error.strerror or 'it is no file').lower()}"
        ) from None


def _copy(source: Path, part: Path) -> None:
    address = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(part)) as new:
        # All pages in one step, and so of one moment; writers of a WAL go on meanwhile.
        old.backup(new)
        # A single file, with nothing beside it, that is one archive by itself.
        new.execute("PRAGMA journal_mode = DELETE")
    with open(part, "rb") as file:
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    """Have the name on the disk too; some systems have no way to ask for it."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
