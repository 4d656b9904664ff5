"""SQLite engine: opens archives that are durable, and that several processes can share."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection as SqlConnection
from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DatabaseError

from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveError, ArchiveUnavailable, CannotOpenArchive
from codepegs.storage.sql import append as general_append
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.creation import create, is_created
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import MAX_BATCH_SIZE, GroupWriter
from codepegs.storage.sqlite import append as sqlite_append
from codepegs.storage.sqlite.backup import copy_database
from codepegs.storage.sqlite.connection import Connection
from codepegs.storage.sqlite.lock import BUSY, FileLock

REASONS = {
    sqlite3.SQLITE_ERROR: "its tables are not those of an archive, so restore it from a backup",
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_FULL: "the disk is full, so free some space",
    sqlite3.SQLITE_READONLY: "you do not have permission to write to it or to its folder",
    sqlite3.SQLITE_PERM: "you do not have permission to read and write it",
    sqlite3.SQLITE_CANTOPEN: "you do not have permission to read and write it or the files next to it",
    sqlite3.SQLITE_NOTADB: "the file is not a database, so move it or choose another name",
    sqlite3.SQLITE_CORRUPT: "the file is damaged, so restore it from a backup",
    sqlite3.SQLITE_CONSTRAINT: "it conflicts with stored data, so reload and try again",
    sqlite3.SQLITE_IOERR: "the disk failed to read or write it",
}
"""Reason and remedy for each result code of SQLite."""

WRITER_PRAGMAS = {
    "journal_mode": ("WAL", "wal"),
    "synchronous": ("FULL", 2),
    "foreign_keys": ("ON", 1),
    "fullfsync": ("ON", 1),  # Otherwise macOS confirms writes that are not on the disk yet.
    "cell_size_check": ("ON", 1),  # Notices damage when it reads a page, before it writes more.
}
"""Settings of the writing connection, and the values that it must report afterwards."""

HARD_LINK = "the file has a second name, a hard link, so delete that or use a copy of the file"
"""With a WAL of its own for each name, SQLite would lose moves, and two servers could use the file."""
ALREADY_SERVED = "another server is using it, so stop that server or choose another file"
_LOGGER = "codepegs"


def open_archive(url: str, *, timeout: float, random: Random = SYSTEM_RANDOM) -> SqlArchive:
    """Open the archive in the file of `url`. Create it if needed."""
    address, place = _parse_url(url)
    lock = _create_file(Path(address.database or ""), place, timeout)
    writing = _engine(address, timeout=timeout, pool_size=1, max_overflow=0)
    reading = _engine(address, timeout=timeout, pool_size=4, max_overflow=-1)
    # Insert many rows by one statement instead of one statement per row.
    writing.dialect.use_insertmanyvalues_wo_returning = True
    event.listen(writing, "connect", lambda connection, _: _configure_writer(connection, place))
    event.listen(reading, "connect", lambda connection, _: _configure_reader(connection))
    # The default starts a read transaction, which can fail when it becomes a write transaction.
    event.listen(writing, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))

    def dispose() -> None:
        reading.dispose()
        writing.dispose()
        lock.close()

    try:
        with lock, writing.connect() as connection, connection.begin():
            if not is_created(connection, place):
                create(connection)
            max_batch_size = _max_batch_size(connection.connection.dbapi_connection)
    except DatabaseError as error:
        dispose()
        raise CannotOpenArchive(place, _explain(error)) from None
    except ArchiveUnavailable as error:
        dispose()
        raise CannotOpenArchive(place, error.reason) from None
    except BaseException:
        dispose()
        raise
    writer = GroupWriter(writing, lock=lock, translate=_translate, max_batch_size=max_batch_size)
    recent = sqlite3.sqlite_version_info >= sqlite_append.MIN_VERSION
    append = sqlite_append.append if recent else general_append.append
    return SqlArchive(
        reading,
        writer,
        translate=_translate,
        dispose=dispose,
        random=random,
        append=append,
        check_file=_check_file,
    )


def open_tables(url: str, *, timeout: float) -> SqlTables:
    """Open the tables in the file of `url`, for this process only."""
    address, place = _parse_url(url)
    path = Path(address.database or "")
    archive = open_archive(url, timeout=timeout)
    try:
        lock = FileLock(path.with_name(path.name + "-serve"), timeout=0, busy=ALREADY_SERVED)
        lock.__enter__()
    except ArchiveUnavailable as error:
        archive.close()
        raise CannotOpenArchive(place, error.reason) from None
    except OSError as error:
        archive.close()
        raise CannotOpenArchive(place, _os_reason(error)) from None
    return SqlTables(
        archive,
        backup=lambda target: copy_database(path, target, explain=_explain),
        unlock=lock.close,
    )


open_alone = open_tables
"""No server can use the tables at the same time anyway."""
SNAPSHOT = "BEGIN"


def backup(url: str, path: Path) -> None:
    """Copy the archive of `url` to a new file."""
    copy_database(require(url), path, explain=_explain)


def require(url: str) -> Path:
    """Return the real file of `url`, or raise CannotOpenArchive if it does not exist."""
    address, place = _parse_url(url)
    path = Path(address.database or "")
    if not path.is_file():
        raise CannotOpenArchive(place, "it does not exist")
    return path


def _parse_url(url: str) -> tuple[URL, str]:
    """Return the URL of the real file, and its name as the user gave it.

    The locks and SQLite's own files are next to the real file, so that they are the same
    ones for every symbolic link to it.
    """
    try:
        address = make_url(url)
    except ArgumentError:
        raise CannotOpenArchive(repr(url), "use a URL such as sqlite:///matches.db") from None
    if address.host or address.query or address.database in (None, "", ":memory:"):
        raise CannotOpenArchive(
            repr(url), "use a URL with three slashes and a file, such as sqlite:///matches.db"
        )
    place = str(Path(address.database))
    return address.set(drivername="sqlite+pysqlite", database=os.path.realpath(place)), place


def _create_file(path: Path, place: str, timeout: float) -> FileLock:
    """Create the file if it does not exist, readable only for this user, and return its lock."""
    if not path.parent.is_dir():
        raise CannotOpenArchive(place, f"there is no folder {path.parent}, so create it first")
    if path.is_dir():
        raise CannotOpenArchive(place, "it is a folder, so choose a file in it")
    try:
        # Does not open an existing file: closing it would release the locks that SQLite has in this process.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if path.stat().st_nlink > 1:
            raise CannotOpenArchive(place, HARD_LINK)
        return FileLock(path.with_name(path.name + "-lock"), timeout=timeout)
    except OSError as error:
        raise CannotOpenArchive(place, _os_reason(error)) from None


def _engine(address: URL, *, timeout: float, pool_size: int, max_overflow: int) -> Engine:
    # Parameters and rows contain hidden codes, so they must not get into messages or logs. SQLAlchemy logs
    # rows at level DEBUG in spite of hide_parameters. With a level of its own, this logger creates no
    # records at all, which also saves time.
    logging.getLogger(f"sqlalchemy.engine.Engine.{_LOGGER}").setLevel(logging.WARNING)
    return create_engine(
        address,
        hide_parameters=True,
        logging_name=_LOGGER,
        pool_size=pool_size,
        max_overflow=max_overflow,
        # None turns off Python's own transactions, which start too late.
        connect_args={"timeout": timeout, "isolation_level": None, "factory": Connection},
    )


def _configure_writer(connection: Any, place: str) -> None:
    for name, (wanted, _) in WRITER_PRAGMAS.items():
        connection.execute(f"PRAGMA {name} = {wanted}")
    for name, (_, held) in WRITER_PRAGMAS.items():
        (found,) = connection.execute(f"PRAGMA {name}").fetchone()
        if found != held:
            raise CannotOpenArchive(
                place, f"SQLite cannot store it safely there, because {name} is {found!r} instead of {held!r}"
            )


def _max_batch_size(connection: Any) -> int:
    """Return how many moves fit in one statement. Before SQLite 3.32 the limit was 999 variables."""
    variables: int = connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
    return min(MAX_BATCH_SIZE, variables // general_append.VARIABLES_PER_MOVE)


def _configure_reader(connection: Any) -> None:
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA cell_size_check = ON")


def _check_file(connection: SqlConnection) -> list[ArchiveError]:
    """Return an error if SQLite finds damage to the file, such as an index that differs from its table."""
    try:
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    except DatabaseError as error:
        return [_translate(error)]
    return [] if found == "ok" else [ArchiveUnavailable(REASONS[sqlite3.SQLITE_CORRUPT])]


def _os_reason(error: OSError) -> str:
    return (error.strerror or "it is not a file").lower()


def _explain(error: DatabaseError | sqlite3.Error) -> str:
    fault = error.orig if isinstance(error, DatabaseError) else error
    code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    # The lowest byte is the primary result code, the rest refines it.
    return REASONS.get(code & 0xFF, f"SQLite reports error {code}")


def _translate(error: DatabaseError) -> ArchiveUnavailable:
    return ArchiveUnavailable(_explain(error))
