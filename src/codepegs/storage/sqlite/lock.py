"""Locks between processes: no two write to one archive at the same instant, nor serve it.

SQLite locks its files by itself. But before 3.51.3 a commit beside a checkpoint of
another connection could lose what was committed (sqlite.org/wal.html, "The WAL-Reset
Bug"), and most systems have an older one. Whoever writes holds this lock, from before
the transaction until the commit and the checkpoint in it are done.
"""

from __future__ import annotations

import os
import sys
import weakref
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from codepegs.storage.errors import ArchiveUnavailable

BUSY = "another program is writing to it and does not end, so try again later"
_PAUSE = 0.001


class FileLock:
    """Held by one process at a time. A process that dies lets go of it, also if its children live on.

    Where Python has no `flock`, as on Windows, it holds nobody up.
    """

    def __init__(self, path: Path, *, timeout: float, busy: str = BUSY) -> None:
        """Whoever does not get it within `timeout` seconds is told that it is `busy`."""
        self._patience, self._busy = timeout, busy
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        _LOCKS.add(self)

    def __enter__(self) -> Self:
        until = monotonic() + self._patience
        while not _taken(self._file):
            if monotonic() >= until:
                raise ArchiveUnavailable(self._busy)
            sleep(_PAUSE)
        return self

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


_LOCKS: weakref.WeakSet[FileLock] = weakref.WeakSet()


def _leave_to_parent() -> None:
    """A child that is forked shares the lock, and would hold it when its parent is gone."""
    for lock in _LOCKS:
        lock.close()


if sys.platform == "win32":

    def _taken(_: int) -> bool:
        return True

else:
    import fcntl

    os.register_at_fork(after_in_child=_leave_to_parent)

    def _taken(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise ArchiveUnavailable((error.strerror or "it cannot be locked").lower()) from None
        return True
