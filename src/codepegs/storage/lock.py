"""A lock between processes, so that no two of them write to one archive at the same instant.

SQLite locks its files by itself. But before 3.51.3 a commit beside a checkpoint of
another connection could lose what was committed (sqlite.org/wal.html, "The WAL-Reset
Bug"), and most systems have an older one. Whoever writes holds this lock, from before
the transaction until the commit and the checkpoint in it are done.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Self

from codepegs.errors import NotKept

BUSY = "another program is writing to it and does not end, so try again later"
_PAUSE = 0.001


class FileLock:
    """Held by one process at a time. A process that dies lets go of it.

    Where Python has no `flock`, as on Windows, it holds nobody up.
    """

    def __init__(self, path: Path, *, patience: float) -> None:
        self._patience = patience
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)

    def __enter__(self) -> Self:
        until = monotonic() + self._patience
        while not _taken(self._file):
            if monotonic() >= until:
                raise NotKept(BUSY)
            sleep(_PAUSE)
        return self

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


if sys.platform == "win32":

    def _taken(_: int) -> bool:
        return True

else:
    import fcntl

    def _taken(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
