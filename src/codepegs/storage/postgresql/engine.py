"""PostgreSQL engine: opens archives that many processes on many hosts can share."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError

from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveUnavailable, BackupFailed, CannotOpenArchive
from codepegs.storage.postgresql.address import Address, parse
from codepegs.storage.postgresql.append import append
from codepegs.storage.postgresql.circuit_breaker import CircuitBreaker
from codepegs.storage.postgresql.connection import SessionLock, connect
from codepegs.storage.postgresql.reasons import (
    can_retry,
    explain_refusal,
    translate,
)
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.creation import create, is_created
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import GroupWriter

LOCK_TIMEOUT = 5.0
STATEMENT_SECONDS = 2.0
"""Seconds that a statement of a server may take, besides the time that it waits for a lock."""
_LOGGER = "codepegs"
_READERS = 4
"""Connections for reading that stay open. Twice as many can be open at the same time."""
_CREATION_LOCK = 0x636F646570656773
"""Key of the advisory lock that a process holds while it creates the tables: "codepegs" in ASCII."""
_CREATION_TIMEOUT = "60s"
_LOCK_NAME = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ"

_SERVE = SessionLock("pg_advisory_lock_shared", "it is being copied, so wait until that is done")
_COPY = SessionLock("pg_advisory_lock", "a server is using it, so stop that server first")


def open_archive(url: str, *, timeout: float, random: Random = SYSTEM_RANDOM) -> SqlArchive:
    """Open the archive in the database of `url`. Create its tables if needed."""
    return _open(parse(url), timeout=timeout, random=random)


def open_tables(url: str, *, timeout: float) -> SqlTables:
    """Open the tables in the database of `url`. Several servers can do so at the same time."""
    return _open_tables(
        url, timeout=timeout, lock=_SERVE, breaker=CircuitBreaker(timeout + STATEMENT_SECONDS)
    )


def open_alone(url: str, *, timeout: float) -> SqlTables:
    """Open the tables in the database of `url`, while no server has them open."""
    return _open_tables(url, timeout=timeout, lock=_COPY, breaker=CircuitBreaker())


def _open_tables(url: str, *, timeout: float, lock: SessionLock, breaker: CircuitBreaker) -> SqlTables:
    return SqlTables(
        _open(parse(url), timeout=timeout, lock=lock, breaker=breaker),
        backup=lambda path: backup(url, path),
        unlock=lambda: None,
        lock_name=_lock_name,
    )


def _open(
    address: Address,
    *,
    timeout: float,
    random: Random = SYSTEM_RANDOM,
    lock: SessionLock | None = None,
    breaker: CircuitBreaker | None = None,
) -> SqlArchive:
    breaker = breaker or CircuitBreaker()
    writing = _engine(
        address,
        timeout=timeout,
        pool_size=1,
        max_overflow=0,
        isolation_level="READ COMMITTED",
        breaker=breaker,
    )
    # Every read is a single statement, so it needs no transaction.
    reading = _engine(
        address,
        timeout=timeout,
        pool_size=_READERS,
        max_overflow=_READERS,
        isolation_level="AUTOCOMMIT",
        breaker=breaker,
    )
    # Insert many rows by one statement instead of one statement per row.
    writing.dialect.use_insertmanyvalues_wo_returning = True
    if lock is not None:
        # The writing connection holds the lock, so that it is released when the process dies.
        event.listen(writing, "connect", lambda connection, _: lock.take(connection))

    def dispose() -> None:
        reading.dispose()
        writing.dispose()

    try:
        _prepare(writing, address)
    except BaseException:
        dispose()
        raise
    breaker.start()
    writer = GroupWriter(writing, lock=nullcontext(), translate=translate, can_retry=can_retry)
    return SqlArchive(
        reading,
        writer,
        translate=translate,
        dispose=dispose,
        random=random,
        append=append,
        check_file=lambda _: [],
    )


def backup(url: str, path: Path) -> None:
    """Raise BackupFailed with the command that makes a backup."""
    place = parse(url).place
    raise BackupFailed(
        f"PostgreSQL has its own program for it, so run: pg_dump --format=custom --file={path} '{place}'"
    )


def require(url: str) -> None:
    """Raise CannotOpenArchive if the database has no archive."""
    address = parse(url)
    engine = _engine(address, timeout=LOCK_TIMEOUT, pool_size=1, max_overflow=0, isolation_level="AUTOCOMMIT")
    try:
        with explained(address), engine.connect() as connection:
            created = is_created(connection, address.place)
    finally:
        engine.dispose()
    if not created:
        raise CannotOpenArchive(address.place, "the database has no archive yet")


def _prepare(writing: Engine, address: Address) -> None:
    """Create the tables if there are none. Two servers that start at the same time take turns."""
    with explained(address), writing.connect() as connection:
        with connection.begin():
            created = is_created(connection, address.place)
        if not created:
            with connection.begin():
                _wait_for_turn(connection)
                if not is_created(connection, address.place):
                    create(connection)


@contextmanager
def explained(address: Address) -> Iterator[None]:
    """Raise CannotOpenArchive instead of an error of the database."""
    try:
        yield
    except DatabaseError as error:
        raise CannotOpenArchive(address.place, explain_refusal(error)) from None
    except ArchiveUnavailable as error:
        raise CannotOpenArchive(address.place, error.reason) from None


def _lock_name(connection: Connection, name: str) -> None:
    connection.execute(_LOCK_NAME, {"name": name})


def _wait_for_turn(connection: Connection) -> None:
    connection.execute(text(f"SET LOCAL lock_timeout = '{_CREATION_TIMEOUT}'"))
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _CREATION_LOCK})


def _engine(
    address: Address,
    *,
    timeout: float,
    pool_size: int,
    max_overflow: int,
    isolation_level: str,
    breaker: CircuitBreaker | None = None,
) -> Engine:
    # As in SQLite: neither parameters nor rows may get into messages or logs.
    logging.getLogger(f"sqlalchemy.engine.Engine.{_LOGGER}").setLevel(logging.WARNING)
    only_read = isolation_level == "AUTOCOMMIT"
    return create_engine(
        "postgresql+psycopg://",
        creator=lambda: connect(address, timeout=timeout, only_read=only_read, breaker=breaker),
        hide_parameters=True,
        logging_name=_LOGGER,
        pool_size=pool_size,
        max_overflow=max_overflow,
        pool_timeout=timeout,
        # A connection that was lost while it was idle is replaced before anybody uses it.
        pool_pre_ping=True,
        isolation_level=isolation_level,
        use_native_hstore=False,
    )
