"""Store of tables in the SQL database of an archive."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    and_,
    bindparam,
    case,
    func,
    insert,
    or_,
    select,
)

from codepegs.notation import move_line
from codepegs.rules.agreement import NOBODY, Agreement, check_name, check_terms
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import Added, MatchId
from codepegs.storage.errors import (
    AlreadyPlayed,
    DamagedMatch,
    NotInvited,
    SeatTaken,
    UnknownTable,
    VersionConflict,
)
from codepegs.storage.sql.append import NewMove, append
from codepegs.storage.sql.archive import (
    ENDED_FIRST,
    UNFINISHED_SOLO,
    SqlArchive,
    make_room,
    new_match_row,
    play_row,
)
from codepegs.storage.sql.rows import SELECT_TABLES, read_pages, read_table, readable
from codepegs.storage.sql.schema import LAST_MOVE, MATCHES, MOVE, MOVES, TABLES, write_day
from codepegs.storage.sql.statistics import read_opponents, read_solo_results, read_tallies
from codepegs.storage.sql.table_rows import insert_table, load_table, lock_table, update_table
from codepegs.storage.statistics import OpponentTally, SoloStatistics, Tally, count_solo
from codepegs.storage.tables import LaterMoves, Place, StoredMove, TableRow

_SEATS = ("one", "two")
_MAX_IDS = 500
"""Ids in one statement. SQLite before 3.32 takes 999 variables."""
_VERSIONS = (
    select(TABLES.c.id, TABLES.c.events + func.coalesce(MATCHES.c.moves, 0))
    .select_from(TABLES.outerjoin(MATCHES, TABLES.c.id == MATCHES.c.id))
    .where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
)
# One statement, so that the table and its moves come from the same snapshot.
_LATER = (
    select(TABLES.c.events, TABLES.c.offers, MOVES)
    .outerjoin(MOVES, and_(MOVES.c.match == TABLES.c.id, MOVES.c.number >= bindparam("number")))
    .where(TABLES.c.id == bindparam("name"))
    .order_by(MOVES.c.number)
)


class SqlTables:
    """:class:`~codepegs.storage.tables.Tables` in a database."""

    def __init__(
        self,
        archive: SqlArchive,
        *,
        backup: Callable[[Path], None],
        unlock: Callable[[], None],
        lock_name: Callable[[Connection, str], object] = lambda connection, name: None,
    ) -> None:
        """`backup` copies the database to a file, `unlock` releases it for another server.

        `lock_name` locks a name until the end of the transaction, if several programs can write at
        the same time.
        """
        self.archive, self._backup, self._unlock, self._lock_name = archive, backup, unlock, lock_name

    def open(self, table: TableRow, *, at: int, moves: Sequence[Move] = ()) -> Future[TableRow]:
        new = _at_opening(table, at)
        made = _make_moves(new, _make_agreement(new), moves)

        def insert(connection: Connection) -> TableRow:
            self._check_daily(connection, new)
            row = _insert(connection, new)
            if not made:
                return row
            append(connection, made)
            return read_table(load_table(connection, new.id))

        return self.archive.writer.submit(insert)

    def _check_daily(self, connection: Connection, new: TableRow) -> None:
        """Raise AlreadyPlayed if the player of `new` has begun that daily code before."""
        owner = new.owners[1]
        if new.daily is None or owner is None:
            return
        self._lock_name(connection, f"daily {new.daily.isoformat()} {owner}")
        for begun in _read_tables(connection, _select_daily(new.daily, owner), owner=owner):
            if begun.id != new.id:
                raise AlreadyPlayed(begun.id)

    def join(
        self, table: MatchId, *, client: str, owner: str, name: str, invitation: str, at: int
    ) -> Future[TableRow]:
        def take_seat(connection: Connection) -> TableRow:
            row = lock_table(connection, table)
            stored = read_table(row)
            free = stored.empty_seat
            if free is None:
                if (client, owner, name) in zip(stored.clients, stored.owners, stored.names, strict=True):
                    return stored
                raise SeatTaken(table)
            if invitation != stored.invitation:
                raise NotInvited(table)
            names = (name, stored.names[1]) if free == 0 else (stored.names[0], name)
            _start_match(connection, replace(stored, names=names), at=at)
            seat = _SEATS[free]
            values = {f"name_{seat}": name, f"client_{seat}": client, f"owner_{seat}": owner}
            return _update(connection, row, at=at, invitation=None, **values)

        return self.archive.writer.submit(take_seat)

    def save_offers(self, table: MatchId, *, version: int, offers: str, at: int) -> Future[TableRow]:
        def save(connection: Connection) -> TableRow:
            row = lock_table(connection, table)
            _check_version(read_table(row), version)
            return _update(connection, row, at=at, offers=offers)

        return self.archive.writer.submit(save)

    def move_seat(
        self, table: MatchId, *, version: int, player: PlayerNumber, client: str, owner: str, at: int
    ) -> Future[TableRow]:
        def move(connection: Connection) -> TableRow:
            row = lock_table(connection, table)
            _check_version(read_table(row), version)
            seat = _SEATS[player]
            return _update(connection, row, at=at, **{f"client_{seat}": client, f"owner_{seat}": owner})

        return self.archive.writer.submit(move)

    def rematch(self, table: MatchId, *, version: int, new: TableRow, at: int) -> Future[TableRow]:
        opened = replace(_at_opening(new, at), rematch_of=table)
        _make_agreement(opened)

        def open_and_link(connection: Connection) -> TableRow:
            row = lock_table(connection, table)
            stored = read_table(row)
            _check_version(stored, version)
            if stored.rematch is not None:
                raise VersionConflict(table, version, stored.version)
            _update(connection, row, at=at, offers="", rematch=new.id)
            return _insert(connection, opened)

        return self.archive.writer.submit(open_and_link)

    def add_later(
        self,
        match: MatchId,
        number: int,
        move: Move,
        *,
        at: int,
        seat: PlayerNumber | None = None,
        key: str | None = None,
        before: Match | None = None,
        after: Match | None = None,
        offers: str | None = None,
        notes: int | None = None,
    ) -> Future[Added]:
        if key is not None and seat is None:
            raise ValueError("A key needs the seat of its player.")
        return self.archive.add_later(
            match,
            number,
            move,
            at=at,
            before=before,
            after=after,
            at_table=True,
            seat=seat,
            key=key,
            offers=offers,
            notes=notes,
        )

    def table(self, table: MatchId) -> TableRow:
        with self.archive.connect() as connection:
            return read_table(load_table(connection, table))

    def versions(self, tables: Sequence[MatchId]) -> dict[MatchId, int]:
        with self.archive.connect() as connection:
            return {
                MatchId(name): version
                for start in range(0, len(tables), _MAX_IDS)
                for name, version in connection.execute(
                    _VERSIONS, {"ids": [*tables[start : start + _MAX_IDS]]}
                )
            }

    def moves_since(self, match: Match) -> LaterMoves:
        name = MatchId(match.name or "")
        with self.archive.connect() as connection:
            found = connection.execute(_LATER, {"name": name, "number": match.length})
            rows = found.mappings().all()
        if not rows:
            raise UnknownTable(name)
        moves = []
        for row in rows:
            if row[MOVES.c.number] is not None:
                move, match = play_row(name, match, row)
                moves.append(StoredMove(move, row[MOVES.c.seat], row[MOVES.c.client_key]))
        return LaterMoves(moves, rows[0][TABLES.c.events], rows[0][TABLES.c.offers])

    def tables_of(self, owner: str, *, limit: int = 50, after: Place | None = None) -> list[TableRow]:
        group, latest = _group(owner), _LATEST
        shown = [
            or_(each != owner, each.is_(None), hidden.is_(False))
            for each, hidden in (
                (TABLES.c.owner_one, TABLES.c.hidden_one),
                (TABLES.c.owner_two, TABLES.c.hidden_two),
            )
        ]
        listed = _select_of(owner, *shown).order_by(group, latest.desc(), TABLES.c.id)
        if after is not None:
            later = or_(latest < after.changed, and_(latest == after.changed, TABLES.c.id > after.id))
            listed = listed.where(or_(group > after.group, and_(group == after.group, later)))
        return [*islice(self._read_tables(listed, owner=owner, size=limit), limit)]

    def hide(self, table: MatchId, owner: str) -> Future[None]:
        def hide(connection: Connection) -> None:
            row = lock_table(connection, table)
            theirs = {f"hidden_{seat}": True for seat in _SEATS if row[TABLES.c[f"owner_{seat}"]] == owner}
            if theirs:
                update_table(connection, row, **theirs)

        return self.archive.writer.submit(hide)

    def unfinished_solo(self, owner: str) -> list[MatchId]:
        with self.archive.connect() as connection:
            return _read_unfinished_solo(connection, owner)

    def find_daily(self, day: date, owner: str) -> TableRow | None:
        return next(self._read_tables(_select_daily(day, owner), owner=owner), None)

    def open_challenges(self) -> list[TableRow]:
        waiting = SELECT_TABLES.where(TABLES.c.challenge.is_(True), MATCHES.c.id.is_(None))
        return [*self._read_tables(waiting.order_by(TABLES.c.opened, TABLES.c.id))]

    def idle_tables(self, *, solo_before: int, match_before: int, limit: int = 50) -> dict[MatchId, int]:
        moved = func.coalesce(MATCHES.c.changed, TABLES.c.changed)
        before = case((TABLES.c.name_one == NOBODY, solo_before), else_=match_before)
        idle = SELECT_TABLES.where(MATCHES.c.over.is_not(True), moved < before).order_by(moved, TABLES.c.id)
        return {row.id: row.version for row in islice(self._read_tables(idle, size=limit), limit)}

    def _read_tables(
        self, listed: Select[Any], *, owner: str | None = None, size: int | None = None
    ) -> Iterator[TableRow]:
        """Yield the readable tables of a list, which is read in pages of `size` rows."""
        with self.archive.connect() as connection:
            yield from _read_tables(connection, listed, owner=owner, size=size)

    def statistics(self, owner: str) -> list[Tally]:
        counted = _select_of(owner, MATCHES.c.results != "")
        with self.archive.connect() as connection:
            return read_tallies(connection.execute(counted).mappings(), owner=owner)

    def opponents(self, owner: str) -> list[OpponentTally]:
        counted = (MATCHES.c.over.is_(True), MATCHES.c.friendly.is_(False), MATCHES.c.codemaker != NOBODY)
        with self.archive.connect() as connection:
            rows = connection.execute(_select_of(owner, *counted)).mappings()
            return read_opponents(rows, owner=owner)

    def solo_statistics(self, owner: str, *, today: date) -> SoloStatistics:
        counted = _select_of(owner, MATCHES.c.results != "").order_by(*ENDED_FIRST)
        with self.archive.connect() as connection:
            results = read_solo_results(connection.execute(counted).mappings(), owner=owner)
        return count_solo(results, today=today)

    def match(self, match: MatchId) -> Match:
        return self.archive.match(match)

    def keys(self, match: MatchId) -> dict[tuple[PlayerNumber, str], int]:
        sent = select(MOVES).where(MOVES.c.match == match).order_by(MOVES.c.number)
        with self.archive.connect() as connection:
            rows = connection.execute(sent).mappings().all()
        for number, row in enumerate(rows):
            if row["number"] != number or not MOVE.intact(row):
                raise DamagedMatch(match, f"move {number} is not what was stored.")
        return {
            (row["seat"], row["client_key"]): row["number"] for row in rows if row["client_key"] is not None
        }

    def delete(self, table: MatchId) -> Future[None]:
        return self.archive.delete_later(table)

    def token_key(self) -> bytes:
        return self.archive.token_key()

    def backup(self, path: Path) -> None:
        self._backup(path)

    def close(self) -> None:
        self.archive.close()
        self._unlock()


_LATEST = case((MATCHES.c.changed > TABLES.c.changed, MATCHES.c.changed), else_=TABLES.c.changed)
"""Time of the last change of a table."""


def _group(owner: str) -> ColumnElement[int]:
    """Return the `group` of a table's place in the list of `owner`."""
    turn = case((LAST_MOVE.c.number.is_(None), 0), else_=LAST_MOVE.c.turn)
    return case(
        (MATCHES.c.over.is_(True), 2),
        (MATCHES.c.id.is_(None), 1),
        (and_(turn == 0, TABLES.c.owner_one == owner), 0),
        (and_(turn == 1, TABLES.c.owner_two == owner), 0),
        else_=1,
    )


def _at_opening(table: TableRow, at: int) -> TableRow:
    """Return the row of a table that is opened `at` this time."""
    return replace(table, opened=at, changed=at, turn=0 if table.begun else None)


def _select_of(owner: str, *where: ColumnElement[bool]) -> Select[Any]:
    return SELECT_TABLES.where(or_(TABLES.c.owner_one == owner, TABLES.c.owner_two == owner), *where)


def _select_daily(day: date, owner: str) -> Select[Any]:
    return _select_of(owner, TABLES.c.daily == write_day(day)).order_by(TABLES.c.opened)


def _read_tables(
    connection: Connection, listed: Select[Any], *, owner: str | None = None, size: int | None = None
) -> Iterator[TableRow]:
    """Yield the readable tables of a list. An index that is damaged may list tables of others."""
    rows = (
        connection.execute(listed).mappings() if size is None else read_pages(connection, listed, size=size)
    )
    for row in readable(rows, read_table, by=TABLES.c.id):
        if owner is None or owner in row.owners:
            yield row


def _make_agreement(table: TableRow) -> Agreement | None:
    """Return the agreement of the two players, or None if one of them has not joined.

    Checks the terms and names in both cases.
    """
    one, two = table.names
    if one is None or two is None:
        check_terms(table.edition, table.games, hints=table.hints, friendly=table.friendly, daily=table.daily)
        for name in table.names:
            if name is not None:
                check_name(name)
        return None
    return Agreement(table.edition, (one, two), table.games, table.hints, table.friendly, table.daily)


def _make_moves(table: TableRow, agreement: Agreement | None, moves: Sequence[Move]) -> list[NewMove]:
    """Return the moves that a new match has already, or raise RuleError for one that is illegal."""
    made: list[NewMove] = []
    if agreement is None:
        return made
    before = Match.start(agreement, name=table.id)
    for number, move in enumerate(moves):
        after = before.play(move)
        text = move_line.write(before, move)
        made.append(NewMove(table.id, number, move, text, table.opened, before, after))
        before = after
    return made


def _start_match(
    connection: Connection, table: TableRow, *, at: int, table_checksum: int | None = None
) -> None:
    if (agreement := _make_agreement(table)) is not None:
        row = new_match_row(table.id, agreement, at=at, table_checksum=table_checksum)
        connection.execute(insert(MATCHES), row)


def _read_unfinished_solo(connection: Connection, owner: str) -> list[MatchId]:
    """Return the solo games of an owner that are not over, the last played first."""
    listed = _select_of(owner, *UNFINISHED_SOLO).order_by(_LATEST.desc(), TABLES.c.id)
    return [row.id for row in _read_tables(connection, listed, owner=owner)]


def _insert(connection: Connection, table: TableRow) -> TableRow:
    owner = table.owners[1]
    if table.names[0] == NOBODY and table.daily is None and not table.offline and owner is not None:
        make_room(connection, _read_unfinished_solo(connection, owner))
    checksum = insert_table(connection, table)
    _start_match(connection, table, at=table.opened, table_checksum=checksum)
    return table


def _update(connection: Connection, row: RowMapping, *, at: int, **values: Any) -> TableRow:
    """Update a table, count the event, and return the new row."""
    update_table(connection, row, events=row[TABLES.c.events] + 1, changed=at, **values)
    return read_table(load_table(connection, MatchId(row[TABLES.c.id])))


def _check_version(table: TableRow, version: int) -> None:
    if table.version != version:
        raise VersionConflict(table.id, version, table.version)
