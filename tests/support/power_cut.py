"""Fake disk for SQLite that loses writes which were not synced, or fails.

Its log can be turned into the files after a power cut. SQLite runs inside apsw, which lets
Python implement its files. They have no shared memory, so only one connection can use
them, which is enough for the writer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest
import sqlalchemy

from codepegs.storage.sqlite import engine

SECTOR = 512
VFS = "codepegs-fake"
Step = tuple[str, str, int, bytes]
"""Operation (write, cut, sync or delete), file, position, data."""
FAULTS: dict[str, tuple[str, type[apsw.Error]]] = {
    "full": ("write", apsw.FullError),
    "failing write": ("write", apsw.IOError),
    "failing read": ("read", apsw.IOError),
    "failing sync": ("sync", apsw.IOError),
}
"""The operation that fails, and its error."""


class Disk(apsw.VFS):
    """File system that logs all operations. Some fail, from the one with the number `countdown` on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, path: Path, *, cached_pages: int = 2000) -> None:
        """Archives are on this disk as long as `monkeypatch` is in force, and a file is there already."""
        self.log: list[Step] = []
        self._before = {str(path): path.read_bytes()} if path.exists() else {}
        self._fault: tuple[str, type[apsw.Error]] | None = None
        self._countdown = 0
        super().__init__(VFS, "")

        def connect() -> Connection:
            connection = Connection(path)
            connection.execute(f"PRAGMA cache_size = {cached_pages}")
            return connection

        def create(address: Any, **options: Any) -> sqlalchemy.Engine:
            return sqlalchemy.create_engine(address, creator=connect, **options)

        monkeypatch.setattr(engine, "create_engine", create)

    def break_down(self, fault: str, countdown: int) -> None:
        self._fault, self._countdown = FAULTS[fault], countdown

    def repair(self) -> None:
        self._fault = None

    def before(self, operation: str) -> None:
        """Fail if it is time."""
        if self._fault is not None and self._fault[0] == operation:
            self._countdown -= 1
            if self._countdown < 0:
                raise self._fault[1]("broken")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self.log.append(("delete", name, 0, b""))
        super().xDelete(name, sync)

    def excepthook(self, *_: object) -> bool:
        """Say nothing about errors that SQLite ignores, such as those of a checkpoint after a commit."""
        return True

    def after_cut(self, length: int, random: Random) -> dict[str, bytes]:
        """Return the files as a power cut after `length` steps may leave them.

        Synced data is there. The rest is lost, complete, or consists of some writes or some
        sectors of some writes.
        """
        safe = {name: bytearray(content) for name, content in self._before.items()}
        loose: dict[str, list[Step]] = {}
        for step in self.log[:length]:
            what, name, _, _ = step
            if what == "sync":
                for done in loose.pop(name, []):
                    _apply(safe, done)
            elif what == "delete":
                safe.pop(name, None)
                loose.pop(name, None)
            else:
                loose.setdefault(name, []).append(step)
        manner = random.choice(("nothing", "everything", "writes", "sectors"))
        for step in (step for steps in loose.values() for step in steps):
            if manner == "nothing" or (manner != "everything" and random.random() < 0.5):
                continue
            for part in _sectors(step) if manner == "sectors" else [step]:
                if manner != "sectors" or random.random() < 0.6:
                    _apply(safe, part)
        return {name: bytes(content) for name, content in safe.items()}


def _apply(files: dict[str, bytearray], step: Step) -> None:
    what, name, place, data = step
    content = files.setdefault(name, bytearray())
    if what == "cut":
        del content[place:]
    else:
        content.extend(bytes(max(0, place + len(data) - len(content))))
        content[place : place + len(data)] = data


def _sectors(step: Step) -> list[Step]:
    what, name, place, data = step
    if what == "cut":
        return [step]
    return [(what, name, place + at, data[at : at + SECTOR]) for at in range(0, len(data), SECTOR)]


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self._disk = disk
        super().__init__("", name, flags)

    def excepthook(self, *_: object) -> bool:
        """Say nothing, as the disk does."""
        return True

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self._disk.before("read")
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.before("write")
        self._disk.log.append(("write", self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.log.append(("cut", self._name, newsize, b""))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.before("sync")
        self._disk.log.append(("sync", self._name, 0, b""))
        super().xSync(flags)


class Connection:
    """The part of sqlite3.Connection that SQLAlchemy and the archive use."""

    isolation_level = None

    def __init__(self, path: Path) -> None:
        """SQLite checkpoints its WAL after twelve pages."""
        self._connection = apsw.Connection(str(path), vfs=VFS)
        self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._connection.execute("PRAGMA wal_autocheckpoint = 12")

    def cursor(self) -> Cursor:
        return Cursor(self._connection)

    def execute(self, statement: str) -> Cursor:
        return self.cursor().execute(statement)

    def commit(self) -> None:
        if self._connection.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()

    def getlimit(self, number: int) -> int:
        return self._connection.limit(number)

    def create_function(self, *_: object, **__: object) -> None:
        """Ignore the functions that SQLAlchemy registers, because no query uses them."""


def _as_sqlite3(error: apsw.Error) -> sqlite3.Error:
    """Return the error that Python's own module raises, with the same code."""
    kind = sqlite3.IntegrityError if isinstance(error, apsw.ConstraintError) else sqlite3.OperationalError
    same = kind(str(error))
    same.sqlite_errorcode = next(code for one, code in _CODES.items() if isinstance(error, one))
    return same


_CODES = {
    apsw.ConstraintError: sqlite3.SQLITE_CONSTRAINT,
    apsw.FullError: sqlite3.SQLITE_FULL,
    apsw.IOError: sqlite3.SQLITE_IOERR,
    apsw.Error: sqlite3.SQLITE_ERROR,
}


class Cursor:
    """Cursor that fetches all rows at once."""

    arraysize = 1
    lastrowid = None

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.description: Sequence[Any] | None = None
        self.rowcount = -1
        self._rows: list[Any] = []

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        cursor = self._connection.cursor()

        def look(running: apsw.Cursor, *_: object) -> bool:
            self.description = [(name, *[None] * 6) for name, *_ in running.get_description()] or None
            return True

        cursor.exec_trace = look
        try:
            self._rows = list(cursor.execute(statement, tuple(values)))
        except apsw.Error as error:
            raise _as_sqlite3(error) from None
        self.rowcount = self._connection.changes()
        return self

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Cursor:
        for values in rows:
            self.execute(statement, values)
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    def fetchmany(self, size: int = 1) -> list[Any]:
        rows, self._rows = self._rows[:size], self._rows[size:]
        return rows

    def close(self) -> None:
        """Do nothing, because all rows are fetched."""
