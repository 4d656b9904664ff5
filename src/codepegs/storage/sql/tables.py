"""Store of tables in the SQL database of an archive."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    and_,
    case,
    func,
    insert,
    or_,
    select,
    update,
)

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line
from codepegs.rules.agreement import NOBODY, Agreement, check_name, check_terms
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import Added, MatchId
from codepegs.storage.errors import DamagedMatch, NotInvited, SeatTaken, UnknownTable, VersionConflict
from codepegs.storage.sql import token_key
from codepegs.storage.sql.archive import SqlArchive, check_types, new_match_row
from codepegs.storage.sql.schema import GAMES, MATCHES, MOVES, TABLES, read_day, write_day
from codepegs.storage.sql.statistics import read_solo_results, read_tallies
from codepegs.storage.statistics import SoloStatistics, Tally, count_solo
from codepegs.storage.tables import TableRow

_TABLES_AND_MATCHES = select(
    TABLES,
    MATCHES.c.moves,
    MATCHES.c.over,
    MATCHES.c.changed.label("moved"),
).outerjoin(MATCHES, MATCHES.c.id == TABLES.c.id)
"""Tables with the progress of their matches."""
_SEATS = ("one", "two")


class SqlTables:
    """:class:`~codepegs.storage.tables.Tables` in a database."""

    def __init__(
        self, archive: SqlArchive, *, backup: Callable[[Path], None], unlock: Callable[[], None]
    ) -> None:
        """`backup` copies the database to a file, `unlock` releases it for another server."""
        self.archive, self._backup, self._unlock = archive, backup, unlock

    def open(self, table: TableRow, *, at: int) -> Future[TableRow]:
        new = replace(table, opened=at, changed=at)
        _make_agreement(new)
        return self.archive.writer.submit(lambda connection: _insert(connection, new))

    def join(
        self, table: MatchId, *, client: str, owner: str, name: str, invitation: str, at: int
    ) -> Future[TableRow]:
        def take_seat(connection: Connection) -> TableRow:
            row = _load(connection, table)
            free = row.empty_seat
            if free is None:
                if (client, owner, name) in zip(row.clients, row.owners, row.names, strict=True):
                    return row
                raise SeatTaken(table)
            if invitation != row.invitation:
                raise NotInvited(table)
            names = (name, row.names[1]) if free == 0 else (row.names[0], name)
            _start_match(connection, replace(row, names=names), at=at)
            seat = _SEATS[free]
            values = {f"name_{seat}": name, f"client_{seat}": client, f"owner_{seat}": owner}
            return _update(connection, table, at=at, invitation=None, **values)

        return self.archive.writer.submit(take_seat)

    def save_offers(self, table: MatchId, *, version: int, offers: str, at: int) -> Future[TableRow]:
        def save(connection: Connection) -> TableRow:
            _check_version(_load(connection, table), version)
            return _update(connection, table, at=at, offers=offers)

        return self.archive.writer.submit(save)

    def rematch(self, table: MatchId, *, version: int, new: TableRow, at: int) -> Future[TableRow]:
        opened = replace(new, opened=at, changed=at)
        _make_agreement(opened)

        def open_and_link(connection: Connection) -> TableRow:
            row = _load(connection, table)
            _check_version(row, version)
            if row.rematch is not None:
                raise VersionConflict(table, version, row.version)
            _update(connection, table, at=at, offers="", rematch=new.id)
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
        )

    def table(self, table: MatchId) -> TableRow:
        with self.archive.connect() as connection:
            return _load(connection, table)

    def tables_of(self, owner: str, *, limit: int = 50) -> list[TableRow]:
        latest = case((MATCHES.c.changed > TABLES.c.changed, MATCHES.c.changed), else_=TABLES.c.changed)
        listed = (
            _TABLES_AND_MATCHES.where(_is_owned_by(owner)).order_by(latest.desc(), TABLES.c.id).limit(limit)
        )
        return self._read_tables(listed)

    def _read_tables(self, listed: Select[Any]) -> list[TableRow]:
        """Return the readable tables of a list."""
        found: list[TableRow] = []
        with self.archive.connect() as connection:
            for row in connection.execute(listed).mappings():
                try:
                    found.append(_read_table(row))
                except DamagedMatch:
                    continue
        return found

    def unfinished_solo(self, owner: str) -> list[MatchId]:
        solo = (TABLES.c.name_one == NOBODY, TABLES.c.daily.is_(None), MATCHES.c.over.is_not(True))
        theirs = _TABLES_AND_MATCHES.where(_is_owned_by(owner), *solo).with_only_columns(TABLES.c.id)
        with self.archive.connect() as connection:
            return [MatchId(name) for name in connection.execute(theirs).scalars()]

    def count_unfinished(self, owner: str) -> int:
        theirs = _TABLES_AND_MATCHES.where(_is_owned_by(owner), MATCHES.c.over.is_not(True))
        with self.archive.connect() as connection:
            return connection.scalar(theirs.with_only_columns(func.count())) or 0

    def find_daily(self, day: date, owner: str) -> TableRow | None:
        played = _TABLES_AND_MATCHES.where(_is_owned_by(owner), TABLES.c.daily == write_day(day))
        return next(iter(self._read_tables(played.order_by(TABLES.c.opened))), None)

    def idle_tables(self, *, solo_before: int, match_before: int, limit: int = 50) -> dict[MatchId, int]:
        moved = func.coalesce(MATCHES.c.changed, TABLES.c.changed)
        before = case((TABLES.c.name_one == NOBODY, solo_before), else_=match_before)
        idle = (
            select(TABLES.c.id, TABLES.c.events + func.coalesce(MATCHES.c.moves, 0))
            .outerjoin(MATCHES, MATCHES.c.id == TABLES.c.id)
            .where(MATCHES.c.over.is_not(True), moved < before)
            .order_by(moved)
            .limit(limit)
        )
        with self.archive.connect() as connection:
            return {MatchId(name): version for name, version in connection.execute(idle)}

    def statistics(self, owner: str) -> list[Tally]:
        seats = (TABLES.c.owner_one == owner, TABLES.c.owner_two == owner)
        theirs = (
            and_(GAMES.c.codebreaker == player, _is_at_table(seat)) for player, seat in enumerate(seats)
        )
        with self.archive.connect() as connection:
            return read_tallies(connection, _is_at_table(_is_owned_by(owner)), or_(*theirs))

    def solo_statistics(self, owner: str, *, today: date) -> SoloStatistics:
        with self.archive.connect() as connection:
            results = read_solo_results(connection, _is_at_table(_is_owned_by(owner)))
        return count_solo(results, today=today)

    def match(self, match: MatchId) -> Match:
        return self.archive.match(match)

    def keys(self, match: MatchId) -> dict[tuple[PlayerNumber, str], int]:
        sent = select(MOVES.c.seat, MOVES.c.client_key, MOVES.c.number).where(
            MOVES.c.match == match, MOVES.c.client_key.is_not(None)
        )
        with self.archive.connect() as connection:
            return {(seat, key): number for seat, key, number in connection.execute(sent)}

    def delete(self, table: MatchId) -> Future[None]:
        return self.archive.delete_later(table)

    def token_key(self) -> bytes:
        return self.archive.writer.submit(token_key.read_or_make).result()

    def backup(self, path: Path) -> None:
        self._backup(path)

    def close(self) -> None:
        self.archive.close()
        self._unlock()


def _is_owned_by(owner: str) -> ColumnElement[bool]:
    return or_(TABLES.c.owner_one == owner, TABLES.c.owner_two == owner)


def _is_at_table(where: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a match is played at a table like this. The index of owners finds it."""
    return MATCHES.c.id.in_(select(TABLES.c.id).where(where))


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


def _start_match(connection: Connection, table: TableRow, *, at: int) -> None:
    if (agreement := _make_agreement(table)) is not None:
        connection.execute(insert(MATCHES), new_match_row(table.id, agreement, at=at))


def _insert(connection: Connection, table: TableRow) -> TableRow:
    row = {
        "id": table.id,
        "edition": edition_line.write(table.edition),
        "games": table.games,
        "hints": table.hints,
        "friendly": table.friendly,
        "daily": write_day(table.daily),
        "name_one": table.names[0],
        "name_two": table.names[1],
        "client_one": table.clients[0],
        "client_two": table.clients[1],
        "owner_one": table.owners[0],
        "owner_two": table.owners[1],
        "invitation": table.invitation,
        "events": 0,
        "offers": table.offers,
        "rematch": None,
        "opened": table.opened,
        "changed": table.changed,
    }
    connection.execute(insert(TABLES), row)
    _start_match(connection, table, at=table.opened)
    return table


def _update(connection: Connection, table: MatchId, *, at: int, **values: Any) -> TableRow:
    """Update a table, count the event, and return the new row."""
    changed = update(TABLES).where(TABLES.c.id == table)
    connection.execute(changed.values(events=TABLES.c.events + 1, changed=at, **values))
    return _load(connection, table)


def _load(connection: Connection, table: MatchId) -> TableRow:
    row = connection.execute(_TABLES_AND_MATCHES.where(TABLES.c.id == table)).mappings().one_or_none()
    if row is None:
        raise UnknownTable(table)
    return _read_table(row)


def _check_version(table: TableRow, version: int) -> None:
    if table.version != version:
        raise VersionConflict(table.id, version, table.version)


def _read_table(row: RowMapping) -> TableRow:
    check_types(row, TABLES.columns)
    name, begun = row["id"], row["moves"] is not None
    if begun is (None in (row["name_one"], row["name_two"])):
        raise DamagedMatch(name, "its players do not agree with its match.")
    if begun and not (isinstance(row["moves"], int) and isinstance(row["moved"], int)):
        raise DamagedMatch(name, "the columns of its moves have values of the wrong type.")
    try:
        edition, daily = edition_line.read(row["edition"]), read_day(row["daily"])
    except (CodepegsError, ValueError) as error:
        raise DamagedMatch(name, f"its terms are not valid. {error}") from None
    return TableRow(
        id=MatchId(name),
        edition=edition,
        games=row["games"],
        names=(row["name_one"], row["name_two"]),
        clients=(row["client_one"], row["client_two"]),
        owners=(row["owner_one"], row["owner_two"]),
        hints=row["hints"],
        friendly=row["friendly"],
        daily=daily,
        invitation=row["invitation"],
        version=row["events"] + (row["moves"] or 0),
        offers=row["offers"],
        rematch=row["rematch"],
        opened=row["opened"],
        changed=max(row["changed"], row["moved"] or 0),
        moves=row["moves"] or 0,
        over=bool(row["over"]),
    )
