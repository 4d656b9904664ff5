"""Rows of tables to be written, with their checksums here and at their matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, insert, select, update

from codepegs.notation import edition_line
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import UnknownTable
from codepegs.storage.sql.rows import SELECT_TABLES, check
from codepegs.storage.sql.schema import MATCHES, TABLE, TABLES, write_day
from codepegs.storage.tables import TableRow

_THESE = SELECT_TABLES.where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
_LOCK = (
    select(TABLES.c.id)
    .where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
    # In the order of their ids, so that two programs that lock the same tables cannot deadlock.
    .order_by(TABLES.c.id)
    .with_for_update()
)
_SEAL = update(MATCHES).where(MATCHES.c.id == bindparam("here")).values(table_checksum=bindparam("checksum"))


def lock_tables(connection: Connection, tables: Sequence[MatchId]) -> None:
    """Wait until no other program is changing these tables, and let none change them before the commit.

    To lock matches too, lock their tables first.
    """
    connection.execute(_LOCK, {"ids": tables})


def lock_table(connection: Connection, table: MatchId) -> RowMapping:
    """Lock a table and return its row, like `load_table`.

    The row is read by a second statement. The one that waits for the lock sees the match of the
    table as it was before it waited.
    """
    lock_tables(connection, [table])
    return load_table(connection, table)


def load_table(connection: Connection, table: MatchId) -> RowMapping:
    """Return the row of a table with its match, or raise UnknownTable or DamagedMatch."""
    found = load_tables(connection, [table]).get(table)
    if found is None:
        raise UnknownTable(table)
    return found


def load_tables(connection: Connection, tables: Sequence[MatchId]) -> dict[str, RowMapping]:
    """Return the rows of these tables by id, or raise DamagedMatch."""
    rows = connection.execute(_THESE, {"ids": tables}).mappings().all()
    for row in rows:
        check(row)
    return {row[TABLES.c.id]: row for row in rows}


def insert_table(connection: Connection, table: TableRow) -> int:
    """Store a new table, and return its checksum."""
    row = {
        "id": table.id,
        "edition": edition_line.write(table.edition),
        "games": table.games,
        "hints": table.hints,
        "friendly": table.friendly,
        "daily": write_day(table.daily),
        "offline": table.offline,
        "name_one": table.names[0],
        "name_two": table.names[1],
        "client_one": table.clients[0],
        "client_two": table.clients[1],
        "owner_one": table.owners[0],
        "owner_two": table.owners[1],
        "invitation": table.invitation,
        "challenge": table.challenge,
        "events": 0,
        "offers": table.offers,
        "rematch": None,
        "rematch_of": table.rematch_of,
        "hidden_one": False,
        "hidden_two": False,
        "opened": table.opened,
        "changed": table.changed,
    }
    checksum = TABLE.seal(row)
    connection.execute(insert(TABLES), {**row, "checksum": checksum})
    return checksum


def update_table(connection: Connection, row: RowMapping, **values: Any) -> None:
    """Change columns of the table that `lock_table` has returned as `row`."""
    new: Mapping[str, Any] = {column.name: row[column] for column in TABLE.columns} | values
    values["checksum"] = TABLE.seal(new)
    connection.execute(update(TABLES).where(TABLES.c.id == new["id"]).values(**values))
    connection.execute(_SEAL, {"here": new["id"], "checksum": values["checksum"]})
