"""Copies of a whole archive, from one database to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

from sqlalchemy import Connection, Result, RowMapping, Table, delete, func, insert, select

from codepegs.storage.errors import CopyFailed
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.checksum import Sealed, checksum
from codepegs.storage.sql.schema import (
    KEY,
    MATCHES,
    MOVE,
    MOVES,
    RESULT,
    TABLE,
    TABLES,
    TERMS,
    TOKEN_KEY,
)

Progress = Callable[[int, int], None]
"""Called with the number of finished steps and of all steps: each row is copied, and then compared."""

_SEALS: dict[Table, tuple[Sealed, ...]] = {
    MATCHES: (TERMS, RESULT),
    MOVES: (MOVE,),
    TABLES: (TABLE,),
    TOKEN_KEY: (KEY,),
}
"""The tables in an order in which they can be filled, with their checksums."""
_BATCH = 500
"""Rows in one statement."""


@dataclass(frozen=True, slots=True)
class Copied:
    """Numbers of rows that were copied."""

    matches: int
    moves: int
    tables: int


def copy_archive(source: SqlArchive, target: SqlArchive, *, snapshot: str, progress: Progress) -> Copied:
    """Copy everything from `source` to `target`, which must be empty, and compare the two.

    `snapshot` is the statement that starts a transaction of `source` in which all reads agree. The
    target gets everything in one transaction, which is committed after the comparison. If the copy
    fails or is interrupted, the target stays empty.
    """
    stopped = Event()

    def report(done: int, total: int) -> None:
        if stopped.is_set():
            raise CopyFailed("it was interrupted")
        progress(done, total)

    def fill(new: Connection) -> Copied:
        with source.connect() as old:
            old.exec_driver_sql(snapshot)
            return _copy(old, new, report)

    try:
        return target.writer.submit(fill).result()
    finally:
        # After Ctrl-C, so that the writer undoes its work.
        stopped.set()


def _copy(old: Connection, new: Connection, report: Progress) -> Copied:
    for table in (MATCHES, MOVES, TABLES):
        if new.execute(select(table).limit(1)).first() is not None:
            raise CopyFailed("the target already has matches, so choose an empty one")
    new.execute(delete(TOKEN_KEY))
    counts = {table: old.scalar(select(func.count()).select_from(table)) or 0 for table in _SEALS}
    done, total = 0, 2 * sum(counts.values())
    report(done, total)
    sums = dict.fromkeys(_SEALS, 0)
    for table, seals in _SEALS.items():
        with _stream(old, table) as result:
            for rows in result.mappings().partitions():
                for row in rows:
                    _check(row, table, seals)
                sums[table] += _sum(table, rows)
                _insert(new, table, rows)
                done += len(rows)
                report(done, total)
    for table in _SEALS:
        with _stream(new, table) as result:
            for rows in result.mappings().partitions():
                counts[table] -= len(rows)
                sums[table] -= _sum(table, rows)
                done += len(rows)
                report(done, total)
        if counts[table] or sums[table]:
            raise CopyFailed(f"the copied {table.name} differ from the original ones")
    copied = [new.scalar(select(func.count()).select_from(table)) or 0 for table in (MATCHES, MOVES, TABLES)]
    return Copied(*copied)


def _stream(connection: Connection, table: Table) -> Result[Any]:
    """Read the rows of a table, without having all of them in memory."""
    return connection.execute(select(table).execution_options(yield_per=_BATCH))


def _sum(table: Table, rows: Sequence[RowMapping]) -> int:
    """Return a number that depends on all values, but not on the order of the rows."""
    return sum(checksum(table.name, row.values()) for row in rows)


def _insert(connection: Connection, table: Table, rows: Sequence[RowMapping]) -> None:
    connection.execute(insert(table), [dict(row) for row in rows])


def _check(row: RowMapping, table: Table, seals: tuple[Sealed, ...]) -> None:
    if not all(seal.intact(row) for seal in seals):
        name = next(iter(row.values()))
        raise CopyFailed(
            f"row {name!r} of its {table.name} is damaged, so run codepegs matches check and repair it first"
        )
