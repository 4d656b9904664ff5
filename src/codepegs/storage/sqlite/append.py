"""Append a batch of moves to a SQLite file with two statements, each for all moves.

They store what is usual: the next move of each of several matches, under a new key. Any
other batch is undone and goes to :func:`codepegs.storage.sql.append.append`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DatabaseError

from codepegs.errors import CodepegsError
from codepegs.storage.archive import Added
from codepegs.storage.sql import append as general
from codepegs.storage.sql.append import NewMove

MIN_VERSION = (3, 38)
"""The first version of SQLite with the operator `->>`."""

# SQLAlchemy would build a statement with a variable for each value, and read lengths and keys before. Its
# layers alone take longer than SQLite for a batch, so these statements go to the driver.
_ADVANCE = """
    UPDATE matches SET moves = (new.value ->> 1) + 1, changed = new.value ->> 3 FROM json_each(?) AS new
    WHERE matches.id = (new.value ->> 0) AND matches.moves = (new.value ->> 1)
"""
_INSERT = """
    INSERT INTO moves (match, number, text, at, seat, client_key, turn, game, guesses, checksum)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
        value ->> 7, value ->> 8, value ->> 9
    FROM json_each(?)
"""


def append(connection: Connection, moves: Sequence[NewMove]) -> list[Added | CodepegsError]:
    """Append each move whose number is next, in order. The result of the others is an error."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute("SAVEPOINT new_moves")
        if not _append_usual(cursor, moves):
            cursor.execute("ROLLBACK TO new_moves")
            return general.append(connection, moves)
    except sqlite3.Error as error:
        raise DatabaseError("new moves", None, error, hide_parameters=True) from None
    general.write_ends(connection, moves)
    return [Added(one.number, repeated=False) for one in moves]


def _append_usual(cursor: DBAPICursor, moves: Sequence[NewMove]) -> bool:
    """Return False if a move is not the next one of its match, has an old key, or depends on notes."""
    if any(one.after is None or one.notes is not None for one in moves):
        return False
    rows = json.dumps([one.row for one in moves])
    if "\\" in rows:  # SQLite does not read all escaped characters back.
        return False
    try:
        cursor.execute(_ADVANCE, (rows,))
        # It counts a match once, even if the match has several moves in the batch.
        if cursor.rowcount < len(moves):
            return False
        cursor.execute(_INSERT, (rows,))
    except sqlite3.IntegrityError:
        return False
    return True
