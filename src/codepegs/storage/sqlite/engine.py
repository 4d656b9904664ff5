"""An archive in a SQLite file: durable, and shared with whatever other process has it open."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DatabaseError

from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveUnavailable, CannotOpenArchive
from codepegs.storage.sql.append import VARIABLES
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.migrate import migrate, revision
from codepegs.storage.sql.schema import HEAD
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import MOST, GroupWriter
from codepegs.storage.sqlite.backup import copied
from codepegs.storage.sqlite.lock import BUSY, FileLock

REASONS = {
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: "the disk is full, so make room first",
    sqlite3.SQLITE_READONLY: "you may not write to it, or to its folder",
    sqlite3.SQLITE_PERM: "you may not read and write it",
    sqlite3.SQLITE_CANTOPEN: "you may not read and write it, or the files beside it",
    sqlite3.SQLITE_NOTADB: "the file is no database, so move it away or choose another name",
    sqlite3.SQLITE_CORRUPT: "the file is damaged, so go on from a copy of it",
    sqlite3.SQLITE_CONSTRAINT: "it does not go together with what is kept there, so look again",
    sqlite3.SQLITE_IOERR: "the disk failed to read or write it",
}
"""What SQLite's result codes mean to whoever has to do something about it."""

WRITER = {
    "journal_mode": ("WAL", "wal"),
    "synchronous": ("FULL", 2),
    "foreign_keys": ("ON", 1),
    "fullfsync": ("ON", 1),  # or macOS acknowledges what its disk has not written yet
}
"""What the writing connection is set to, and what it must say that it is then."""

SERVED = "another server has it open, so stop that one, or serve another file"
_LOGGER = "codepegs"


def opened(url: str, *, timeout: float, random: Random = SYSTEM_RANDOM) -> SqlArchive:
    """The archive in the file of `url`."""
    address = _address(url)
    path = Path(address.database or "")
    place = str(path)
    lock = _prepared(path, timeout)
    writing = _engine(address, timeout=timeout, pool_size=1, max_overflow=0)
    reading = _engine(address, timeout=timeout, pool_size=4, max_overflow=-1)
    # Many rows in one statement, not one statement run for each row.
    writing.dialect.use_insertmanyvalues_wo_returning = True
    event.listen(writing, "connect", lambda connection, _: _set_for_writing(connection, place))
    event.listen(reading, "connect", lambda connection, _: _set_for_reading(connection))
    # The default would begin a transaction that reads, and might have to give up when it comes to write.
    event.listen(writing, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))

    def shut() -> None:
        reading.dispose()
        writing.dispose()
        lock.close()

    try:
        with lock, writing.connect() as connection, connection.begin():
            if revision(connection, place) != HEAD:
                migrate(connection, place)
            most = _most(connection.connection.dbapi_connection)
    except DatabaseError as error:
        shut()
        raise CannotOpenArchive(place, _reason(error)) from None
    except ArchiveUnavailable as error:
        shut()
        raise CannotOpenArchive(place, error.reason) from None
    except BaseException:
        shut()
        raise
    writer = GroupWriter(writing, turn=lock, refusal=_refusal, most=most)
    return SqlArchive(reading, writer, refusal=_refusal, shut=shut, random=random)


def served(url: str, *, timeout: float) -> SqlTables:
    """The tables in the file of `url`, for this process alone; others may keep matches of their own there."""
    path = Path(_address(url).database or "")
    archive = opened(url, timeout=timeout)
    try:
        lock = FileLock(path.with_name(path.name + "-serve"), timeout=0, busy=SERVED)
        lock.__enter__()
    except ArchiveUnavailable as error:
        archive.close()
        raise CannotOpenArchive(str(path), error.reason) from None
    except OSError as error:
        archive.close()
        raise CannotOpenArchive(str(path), _said(error)) from None
    return SqlTables(archive, copy=lambda to: copied(path, to, reason=_reason), leave=lock.close)


def backup(url: str, path: Path) -> None:
    """Copy the archive of `url`, whoever is using it, to a new file."""
    source = Path(_address(url).database or "")
    if not source.is_file():
        raise CannotOpenArchive(str(source), "there is none")
    copied(source, path, reason=_reason)


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except ArgumentError:
        raise CannotOpenArchive(repr(url), "its address is written as in sqlite:///matches.db") from None
    if address.host or address.query or address.database in (None, "", ":memory:"):
        raise CannotOpenArchive(repr(url), "its address is sqlite:/// and a file, with three strokes")
    return address.set(drivername="sqlite+pysqlite")


def _prepared(path: Path, timeout: float) -> FileLock:
    """Make the file where there is none, for this user only, so that nobody else looks in."""
    if not path.parent.is_dir():
        raise CannotOpenArchive(str(path), f"there is no folder {path.parent}, so make it first")
    if path.is_dir():
        raise CannotOpenArchive(str(path), "that is a folder, so name a file in it")
    try:
        # One that exists is not touched: closing it would drop the locks that SQLite has in this process.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        return FileLock(path.with_name(path.name + "-lock"), timeout=timeout)
    except OSError as error:
        raise CannotOpenArchive(str(path), _said(error)) from None


def _engine(address: URL, *, timeout: float, pool_size: int, max_overflow: int) -> Engine:
    # Parameters and rows are moves, among them hidden codes: they go into no message and no log. What
    # rows are read is logged at the level of debugging, hidden parameters or not; a level of its own, which
    # leaves out statements too, also saves the records that would be made of each and written by nobody.
    logging.getLogger(f"sqlalchemy.engine.Engine.{_LOGGER}").setLevel(logging.WARNING)
    return create_engine(
        address,
        hide_parameters=True,
        logging_name=_LOGGER,
        pool_size=pool_size,
        max_overflow=max_overflow,
        # None leaves transactions to this program; Python's own begin too late.
        connect_args={"timeout": timeout, "isolation_level": None},
    )


def _set_for_writing(connection: Any, place: str) -> None:
    for name, (wanted, _) in WRITER.items():
        connection.execute(f"PRAGMA {name} = {wanted}")
    for name, (_, held) in WRITER.items():
        (found,) = connection.execute(f"PRAGMA {name}").fetchone()
        if found != held:
            raise CannotOpenArchive(
                place, f"SQLite cannot keep it safely there: {name} is {found!r}, not {held!r}"
            )


def _most(connection: Any) -> int:
    """Moves that can be written at a stroke: before SQLite 3.32 a statement had 999 variables."""
    variables: int = connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
    return min(MOST, variables // VARIABLES)


def _set_for_reading(connection: Any) -> None:
    connection.execute("PRAGMA query_only = ON")
    # Text that is none must not keep the rows beside it from being read; what it spells is refused later.
    connection.text_factory = lambda text: text.decode(errors="surrogateescape")


def _said(error: OSError) -> str:
    return (error.strerror or "it is no file").lower()


def _reason(error: DatabaseError | sqlite3.Error) -> str:
    fault = error.orig if isinstance(error, DatabaseError) else error
    code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    # Newer results refine older ones; the lowest byte is the kind.
    return REASONS.get(code & 0xFF, f"SQLite stops with result {code}")


def _refusal(error: DatabaseError) -> ArchiveUnavailable:
    return ArchiveUnavailable(_reason(error))
