"""The archive in a database, by SQLAlchemy: the part that does not ask which database.

A move is checked by the rules in its caller's thread, against the moves before it. These
never change, so all that is left to the writer is to see that its number is still free
(:mod:`~codepegs.storage.sql.append`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from random import Random
from threading import Lock
from typing import Any

from sqlalchemy import Column, Connection, Engine, RowMapping, case, delete, func, insert, select
from sqlalchemy.exc import DatabaseError

from codepegs.errors import CodepegsError, IllegalAgreement, NotationError, RuleError
from codepegs.notation import edition_line, move_line
from codepegs.rules.agreement import Agreement
from codepegs.rules.edition import Edition
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Move
from codepegs.storage.archive import Entry, MatchId, new_id
from codepegs.storage.errors import ArchiveUnavailable, DamagedMatch, PlayedOnServer, Stale, UnknownMatch
from codepegs.storage.sql.append import Addition, append, summary
from codepegs.storage.sql.schema import GAMES, MATCHES, MOVES, TABLES
from codepegs.storage.sql.writer import Writing
from codepegs.storage.statistics import Tally, tally

REMEMBERED = 1024
"""Matches kept in memory, so that a move need not play those before it again."""

_TERMS = [column for column in MATCHES.columns if not column.nullable]


class SqlArchive:
    """An :class:`~codepegs.storage.archive.Archive` in a database."""

    def __init__(
        self,
        readers: Engine,
        writer: Writing,
        *,
        refusal: Callable[[DatabaseError], ArchiveUnavailable],
        shut: Callable[[], None],
        random: Random,
    ) -> None:
        """`refusal` words what the database says when it cannot go on; `shut` lets go of it.

        Names of new matches are drawn from `random`.
        """
        self.writer = writer
        self._readers, self._refusal, self._shut, self._random = readers, refusal, shut, random
        self._recent: OrderedDict[MatchId, Match] = OrderedDict()
        self._lock, self._closed = Lock(), False

    def begin(self, agreement: Agreement, *, at: int) -> MatchId:
        match = new_id(self._random)
        row = start_row(match, agreement, at=at)
        self.writer.submit(lambda connection: connection.execute(insert(MATCHES), row).rowcount).result()
        self._remember(match, Match.start(agreement, name=match))
        return match

    def add(self, match: MatchId, number: int, move: Move, *, at: int) -> None:
        before = self._recalled(match)
        if before is None or before.length != number:
            self._check_own(match)
            before = self.match(match)
            self._remember(match, before)
        if before.length != number:
            raise Stale(match, number, before.length)
        after = before.play(move)
        text = move_line.write(before, move)
        self.writer.sweep(append, Addition(match, number, move, text, at, before, after)).result()
        self._remember(match, after)

    def match(self, match: MatchId) -> Match:
        # One statement, so that both tables are as they were at one moment.
        both = (
            select(MATCHES, MOVES.c.number, MOVES.c.text)
            .outerjoin(MOVES, MOVES.c.match == MATCHES.c.id)
            .where(MATCHES.c.id == match)
            .order_by(MOVES.c.number)
        )
        with self.reading() as connection:
            rows = connection.execute(both).mappings().all()
        if not rows:
            raise UnknownMatch(match)
        return _replayed(match, rows)

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
        found: list[Entry] = []
        with self.reading() as connection:
            for row in connection.execute(listed).mappings():
                if len(found) == limit:
                    break
                try:
                    found.append(_entry(row))
                except DamagedMatch:
                    continue
        return found

    def damaged(self) -> list[DamagedMatch]:
        with self.reading() as connection:
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
        """What `delete` does, soon; a table of that name goes with its match."""

        def forget(connection: Connection) -> None:
            gone = [connection.execute(delete(kind).where(kind.c.id == match)) for kind in (MATCHES, TABLES)]
            if not any(result.rowcount for result in gone):
                raise UnknownMatch(match)
            with self._lock:
                self._recent.pop(match, None)

        return self.writer.submit(forget)

    def statistics(self) -> list[Tally]:
        terms, one, two = MATCHES.c.edition, MATCHES.c.codemaker, MATCHES.c.codebreaker
        name = case((GAMES.c.codebreaker == 0, one), else_=two)
        counts = (
            select(terms, name, GAMES.c.guesses, func.count())
            .join_from(GAMES, MATCHES)
            .group_by(terms, name, GAMES.c.guesses)
            .order_by(terms, name)
        )
        with self.reading() as connection:
            rows = connection.execute(counts).all()
        found: dict[tuple[str, str], dict[int, int]] = {}
        for line, player, guesses, games in rows:
            if isinstance(line, str) and isinstance(player, str) and isinstance(guesses, int):
                found.setdefault((line, player), {})[guesses] = games
        editions = {line: _edition(line) for line, _ in found}
        return [
            tally(edition, player, games)
            for (line, player), games in found.items()
            if (edition := editions[line]) is not None
        ]

    def close(self) -> None:
        self._closed = True
        self.writer.close()
        self._shut()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
        if self._closed:
            raise ArchiveUnavailable("it is closed")
        try:
            with self._readers.connect() as connection:
                yield connection
        except DatabaseError as error:
            raise self._refusal(error) from None

    def _check_own(self, match: MatchId) -> None:
        """Raise PlayedOnServer if a server plays the match. No match moves to a table later."""
        with self.reading() as connection:
            if connection.scalar(select(TABLES.c.id).where(TABLES.c.id == match)) is not None:
                raise PlayedOnServer(match)

    def _recalled(self, match: MatchId) -> Match | None:
        with self._lock:
            return self._recent.get(match)

    def _remember(self, match: MatchId, now: Match) -> None:
        with self._lock:
            self._recent[match] = now
            self._recent.move_to_end(match)
            if len(self._recent) > REMEMBERED:
                self._recent.popitem(last=False)


def start_row(match: MatchId, agreement: Agreement, *, at: int) -> dict[str, Any]:
    """What is kept of a match without moves."""
    return {
        "id": match,
        "edition": edition_line.write(agreement.edition),
        "games": agreement.games,
        "codemaker": agreement.players[0],
        "codebreaker": agreement.players[1],
        "hints": agreement.hints,
        "begun": at,
        "changed": at,
        "moves": 0,
        **summary(Match.start(agreement)),
    }


# Reading back --------------------------------------------------------------------------


def _edition(line: str) -> Edition | None:
    try:
        return edition_line.read(line)
    except CodepegsError:
        return None


def check_kinds(row: RowMapping, columns: Iterable[Column[Any]]) -> None:
    """Raise DamagedMatch unless `row` has values of the right kind in `columns`.

    SQLite keeps any kind of value in any column, so other hands may have put it there.
    """
    for column in columns:
        value = row[column.name]
        if not (isinstance(value, column.type.python_type) or (value is None and column.nullable)):
            raise DamagedMatch(row["id"], f"what is noted as its {column.name} is nothing of the kind.")


def _agreement(row: RowMapping) -> Agreement:
    name = row["id"]
    check_kinds(row, _TERMS)
    try:
        terms = edition_line.read(row["edition"])
        return Agreement(terms, (row["codemaker"], row["codebreaker"]), row["games"], hints=row["hints"])
    except CodepegsError as error:
        raise DamagedMatch(name, f"its terms do not read. {error}") from None


def _entry(row: RowMapping) -> Entry:
    return Entry(
        id=MatchId(row["id"]),
        agreement=_agreement(row),
        begun=row["begun"],
        changed=row["changed"],
        moves=row["moves"],
        over=row["over"],
        points=(row["points_one"], row["points_two"]),
        outcome=Outcome(row["winner"], row["abandoned_by"]) if row["over"] else None,
        table=row["table"],
    )


def _replayed(name: MatchId, rows: Sequence[RowMapping]) -> Match:
    """The match of a row of it for each of its moves, or of one without a move."""
    agreement = _agreement(rows[0])
    try:
        match = Match.start(agreement, name=name)
    except IllegalAgreement as error:
        raise DamagedMatch(name, str(error)) from None
    moves = [row for row in rows if row["number"] is not None]
    for number, row in enumerate(moves):
        if row["number"] != number or not isinstance(row["text"], str):
            raise DamagedMatch(name, f"move {number} is not there.")
        try:
            match = match.play(move_line.read(match, row["text"]))
        except (NotationError, RuleError) as error:
            raise DamagedMatch(name, f"move {number} is not one that was made there. {error}") from None
    noted = {"moves": len(moves), **summary(match)}
    wrong = [column for column, value in noted.items() if rows[0][column] != value]
    if wrong:
        raise DamagedMatch(name, f"its moves do not make what is noted as its {', '.join(wrong)}.")
    return match
