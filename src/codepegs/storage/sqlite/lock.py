"""File locks between processes: one writer at a time, and one server per archive.

SQLite has its own locks. But before 3.51.3, a commit during a checkpoint of another
connection could lose committed data (sqlite.org/wal.html, "The WAL-Reset Bug"), and most
systems have an older version. So a writer holds this lock from before the transaction until
the commit and its checkpoint are done.
"""

from __future__ import annotations

import os
import sys
import weakref
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from codepegs.storage.errors import ArchiveUnavailable

BUSY = "another program is writing to it, so try again later"
_POLL_INTERVAL = 0.001


class FileLock:
    """Lock that one process holds at a time. It is released when the process dies, even if it has children.

    On Windows, which has no `flock`, it never blocks.
    """

    def __init__(self, path: Path, *, timeout: float, busy: str = BUSY) -> None:
        """Entering it raises ArchiveUnavailable with the reason `busy` after `timeout` seconds."""
        self._timeout, self._busy = timeout, busy
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        _LOCKS.add(self)

    def __enter__(self) -> Self:
        until = monotonic() + self._timeout
        while not _try_lock(self._file):
            if monotonic() >= until:
                raise ArchiveUnavailable(self._busy)
            sleep(_POLL_INTERVAL)
        return self

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


_LOCKS: weakref.WeakSet[FileLock] = weakref.WeakSet()


def _close_in_child() -> None:
    """Close all locks, because a forked child would still hold them after its parent has died."""
    for lock in _LOCKS:
        lock.close()


if sys.platform == "win32":

    def _try_lock(_: int) -> bool:
        return True

else:
    import fcntl

    os.register_at_fork(after_in_child=_close_in_child)

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise ArchiveUnavailable((error.strerror or "it cannot be locked").lower()) from None
        return True
