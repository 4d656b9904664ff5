"""Archive in a SQL database, without anything that is specific to one database.

The thread of the caller checks a move against the moves before it, which never change. The
writer checks only that its number is still free (:mod:`~codepegs.storage.sql.append`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import date
from itertools import islice
from random import Random
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, Select, bindparam, delete, insert, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from codepegs.errors import IllegalAgreement, NotationError, RuleError
from codepegs.notation import edition_line, move_line
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MAX_UNFINISHED_SOLO, Added, Entry, MatchId, new_id
from codepegs.storage.errors import (
    ArchiveError,
    ArchiveUnavailable,
    DamagedMatch,
    PlayedOnServer,
    Stale,
    UnknownMatch,
)
from codepegs.storage.sql import token_key
from codepegs.storage.sql.append import NewMove, progress, result_columns
from codepegs.storage.sql.rename import rename
from codepegs.storage.sql.rows import (
    SELECT_MATCHES,
    SELECT_TABLES,
    check,
    check_link,
    check_match,
    check_progress,
    read_agreement,
    read_entry,
    read_pages,
    readable,
)
from codepegs.storage.sql.schema import MATCHES, MOVE, MOVES, TABLES, TERMS, write_day
from codepegs.storage.sql.statistics import read_solo_results, read_tallies
from codepegs.storage.sql.table_rows import lock_tables
from codepegs.storage.sql.writer import BatchFunction, Writer
from codepegs.storage.statistics import SoloStatistics, Tally, count_solo

_OWN_SOLO = SELECT_MATCHES.where(MATCHES.c.codemaker == NOBODY, TABLES.c.id.is_(None))
"""Solo games that are not played at a table of a server."""
# One statement, so that match and moves come from the same snapshot.
_WITH_MOVES = (
    select(MATCHES, TABLES.c.id, TABLES.c.checksum, MOVES)
    .outerjoin(TABLES, TABLES.c.id == MATCHES.c.id)
    .outerjoin(MOVES, MOVES.c.match == MATCHES.c.id)
    .where(MATCHES.c.id == bindparam("id"))
    .order_by(MOVES.c.number)
)
UNFINISHED_SOLO = (MATCHES.c.codemaker == NOBODY, MATCHES.c.daily.is_(None), MATCHES.c.over.is_not(True))
"""Conditions for solo games that are not over, without daily codes."""
ENDED_FIRST = (MATCHES.c.changed, MATCHES.c.begun, MATCHES.c.id)
"""Order in which matches ended."""


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
        check_file: Callable[[Connection], list[ArchiveError]],
    ) -> None:
        """`translate` makes an archive error from one of the database, `dispose` closes the database.

        Ids of new matches come from `random`. `append` stores moves, such as
        :func:`codepegs.storage.sql.append.append`. `check_file` returns damage to the database
        itself, such as to an index.
        """
        self.writer, self._append, self._check_file = writer, append, check_file
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
            if agreement.solo and agreement.daily is None:
                theirs = _OWN_SOLO.where(*UNFINISHED_SOLO, MATCHES.c.codebreaker == agreement.players[1])
                rows = connection.execute(theirs.order_by(MATCHES.c.changed.desc(), MATCHES.c.id)).mappings()
                make_room(connection, [entry.id for entry in readable(rows, read_entry)])
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
        notes: int | None = None,
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
        new = NewMove(match, number, move, text, at, before, after, seat, key, offers, notes)
        return self.writer.submit_to_batch(self._append, new)

    def match(self, match: MatchId) -> Match:
        with self.connect() as connection:
            rows = connection.execute(_WITH_MOVES, {"id": match}).mappings().all()
        if not rows:
            raise UnknownMatch(match)
        found = _replay(match, rows)
        if rows[0][TABLES.c.id] is None:
            self._own.add(match)
        return found

    def entries(self, *, over: bool | None = None, table: bool | None = None, limit: int = 50) -> list[Entry]:
        listed = SELECT_MATCHES.order_by(MATCHES.c.changed.desc(), MATCHES.c.id)
        for asked, column in ((over, MATCHES.c.over), (table, TABLES.c.id.is_not(None))):
            if asked is not None:
                listed = listed.where(column == asked)
        return self._read_entries(listed, limit=limit)

    def _read_entries(self, listed: Select[Any], *, limit: int | None = None) -> list[Entry]:
        """Return the first readable matches of a list."""
        with self.connect() as connection:
            rows = (
                connection.execute(listed).mappings()
                if limit is None
                else read_pages(connection, listed, size=limit)
            )
            return [*islice(readable(rows, read_entry), limit)]

    def damaged(self) -> list[ArchiveError]:
        with self.connect() as connection:
            found: list[ArchiveError] = self._check_file(connection)
        names: set[object] = set()
        for column in (MATCHES.c.id, MOVES.c.match, TABLES.c.id):
            try:
                with self.connect() as connection:
                    names.update(connection.execute(select(column).distinct()).scalars())
            except ArchiveUnavailable as error:
                found.append(error)
        try:
            self.token_key()
        except ArchiveUnavailable as error:
            found.append(error)
        for name in sorted(names, key=str):
            try:
                self._check(name)
            except (ArchiveUnavailable, DamagedMatch) as error:
                found.append(error)
        return found

    def _check(self, found: object) -> None:
        """Raise DamagedMatch if the match or the table with this id is damaged.

        It may have been deleted meanwhile.
        """
        if not (isinstance(found, str) and found.isascii()):
            raise DamagedMatch(ascii(found), "its id is not what was stored.")
        name = MatchId(found)
        orphans = select(MOVES.c.match).where(
            MOVES.c.match == name, MOVES.c.match.not_in(select(MATCHES.c.id).where(MATCHES.c.id == name))
        )
        with self.connect() as connection:
            if connection.execute(orphans).first() is not None:
                raise DamagedMatch(name, "its terms are missing.")
            for row in connection.execute(SELECT_TABLES.where(TABLES.c.id == name)).mappings():
                check(row)
        with suppress(UnknownMatch):
            self.match(name)

    def delete(self, match: MatchId) -> None:
        self.delete_later(match).result()

    def delete_later(self, match: MatchId) -> Future[None]:
        """Delete a match and its table, without waiting for the disk."""

        def delete_known(connection: Connection) -> None:
            if not _delete(connection, match):
                raise UnknownMatch(match)

        return self.writer.submit(delete_known)

    def rename(self, match: MatchId, old: str, new: str) -> None:
        self.writer.submit(lambda connection: rename(connection, match, old, new)).result()

    def statistics(self) -> list[Tally]:
        # Without tables and moves, because this may count thousands of matches.
        counted = select(MATCHES).where(MATCHES.c.results != "")
        with self.connect() as connection:
            return read_tallies(connection.execute(counted).mappings())

    def solo_statistics(self, player: str, *, today: date) -> SoloStatistics:
        theirs = _OWN_SOLO.where(MATCHES.c.codebreaker == player).order_by(*ENDED_FIRST)
        with self.connect() as connection:
            results = read_solo_results(connection.execute(theirs).mappings())
        return count_solo(results, today=today)

    def solo_players(self) -> list[str]:
        entries = self._read_entries(_OWN_SOLO.where(MATCHES.c.results != ""))
        return sorted({entry.agreement.players[1] for entry in entries})

    def find_daily(self, day: date, player: str) -> Entry | None:
        same = (MATCHES.c.daily == write_day(day), MATCHES.c.codebreaker == player)
        played = self._read_entries(_OWN_SOLO.where(*same).order_by(MATCHES.c.begun), limit=1)
        return played[0] if played else None

    def delete_idle_solo(self, before: int) -> None:
        idle = (MATCHES.c.over.is_(False), MATCHES.c.changed < before)
        # Only readable ones, because the time of a damaged one may be wrong.
        found = self._read_entries(_OWN_SOLO.where(*idle))
        if not found:
            return
        # With the same condition, because another program may have played a move since.
        deletion = delete(MATCHES).where(MATCHES.c.id == bindparam("here"), *idle)
        names = [{"here": entry.id} for entry in found]
        self.writer.submit(lambda connection: connection.execute(deletion, names)).result()

    def token_key(self) -> bytes:
        """Return the key for the tokens of a server, or raise ArchiveUnavailable if it is damaged."""
        with self.connect() as connection:
            return token_key.read(connection)

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
        except PoolTimeout:
            raise ArchiveUnavailable("too many callers are reading from it, so try again later") from None

    def check_not_served(self, match: MatchId) -> None:
        if match in self._own:
            return
        with self.connect() as connection:
            if connection.scalar(select(TABLES.c.id).where(TABLES.c.id == match)) is not None:
                raise PlayedOnServer(match)


def make_room(connection: Connection, unfinished: Sequence[MatchId]) -> None:
    """Make room for a new solo game. `unfinished` are those of its player, the last played first."""
    for match in unfinished[MAX_UNFINISHED_SOLO - 1 :]:
        _delete(connection, match)


def _delete(connection: Connection, match: MatchId) -> bool:
    """Delete a match and its table. Return whether there was anything."""
    lock_tables(connection, [match])
    # Its moves too, because a damaged match may have lost its row.
    keys = (MATCHES.c.id, TABLES.c.id, MOVES.c.match)
    deleted = [connection.execute(delete(key.table).where(key == match)) for key in keys]
    return any(result.rowcount for result in deleted)


def new_match_row(
    match: MatchId, agreement: Agreement, *, at: int, table_checksum: int | None = None
) -> dict[str, Any]:
    """Return the row of a match without moves."""
    terms = {
        "id": match,
        "edition": edition_line.write(agreement.edition),
        "games": agreement.games,
        "codemaker": agreement.players[0],
        "codebreaker": agreement.players[1],
        "hints": agreement.hints,
        "friendly": agreement.friendly,
        "daily": write_day(agreement.daily),
        "begun": at,
    }
    return {
        **terms,
        "terms_checksum": TERMS.seal(terms),
        "changed": at,
        "moves": 0,
        **result_columns(match, Match.start(agreement)),
        "table_checksum": table_checksum,
    }


def _replay(name: MatchId, rows: Sequence[RowMapping]) -> Match:
    """Return the match from `rows`, one per move, or a single one without a move."""
    first, last = rows[0], rows[-1]
    if first[MATCHES.c.id] != name:
        raise DamagedMatch(name, "another match was found under its id.")
    check_match(first)
    check_link(first)
    try:
        match = Match.start(read_agreement(first), name=name)
    except IllegalAgreement as error:
        raise DamagedMatch(name, str(error)) from None
    for row in rows:
        if row[MOVES.c.number] is not None:
            _, match = play_row(name, match, row)
    check_progress(first, last[MOVES.c.number], last[MOVES.c.at])
    expected = result_columns(name, match)
    wrong = [column for column, value in expected.items() if first[MATCHES.c[column]] != value]
    if wrong:
        raise DamagedMatch(name, f"its moves do not agree with its {', '.join(wrong)}.")
    return match


def play_row(name: MatchId, match: Match, row: RowMapping) -> tuple[Move, Match]:
    """Return the next move of a match, which is in `row`, and the match after it."""
    number = match.length
    if row[MOVES.c.number] != number:
        raise DamagedMatch(name, f"move {number} is missing.")
    if not MOVE.intact(row):
        raise DamagedMatch(name, f"move {number} is not what was stored.")
    try:
        move = move_line.read(match, row[MOVES.c.text])
        after = match.play(move)
    except (NotationError, RuleError) as error:
        raise DamagedMatch(name, f"move {number} is not a legal move. {error}") from None
    if progress(after) != (row[MOVES.c.turn], row[MOVES.c.game], row[MOVES.c.guesses]):
        raise DamagedMatch(name, f"move {number} does not lead to what was stored.")
    return move, after
