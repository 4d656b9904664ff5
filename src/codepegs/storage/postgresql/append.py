"""Append a batch of moves to PostgreSQL with two statements, each for all moves.

They store what is usual: the next move of each of several matches, under a new key. The other
moves go to :func:`codepegs.storage.sql.append.append`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import Connection

from codepegs.errors import CodepegsError
from codepegs.storage.archive import Added
from codepegs.storage.sql import append as general
from codepegs.storage.sql.append import NewMove
from codepegs.storage.sql.schema import MOVES
from codepegs.storage.sql.table_rows import lock_tables

# The locks are taken in the order of the ids, so that two servers do not wait for each other.
_LENGTHS = "SELECT id, moves FROM matches WHERE id = ANY(%s::text[]) ORDER BY id FOR UPDATE"
# A move whose key was used before is left out, and its match is not advanced.
_STORE = """
    WITH stored AS (
        INSERT INTO moves (match, number, text, at, seat, client_key, turn, game, guesses, checksum)
        SELECT * FROM unnest(
            %s::text[], %s::int[], %s::text[], %s::bigint[], %s::smallint[], %s::text[], %s::smallint[],
            %s::smallint[], %s::smallint[], %s::bigint[]
        )
        ON CONFLICT DO NOTHING
        RETURNING match, number, at
    )
    UPDATE matches SET moves = stored.number + 1, changed = stored.at FROM stored
    WHERE matches.id = stored.match
    RETURNING matches.id
"""
assert [column.name for column in MOVES.columns] == [
    "match", "number", "text", "at", "seat", "client_key", "turn", "game", "guesses", "checksum"
]  # fmt: skip


def append(connection: Connection, moves: Sequence[NewMove]) -> list[Added | CodepegsError]:
    """Append each move whose number is next, in order. The result of the others is an error."""
    if offering := [one.match for one in moves if one.offers is not None or one.notes is not None]:
        lock_tables(connection, offering)
    found = connection.exec_driver_sql(_LENGTHS, ([one.match for one in moves],))
    lengths = {row.id: row.moves for row in found}
    times = Counter(one.match for one in moves)
    usual = [
        one
        for one in moves
        if times[one.match] == 1
        and one.after is not None
        and one.notes is None
        and lengths.get(one.match) == one.number
    ]
    stored = set()
    if usual:
        columns = tuple(map(list, zip(*(one.row for one in usual), strict=True)))
        stored = {*connection.exec_driver_sql(_STORE, columns).scalars()}
        general.write_ends(connection, [one for one in usual if one.match in stored])
    # Moves of different matches do not depend on each other, so these can come last.
    others = [one for one in moves if one.match not in stored]
    rest = iter(general.append(connection, others) if others else ())
    return [Added(one.number, repeated=False) if one.match in stored else next(rest) for one in moves]
