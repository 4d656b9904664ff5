"""In-memory archive for tests, which can be told to fail or to wait."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypeVar

from codepegs.errors import CodepegsError
from codepegs.rules.agreement import NOBODY, Agreement
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import Added, MatchId
from codepegs.storage.errors import (
    KeyReused,
    NotInvited,
    SeatTaken,
    Stale,
    UnknownMatch,
    UnknownTable,
    VersionConflict,
)
from codepegs.storage.statistics import (
    OpponentTally,
    SoloResult,
    SoloStatistics,
    Tally,
    count_solo,
    find_result,
)
from codepegs.storage.tables import LaterMoves, Place, StoredMove, TableRow

T = TypeVar("T")


def _order(place: Place) -> tuple[int, int, str]:
    """Return a place as something to sort by."""
    return place.group, -place.changed, place.id


class MemoryTables:
    """Implements :class:`~codepegs.storage.tables.Tables` in memory."""

    def __init__(self) -> None:
        self.rows: dict[MatchId, TableRow] = {}
        self.matches: dict[MatchId, Match] = {}
        self.sent: dict[MatchId, dict[tuple[PlayerNumber, str], int]] = {}
        self.hidden: set[tuple[MatchId, str]] = set()
        """Tables and the owners who have removed them from their lists."""
        self.refuses: CodepegsError | None = None
        """Raised by every method if set."""
        self.searches = 0
        """How often idle tables were searched for."""
        self.held: list[Callable[[], None]] | None = None
        """If this is a list, writes complete only at :meth:`release`."""

    def open(self, table: TableRow, *, at: int, moves: Sequence[Move] = ()) -> Future[TableRow]:
        opened = self._later(lambda: self._open(table, at))
        for number, move in enumerate(moves):
            self.add_later(table.id, number, move, at=at)
        return opened

    def join(
        self, table: MatchId, *, client: str, owner: str, name: str, invitation: str, at: int
    ) -> Future[TableRow]:
        def work() -> TableRow:
            row = self._row(table)
            if row.empty_seat is None:
                raise SeatTaken(table)
            if row.invitation != invitation:
                raise NotInvited(table)
            free = row.empty_seat
            one, two = (name if player == free else row.names[player] for player in (0, 1))
            first, second = (client if player == free else row.clients[player] for player in (0, 1))
            mine, yours = (owner if player == free else row.owners[player] for player in (0, 1))
            self.rows[table] = replace(
                row,
                names=(one, two),
                clients=(first, second),
                owners=(mine, yours),
                invitation=None,
                version=row.version + 1,
            )
            return self._begin(table, at)

        return self._later(work)

    def save_offers(self, table: MatchId, *, version: int, offers: str, at: int) -> Future[TableRow]:
        def work() -> TableRow:
            row = self._at(table, version)
            self.rows[table] = replace(row, offers=offers, version=version + 1, changed=at)
            return self.rows[table]

        return self._later(work)

    def move_seat(
        self, table: MatchId, *, version: int, player: PlayerNumber, client: str, owner: str, at: int
    ) -> Future[TableRow]:
        def work() -> TableRow:
            row = self._at(table, version)
            first, second = (client if one == player else row.clients[one] for one in (0, 1))
            mine, yours = (owner if one == player else row.owners[one] for one in (0, 1))
            moved = replace(
                row, clients=(first, second), owners=(mine, yours), version=version + 1, changed=at
            )
            self.rows[table] = moved
            return moved

        return self._later(work)

    def rematch(self, table: MatchId, *, version: int, new: TableRow, at: int) -> Future[TableRow]:
        def work() -> TableRow:
            row = self._at(table, version)
            self.rows[table] = replace(row, offers="", rematch=new.id, version=version + 1, changed=at)
            return self._open(replace(new, rematch_of=table), at)

        return self._later(work)

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
        def work() -> Added:
            row, now = self._row(match), self.matches[match]
            if seat is not None and key is not None and (seat, key) in self.sent[match]:
                if now.moves[self.sent[match][seat, key]] != move:
                    raise KeyReused(key)
                return Added(self.sent[match][seat, key], True)
            if row.moves != number:
                raise Stale(match, number, row.moves)
            if notes is not None and notes + number != row.version:
                raise VersionConflict(match, notes + number, row.version)
            after = self.matches[match] = now.play(move)
            if seat is not None and key is not None:
                self.sent[match][seat, key] = number
            self.rows[match] = replace(
                row,
                moves=number + 1,
                version=row.version + 1,
                over=after.over,
                offers=row.offers if offers is None else offers,
                changed=at,
                turn=after.turn,
                game=after.game.number,
                guesses=len(after.game.board.rows),
                points=after.points,
                outcome=after.outcome,
                ended=at if after.over else None,
            )
            return Added(number, False)

        return self._later(work)

    def table(self, table: MatchId) -> TableRow:
        return self._row(table)

    def versions(self, tables: Sequence[MatchId]) -> Mapping[MatchId, int]:
        if self.refuses is not None:
            raise self.refuses
        return {name: self.rows[name].version for name in tables if name in self.rows}

    def moves_since(self, match: Match) -> LaterMoves:
        row = self._row(MatchId(match.name or ""))
        keys = {number: sent for sent, number in self.sent[row.id].items()}
        moves = self.match(row.id).moves[match.length :]
        stored = [
            StoredMove(move, *keys.get(number, (None, None)))
            for number, move in enumerate(moves, match.length)
        ]
        return LaterMoves(stored, row.version - row.moves, row.offers)

    def tables_of(self, owner: str, *, limit: int = 50, after: Place | None = None) -> list[TableRow]:
        if self.refuses is not None:
            raise self.refuses
        theirs = [
            row for row in self.rows.values() if owner in row.owners and (row.id, owner) not in self.hidden
        ]
        theirs.sort(key=lambda row: _order(row.place(owner)))
        return [row for row in theirs if after is None or _order(row.place(owner)) > _order(after)][:limit]

    def hide(self, table: MatchId, owner: str) -> Future[None]:
        return self._later(lambda: self.hidden.add((self._row(table).id, owner)))

    def unfinished_solo(self, owner: str) -> list[MatchId]:
        theirs = (row for row in self.rows.values() if owner in row.owners and not row.over)
        return [row.id for row in theirs if row.names[0] == NOBODY and row.daily is None]

    def find_daily(self, day: date, owner: str) -> TableRow | None:
        played = (row for row in self.rows.values() if row.daily == day and owner in row.owners)
        return next(played, None)

    def open_challenges(self) -> list[TableRow]:
        return [row for row in self.rows.values() if row.challenge and not row.begun]

    def idle_tables(self, *, solo_before: int, match_before: int, limit: int = 50) -> Mapping[MatchId, int]:
        self.searches += 1
        if self.refuses is not None:
            raise self.refuses
        return {
            row.id: row.version
            for row in self.rows.values()
            if not row.over and row.changed < (solo_before if row.names[0] == NOBODY else match_before)
        }

    def statistics(self, owner: str) -> list[Tally]:
        raise NotImplementedError

    def opponents(self, owner: str) -> list[OpponentTally]:
        raise NotImplementedError

    def solo_statistics(self, owner: str, *, today: date) -> SoloStatistics:
        ended = [row for row in self.rows.values() if row.owners[1] == owner and row.over]
        games = [self.matches[row.id] for row in sorted(ended, key=lambda row: row.changed)]
        return count_solo(
            (
                SoloResult(match.agreement.edition, match.agreement.daily, result, match.agreement.friendly)
                for match in games
                if match.agreement.solo and (result := find_result(match.game))
            ),
            today=today,
        )

    def match(self, match: MatchId) -> Match:
        self._row(match)
        kept = self.matches[match]
        played = Match.start(kept.agreement, name=kept.name)
        for move in kept.moves:
            played = played.play(move)
        return played

    def keys(self, match: MatchId) -> Mapping[tuple[PlayerNumber, str], int]:
        self._row(match)
        return dict(self.sent[match])

    def delete(self, table: MatchId) -> Future[None]:
        def work() -> None:
            if self.rows.pop(table, None) is None:
                raise UnknownMatch(table)

        return self._later(work)

    def token_key(self) -> bytes:
        return bytes(range(32))

    def backup(self, path: Path) -> None:
        raise NotImplementedError

    def close(self) -> None:
        pass

    def release(self) -> None:
        """Complete the writes that were held back, in order."""
        held, self.held = self.held or [], None
        for work in held:
            work()

    def _later(self, work: Callable[[], T]) -> Future[T]:
        answer: Future[T] = Future()

        def do() -> None:
            try:
                if self.refuses is not None:
                    raise self.refuses
                answer.set_result(work())
            except CodepegsError as error:
                answer.set_exception(error)

        if self.held is None:
            do()
        else:
            self.held.append(do)
        return answer

    def _open(self, table: TableRow, at: int) -> TableRow:
        self.rows[table.id] = replace(table, opened=at, changed=at)
        return self._begin(table.id, at) if table.begun else self.rows[table.id]

    def _begin(self, name: MatchId, at: int) -> TableRow:
        row = self.rows[name]
        one, two = row.names
        assert one is not None
        assert two is not None
        agreement = Agreement(row.edition, (one, two), row.games, row.hints, row.friendly, row.daily)
        self.matches[name] = Match.start(agreement, name=name)
        self.sent[name] = {}
        self.rows[name] = replace(row, turn=0)
        return self.rows[name]

    def _row(self, name: MatchId) -> TableRow:
        if self.refuses is not None:
            raise self.refuses
        if name not in self.rows:
            raise UnknownTable(name)
        return self.rows[name]

    def _at(self, name: MatchId, version: int) -> TableRow:
        row = self._row(name)
        if row.version != version:
            raise VersionConflict(name, version, row.version)
        return row
