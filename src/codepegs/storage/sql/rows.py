"""Rows that are read back from the database, and the checks that notice damage.

A row with the right checksum is one that was stored. Whether it is still the latest one, and
whether none is missing, shows in another table: a match counts its moves and has the time of
the last one, and it has the checksum of its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, RowMapping, Select, and_, func, select

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line
from codepegs.rules.agreement import Agreement
from codepegs.rules.edition import Edition
from codepegs.rules.match import Outcome
from codepegs.storage.archive import Entry, MatchId
from codepegs.storage.errors import DamagedMatch
from codepegs.storage.sql.schema import (
    LAST,
    LAST_MOVE,
    MATCHES,
    MOVES,
    RESULT,
    TABLE,
    TABLES,
    TERMS,
    read_day,
)
from codepegs.storage.tables import TableRow

T = TypeVar("T")

_NEWEST = select(func.max(MOVES.c.number)).where(MOVES.c.match == MATCHES.c.id).scalar_subquery()
_WITH_TABLE = TABLES.c.id == MATCHES.c.id
_WITH_LAST_MOVE = and_(LAST_MOVE.c.match == MATCHES.c.id, LAST_MOVE.c.number == _NEWEST)
_ALL = select(MATCHES, TABLES, LAST_MOVE)
SELECT_MATCHES = _ALL.select_from(
    MATCHES.outerjoin(TABLES, _WITH_TABLE).outerjoin(LAST_MOVE, _WITH_LAST_MOVE)
)
"""All matches, each with its table and its last move."""
SELECT_TABLES = _ALL.select_from(TABLES.outerjoin(MATCHES, _WITH_TABLE).outerjoin(LAST_MOVE, _WITH_LAST_MOVE))
"""All tables, each with its match and the last move."""


def read_pages(connection: Connection, listed: Select[Any], *, size: int) -> Iterator[RowMapping]:
    """Yield the rows of a sorted list, `size` at a time.

    A driver may load all rows of a result, and of a long list only the first ones are wanted.
    """
    for start in count(0, size):
        rows = connection.execute(listed.limit(size).offset(start)).mappings().all()
        yield from rows
        if len(rows) < size:
            return


def readable(
    rows: Iterable[RowMapping], read: Callable[[RowMapping], T], *, by: Column[str] = MATCHES.c.id
) -> Iterator[T]:
    """Yield what `read` makes of each row.

    Skips damaged ones, and those that come twice `by` their id because the file is damaged.
    """
    seen = set()
    for row in rows:
        try:
            one = read(row)
        except DamagedMatch:
            continue
        if row[by] not in seen:
            seen.add(row[by])
            yield one


def read_entry(row: RowMapping) -> Entry:
    """Return the entry of a match, or raise DamagedMatch."""
    check(row)
    over = row[MATCHES.c.over]
    return Entry(
        id=MatchId(row[MATCHES.c.id]),
        agreement=read_agreement(row),
        begun=row[MATCHES.c.begun],
        changed=row[MATCHES.c.changed],
        moves=row[MATCHES.c.moves],
        over=over,
        points=(row[MATCHES.c.points_one], row[MATCHES.c.points_two]),
        outcome=_read_outcome(row) if over else None,
        table=row[TABLES.c.id] is not None,
    )


def read_table(row: RowMapping) -> TableRow:
    """Return a table, or raise DamagedMatch."""
    check(row)
    name = row[TABLES.c.id]
    try:
        edition, daily = _read_edition(row[TABLES.c.edition]), read_day(row[TABLES.c.daily])
    except (CodepegsError, ValueError) as error:
        raise DamagedMatch(name, f"its terms are not valid. {error}") from None
    moves, over = row[MATCHES.c.moves] or 0, bool(row[MATCHES.c.over])
    begun = row[MATCHES.c.id] is not None
    return TableRow(
        id=MatchId(name),
        edition=edition,
        games=row[TABLES.c.games],
        names=(row[TABLES.c.name_one], row[TABLES.c.name_two]),
        clients=(row[TABLES.c.client_one], row[TABLES.c.client_two]),
        owners=(row[TABLES.c.owner_one], row[TABLES.c.owner_two]),
        hints=row[TABLES.c.hints],
        friendly=row[TABLES.c.friendly],
        daily=daily,
        offline=row[TABLES.c.offline],
        invitation=row[TABLES.c.invitation],
        challenge=row[TABLES.c.challenge],
        version=row[TABLES.c.events] + moves,
        offers=row[TABLES.c.offers],
        rematch=row[TABLES.c.rematch],
        rematch_of=row[TABLES.c.rematch_of],
        opened=row[TABLES.c.opened],
        changed=max(row[TABLES.c.changed], row[MATCHES.c.changed] or 0),
        moves=moves,
        over=over,
        turn=row[LAST_MOVE.c.turn] if moves else 0 if begun else None,
        game=row[LAST_MOVE.c.game] if moves else 1,
        guesses=row[LAST_MOVE.c.guesses] if moves else 0,
        points=(row[MATCHES.c.points_one], row[MATCHES.c.points_two]) if begun else (0, 0),
        outcome=_read_outcome(row) if over else None,
        ended=row[MATCHES.c.changed] if over else None,
    )


def _read_outcome(row: RowMapping) -> Outcome:
    return Outcome(*(row[MATCHES.c[name]] for name in ("winner", "abandoned_by", "stopped", "cracked_in")))


def read_agreement(row: RowMapping) -> Agreement:
    """Return the terms of a match, or raise DamagedMatch."""
    try:
        return Agreement(
            _read_edition(row[MATCHES.c.edition]),
            (row[MATCHES.c.codemaker], row[MATCHES.c.codebreaker]),
            row[MATCHES.c.games],
            row[MATCHES.c.hints],
            row[MATCHES.c.friendly],
            read_day(row[MATCHES.c.daily]),
        )
    except (CodepegsError, ValueError) as error:
        raise DamagedMatch(row[MATCHES.c.id], f"its terms are not valid. {error}") from None


def read_edition(row: RowMapping) -> Edition:
    """Return the edition of a match, or raise DamagedMatch."""
    try:
        return _read_edition(row[MATCHES.c.edition])
    except CodepegsError as error:
        raise DamagedMatch(row[MATCHES.c.id], f"its terms are not valid. {error}") from None


_read_edition = lru_cache(maxsize=1000)(edition_line.read)


def check(row: RowMapping) -> None:
    """Raise DamagedMatch if a row of `SELECT_MATCHES` or `SELECT_TABLES` is not what was stored."""
    name = row[MATCHES.c.id] or row[TABLES.c.id]
    if row[TABLES.c.id] is not None:
        if not TABLE.intact(row):
            raise DamagedMatch(name, "its table is not what was stored.")
        if (row[MATCHES.c.id] is None) is not (None in (row[TABLES.c.name_one], row[TABLES.c.name_two])):
            raise DamagedMatch(name, "its players do not agree with its match.")
    if row[MATCHES.c.id] is not None:
        check_match(row)
        check_link(row)
        if row[LAST_MOVE.c.number] is not None and not LAST.intact(row):
            raise DamagedMatch(name, "its last move is not what was stored.")
        check_progress(row, row[LAST_MOVE.c.number], row[LAST_MOVE.c.at])


def check_match(row: RowMapping) -> None:
    """Raise DamagedMatch if the terms or the result of a match are not what was stored."""
    name = row[MATCHES.c.id]
    if not TERMS.intact(row):
        raise DamagedMatch(name, "its terms are not what was stored.")
    if not RESULT.intact(row):
        raise DamagedMatch(name, "its result is not what was stored.")


def check_link(row: RowMapping) -> None:
    """Raise DamagedMatch if the table of a match is not the one that was stored last."""
    if row[MATCHES.c.table_checksum] != row[TABLES.c.checksum]:
        raise DamagedMatch(row[MATCHES.c.id], "its table is missing or outdated.")


def check_progress(row: RowMapping, last: int | None, at: int | None) -> None:
    """Raise DamagedMatch if the last move of the match is not number `last`, made `at` that time."""
    progress = (row[MATCHES.c.moves], row[MATCHES.c.changed])
    if progress != ((0, row[MATCHES.c.begun]) if last is None else (last + 1, at)):
        raise DamagedMatch(row[MATCHES.c.id], "moves are missing, or its row is outdated.")
