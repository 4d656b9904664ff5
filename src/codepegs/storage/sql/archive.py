"""Archive in a SQL database, without anything that is specific to one database.

The thread of the caller checks a move against the moves before it, which never change. The
writer checks only that its number is still free (:mod:`~codepegs.storage.sql.append`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import date
from random import Random
from typing import Any

from sqlalchemy import Column, Connection, Engine, RowMapping, Select, delete, false, insert, select
from sqlalchemy.exc import DatabaseError

from codepegs.errors import CodepegsError, IllegalAgreement, NotationError, RuleError
from codepegs.notation import edition_line, move_line
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import Added, Entry, MatchId, new_id
from codepegs.storage.errors import ArchiveUnavailable, DamagedMatch, PlayedOnServer, Stale, UnknownMatch
from codepegs.storage.sql.append import NewMove, summary
from codepegs.storage.sql.schema import GAMES, MATCHES, MOVES, TABLES, read_day, write_day
from codepegs.storage.sql.statistics import read_solo_results, read_tallies
from codepegs.storage.sql.writer import BatchFunction, Writer
from codepegs.storage.statistics import SoloStatistics, Tally, count_solo

_TERMS = [column for column in MATCHES.columns if not column.nullable or column.name == "daily"]
_OWN_SOLO = (MATCHES.c.codemaker == NOBODY, MATCHES.c.id.not_in(select(TABLES.c.id)))
"""Solo games that are not played at a table of a server."""


class SqlArchive:
    """An :class:`~codepegs.storage.archive.Archive` in a database."""

    def __init__(
        self,
        readers: Engine,
        writer: Writer,
        *,
        translate: Callable[[DatabaseError], ArchiveUnavailable],
        dispose: Callable[[], None],
        random: Random,
        append: BatchFunction[NewMove, Added],
    ) -> None:
        """`translate` makes an archive error from one of the database, `dispose` closes the database.

        Ids of new matches come from `random`. `append` stores moves, such as
        :func:`codepegs.storage.sql.append.append`.
        """
        self.writer, self._append = writer, append
        self._readers, self._translate, self._dispose, self._random = readers, translate, dispose, random
        self._own: set[MatchId] = set()
        """Matches that are known to have no table. A match never gets one later."""
        self._closed = False

    def begin(self, agreement: Agreement, *, at: int) -> MatchId:
        match = new_id(self._random)
        self.begin_later(match, agreement, at=at).result()
        return match

    def begin_later(self, match: MatchId, agreement: Agreement, *, at: int) -> Future[None]:
        row = new_match_row(match, agreement, at=at)

        def begin(connection: Connection) -> None:
            connection.execute(insert(MATCHES), row)
            self._own.add(match)

        return self.writer.submit(begin)

    def add(
        self,
        match: MatchId,
        number: int,
        move: Move,
        *,
        at: int,
        before: Match | None = None,
        after: Match | None = None,
    ) -> None:
        self.add_later(match, number, move, at=at, before=before, after=after).result()

    def add_later(
        self,
        match: MatchId,
        number: int,
        move: Move,
        *,
        at: int,
        before: Match | None = None,
        after: Match | None = None,
        at_table: bool = False,
        seat: PlayerNumber | None = None,
        key: str | None = None,
        offers: str | None = None,
    ) -> Future[Added]:
        """With `at_table`, it is :meth:`codepegs.storage.tables.Tables.add_later`."""
        if not at_table:
            self.check_not_served(match)
        if before is None:
            before = self.match(match)
        known = before.length
        if known < number or (known > number and key is None):
            raise Stale(match, number, known)
        text = ""
        if known > number:
            after = None
        else:
            after = after or before.play(move)
            text = move_line.write(before, move)
        new = NewMove(match, number, move, text, at, before, after, seat, key, offers)
        return self.writer.submit_to_batch(self._append, new)

    def match(self, match: MatchId) -> Match:
        # One statement, so that match and moves come from the same snapshot.
        both = (
            select(MATCHES, TABLES.c.id.label("table"), MOVES.c.number, MOVES.c.text)
            .outerjoin(TABLES, TABLES.c.id == MATCHES.c.id)
            .outerjoin(MOVES, MOVES.c.match == MATCHES.c.id)
            .where(MATCHES.c.id == match)
            .order_by(MOVES.c.number)
        )
        with self.connect() as connection:
            rows = connection.execute(both).mappings().all()
        if not rows:
            raise UnknownMatch(match)
        if rows[0]["table"] is None:
            self._own.add(match)
        return _replay(match, rows)

    def entries(self, *, over: bool | None = None, table: bool | None = None, limit: int = 50) -> list[Entry]:
        at_table = TABLES.c.id.is_not(None)
        listed = (
            select(MATCHES, at_table.label("table"))
            .outerjoin(TABLES, TABLES.c.id == MATCHES.c.id)
            .order_by(MATCHES.c.changed.desc(), MATCHES.c.id)
        )
        for asked, column in ((over, MATCHES.c.over), (table, at_table)):
            if asked is not None:
                listed = listed.where(column == asked)
        return self._read_entries(listed, limit=limit)

    def _read_entries(self, listed: Select[Any], *, limit: int) -> list[Entry]:
        """Return the first readable matches of a list."""
        found: list[Entry] = []
        with self.connect() as connection:
            for row in connection.execute(listed).mappings():
                if len(found) == limit:
                    break
                try:
                    found.append(_read_entry(row))
                except DamagedMatch:
                    continue
        return found

    def damaged(self) -> list[DamagedMatch]:
        with self.connect() as connection:
            names = connection.execute(select(MATCHES.c.id).order_by(MATCHES.c.id)).scalars().all()
        found = []
        for name in names:
            try:
                self.match(MatchId(name))
            except DamagedMatch as error:
                found.append(error)
            except UnknownMatch:
                continue
        return found

    def delete(self, match: MatchId) -> None:
        self.delete_later(match).result()

    def delete_later(self, match: MatchId) -> Future[None]:
        """Delete a match and its table, without waiting for the disk."""

        def delete_both(connection: Connection) -> None:
            deleted = [
                connection.execute(delete(kind).where(kind.c.id == match)) for kind in (MATCHES, TABLES)
            ]
            if not any(result.rowcount for result in deleted):
                raise UnknownMatch(match)

        return self.writer.submit(delete_both)

    def statistics(self) -> list[Tally]:
        with self.connect() as connection:
            return read_tallies(connection)

    def solo_statistics(self, player: str, *, today: date) -> SoloStatistics:
        with self.connect() as connection:
            results = read_solo_results(connection, MATCHES.c.codebreaker == player, *_OWN_SOLO)
        return count_solo(results, today=today)

    def solo_players(self) -> list[str]:
        players = (
            select(MATCHES.c.codebreaker)
            .join_from(GAMES, MATCHES)
            .where(*_OWN_SOLO)
            .distinct()
            .order_by(MATCHES.c.codebreaker)
        )
        with self.connect() as connection:
            return [name for name in connection.execute(players).scalars() if isinstance(name, str)]

    def unfinished_solo(self, player: str) -> list[MatchId]:
        theirs = (MATCHES.c.codebreaker == player, MATCHES.c.daily.is_(None), MATCHES.c.over.is_(False))
        found = select(MATCHES.c.id).where(*_OWN_SOLO, *theirs)
        with self.connect() as connection:
            return [MatchId(name) for name in connection.execute(found).scalars()]

    def find_daily(self, day: date, player: str) -> Entry | None:
        same = (*_OWN_SOLO, MATCHES.c.daily == write_day(day), MATCHES.c.codebreaker == player)
        played = select(MATCHES, false().label("table")).where(*same).order_by(MATCHES.c.begun)
        return next(iter(self._read_entries(played, limit=1)), None)

    def delete_idle_solo(self, before: int) -> None:
        idle = (*_OWN_SOLO, MATCHES.c.over.is_(False), MATCHES.c.changed < before)
        with self.connect() as connection:
            if connection.scalar(select(MATCHES.c.id).where(*idle).limit(1)) is None:
                return
        # With the same condition, because another program may have played a move since.
        self.writer.submit(lambda connection: connection.execute(delete(MATCHES).where(*idle))).result()

    def close(self) -> None:
        self._closed = True
        self.writer.close()
        self._dispose()

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Open a connection for reading."""
        if self._closed:
            raise ArchiveUnavailable("it is closed")
        try:
            with self._readers.connect() as connection:
                yield connection
        except DatabaseError as error:
            raise self._translate(error) from None

    def check_not_served(self, match: MatchId) -> None:
        if match in self._own:
            return
        with self.connect() as connection:
            if connection.scalar(select(TABLES.c.id).where(TABLES.c.id == match)) is not None:
                raise PlayedOnServer(match)


def new_match_row(match: MatchId, agreement: Agreement, *, at: int) -> dict[str, Any]:
    """Return the row of a match without moves."""
    return {
        "id": match,
        "edition": edition_line.write(agreement.edition),
        "games": agreement.games,
        "codemaker": agreement.players[0],
        "codebreaker": agreement.players[1],
        "hints": agreement.hints,
        "friendly": agreement.friendly,
        "daily": write_day(agreement.daily),
        "begun": at,
        "changed": at,
        "moves": 0,
        **summary(Match.start(agreement)),
    }


# Reading back --------------------------------------------------------------------------


def check_types(row: RowMapping, columns: Iterable[Column[Any]]) -> None:
    """Raise DamagedMatch unless `row` has values of the right type in `columns`.

    SQLite stores values of any type in any column, so another program may have changed them.
    """
    for column in columns:
        value = row[column.name]
        if not (isinstance(value, column.type.python_type) or (value is None and column.nullable)):
            raise DamagedMatch(row["id"], f"the column {column.name} has a value of the wrong type.")


def _read_agreement(row: RowMapping) -> Agreement:
    name = row["id"]
    check_types(row, _TERMS)
    try:
        return Agreement(
            edition_line.read(row["edition"]),
            (row["codemaker"], row["codebreaker"]),
            row["games"],
            row["hints"],
            row["friendly"],
            read_day(row["daily"]),
        )
    except (CodepegsError, ValueError) as error:
        raise DamagedMatch(name, f"its terms are not valid. {error}") from None


def _read_entry(row: RowMapping) -> Entry:
    return Entry(
        id=MatchId(row["id"]),
        agreement=_read_agreement(row),
        begun=row["begun"],
        changed=row["changed"],
        moves=row["moves"],
        over=row["over"],
        points=(row["points_one"], row["points_two"]),
        outcome=Outcome(row["winner"], row["abandoned_by"], row["stopped"], row["cracked_in"])
        if row["over"]
        else None,
        table=row["table"],
    )


def _replay(name: MatchId, rows: Sequence[RowMapping]) -> Match:
    """Return the match from `rows`, one per move, or a single one without a move."""
    agreement = _read_agreement(rows[0])
    try:
        match = Match.start(agreement, name=name)
    except IllegalAgreement as error:
        raise DamagedMatch(name, str(error)) from None
    moves = [row for row in rows if row["number"] is not None]
    for number, row in enumerate(moves):
        if row["number"] != number or not isinstance(row["text"], str):
            raise DamagedMatch(name, f"move {number} is missing.")
        try:
            match = match.play(move_line.read(match, row["text"]))
        except (NotationError, RuleError) as error:
            raise DamagedMatch(name, f"move {number} is not a legal move. {error}") from None
    expected = {"moves": len(moves), **summary(match)}
    wrong = [column for column, value in expected.items() if rows[0][column] != value]
    if wrong:
        raise DamagedMatch(name, f"its moves do not agree with its {', '.join(wrong)}.")
    return match
