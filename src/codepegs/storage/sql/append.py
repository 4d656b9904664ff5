"""Append a batch of moves in one statement, each under its own sequence number.

The sequence number is the lock. The caller has checked the move against the moves before
it, which never change. So the batch checks only that the number is still free, and that
the same player has not sent the move before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    bindparam,
    insert,
    select,
    tuple_,
    update,
)

from codepegs.errors import CodepegsError
from codepegs.notation import move_line
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import Added, MatchId
from codepegs.storage.errors import DamagedMatch, KeyReused, Stale, UnknownMatch, VersionConflict
from codepegs.storage.sql.checksum import checksum
from codepegs.storage.sql.schema import MATCHES, MOVE, MOVES, RESULT, TABLES
from codepegs.storage.sql.table_rows import load_tables, lock_tables, update_table
from codepegs.storage.statistics import find_result

# When other threads are busy, Python's global lock makes each row that is sent or fetched expensive. So a
# batch is a few statements for many rows.
_THESE = MATCHES.c.id.in_(bindparam("ids", expanding=True))
# In the order of their ids, so that two programs that lock the same matches cannot deadlock.
_LENGTHS = select(MATCHES.c.id, MATCHES.c.moves).where(_THESE).order_by(MATCHES.c.id).with_for_update()
_NOTES = select(TABLES.c.id, TABLES.c.events).where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
# SQLite does not use an index for an IN list of several columns, so the first column has its own condition.
_STORED = select(MOVES).where(
    MOVES.c.match.in_(bindparam("ids", expanding=True)),
    tuple_(MOVES.c.match, MOVES.c.seat, MOVES.c.client_key).in_(bindparam("keys", expanding=True)),
)

VARIABLES_PER_MOVE = len(MOVES.columns)
"""SQL variables per move in one statement, at most: the columns of its row."""


def _last(value: ColumnElement[int]) -> ScalarSelect[int]:
    """Return a subquery for `value` of the last move of a match."""
    newest = MOVES.c.number.desc()
    return select(value).where(MOVES.c.match == MATCHES.c.id).order_by(newest).limit(1).scalar_subquery()


_ADVANCE = update(MATCHES).where(_THESE).values(moves=_last(MOVES.c.number + 1), changed=_last(MOVES.c.at))
_END = update(MATCHES).where(MATCHES.c.id == bindparam("here"))
"""Stores the summary of a match when a game ends."""


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to append, and its match `before` and `after` it.

    `after` is None if `before` has later moves already. Then the move is only accepted as
    a repetition of one that is stored.
    """

    match: MatchId
    number: int
    move: Move
    text: str
    at: int
    before: Match
    after: Match | None
    seat: PlayerNumber | None = None
    key: str | None = None
    offers: str | None = None
    notes: int | None = None
    """Changes of the table that are not moves, if the move depends on knowing them all."""

    @property
    def sender(self) -> tuple[str, PlayerNumber | None, str] | None:
        """The idempotency key with its match and player, or None for a move without a key."""
        return None if self.key is None else (self.match, self.seat, self.key)

    @property
    def row(self) -> tuple[object, ...]:
        """The values of its row, in the order of the columns."""
        assert self.after is not None
        values = (self.match, self.number, self.text, self.at, self.seat, self.key, *progress(self.after))
        return (*values, checksum("move", values))

    def compare(self, number: int, text: str | None) -> Added | CodepegsError:
        """Return the result if the move `text` is stored as `number` under the same key.

        `text` is None if the stored move is damaged.
        """
        if text is None:
            return DamagedMatch(self.match, f"move {number} is not what was stored.")
        try:
            stored = None
            if number == self.number:
                known = self.before.moves
                stored = known[number] if number < len(known) else move_line.read(self.before, text)
        except CodepegsError as error:
            return DamagedMatch(self.match, f"move {number} is not a legal move. {error}")
        # As moves, not as text: the same code may have been obscured in two ways.
        return Added(number, repeated=True) if stored == self.move else KeyReused(self.key or "")


def progress(match: Match) -> tuple[PlayerNumber | None, int, int]:
    """Return where a match stands: the player to move, the number of the game, and the guesses in it."""
    game = match.game
    return match.turn, game.number, len(game.board.rows)


def append(connection: Connection, moves: Sequence[NewMove]) -> list[Added | CodepegsError]:
    """Append each move whose number is next, in order. The result of the others is an error."""
    if offering := [one.match for one in moves if one.offers is not None or one.notes is not None]:
        lock_tables(connection, offering)
    notes = {row.id: row.events for row in connection.execute(_NOTES, {"ids": offering})} if offering else {}
    matches = [*{one.match for one in moves}]
    lengths = {row.id: row.moves for row in connection.execute(_LENGTHS, {"ids": matches})}
    stored: dict[tuple[str, PlayerNumber | None, str], tuple[int, str | None]] = {}
    if keys := [sender for one in moves if (sender := one.sender) is not None]:
        ids = [*{match for match, _, _ in keys}]
        for row in connection.execute(_STORED, {"ids": ids, "keys": keys}).mappings():
            text = row["text"] if MOVE.intact(row) else None
            stored[row["match"], row["seat"], row["client_key"]] = (row["number"], text)
    results: list[Added | CodepegsError] = []
    new: list[NewMove] = []
    for one in moves:
        sender = one.sender
        if sender in stored:
            results.append(one.compare(*stored[sender]))
        elif one.match not in lengths:
            results.append(UnknownMatch(one.match))
        elif one.number != lengths[one.match] or one.after is None:
            results.append(Stale(one.match, one.number, lengths[one.match]))
        elif one.notes is not None and one.notes != notes.get(one.match):
            known, found = one.notes + one.number, notes.get(one.match, 0) + one.number
            results.append(VersionConflict(one.match, known, found))
        else:
            lengths[one.match] += 1
            if sender is not None:
                stored[sender] = (one.number, one.text)
            new.append(one)
            results.append(Added(one.number, repeated=False))
    if new:
        _write(connection, new)
    return results


def _write(connection: Connection, new: list[NewMove]) -> None:
    rows = [dict(zip(MOVES.columns.keys(), one.row, strict=True)) for one in new]
    connection.execute(insert(MOVES), rows)
    connection.execute(_ADVANCE, {"ids": [*{one.match for one in new}]})
    write_ends(connection, new)


def write_ends(connection: Connection, new: Sequence[NewMove]) -> None:
    """Store the results of games that new moves have ended, and the offers that they have changed."""
    ended: dict[MatchId, dict[str, Any]] = {}
    offers: dict[MatchId, str] = {}
    for one in new:
        assert one.after is not None
        if one.after.games[len(one.before.games) - 1].over:
            ended[one.match] = {"here": one.match, **result_columns(one.match, one.after)}
        if one.offers is not None:
            offers[one.match] = one.offers
    if ended:
        connection.execute(_END, [*ended.values()])
    if offers:
        for name, row in load_tables(connection, [*offers]).items():
            update_table(connection, row, offers=offers[MatchId(name)])


def result_columns(name: MatchId, match: Match) -> dict[str, Any]:
    """Return the columns of a match that change when a game ends."""
    outcome = match.outcome or Outcome()
    one, two = match.points
    results = [
        f"{game.codebreaker}:{result.guesses}" + (f":{result.hints}" if result.hints else "")
        for game in match.games
        if game.over and (result := find_result(game)) is not None
    ]
    columns = {
        "over": match.over,
        "points_one": one,
        "points_two": two,
        "winner": outcome.winner,
        "abandoned_by": outcome.abandoned_by,
        "stopped": outcome.stopped,
        "cracked_in": outcome.cracked_in,
        "results": " ".join(results),
    }
    return {**columns, "result_checksum": RESULT.seal({"id": name, **columns})}
