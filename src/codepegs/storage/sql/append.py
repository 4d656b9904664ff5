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
from codepegs.storage.errors import DamagedMatch, KeyReused, Stale, UnknownMatch
from codepegs.storage.sql.schema import GAMES, MATCHES, MOVES, TABLES
from codepegs.storage.statistics import count_guesses

# When other threads are busy, Python's global lock makes each row that is sent or fetched expensive. So a
# batch is a few statements for many rows.
_THESE = MATCHES.c.id.in_(bindparam("ids", expanding=True))
_LENGTHS = select(MATCHES.c.id, MATCHES.c.moves).where(_THESE).with_for_update()
# SQLite does not use an index for an IN list of several columns, so the first column has its own condition.
_STORED = select(MOVES.c.match, MOVES.c.seat, MOVES.c.client_key, MOVES.c.number, MOVES.c.text).where(
    MOVES.c.match.in_(bindparam("ids", expanding=True)),
    tuple_(MOVES.c.match, MOVES.c.seat, MOVES.c.client_key).in_(bindparam("keys", expanding=True)),
)

VARIABLES_PER_MOVE = 6
"""SQL variables per move in one statement, at most: the columns of its row."""


def _last(value: ColumnElement[int]) -> ScalarSelect[int]:
    """Return a subquery for `value` of the last move of a match."""
    newest = MOVES.c.number.desc()
    return select(value).where(MOVES.c.match == MATCHES.c.id).order_by(newest).limit(1).scalar_subquery()


_ADVANCE = update(MATCHES).where(_THESE).values(moves=_last(MOVES.c.number + 1), changed=_last(MOVES.c.at))
_END = update(MATCHES).where(MATCHES.c.id == bindparam("here"))
"""Stores the summary of a match when a game ends."""
_SET_OFFERS = update(TABLES).where(TABLES.c.id == bindparam("here")).values(offers=bindparam("offers"))


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

    @property
    def sender(self) -> tuple[str, PlayerNumber | None, str] | None:
        """The idempotency key with its match and player, or None for a move without a key."""
        return None if self.key is None else (self.match, self.seat, self.key)

    def compare(self, number: int, text: str) -> Added | CodepegsError:
        """Return the result if the move `text` is stored as `number` under the same key."""
        try:
            stored = None
            if number == self.number:
                known = self.before.moves
                stored = known[number] if number < len(known) else move_line.read(self.before, text)
        except CodepegsError as error:
            return DamagedMatch(self.match, f"move {number} is not a legal move. {error}")
        # As moves, not as text: the same code may have been obscured in two ways.
        return Added(number, repeated=True) if stored == self.move else KeyReused(self.key or "")


def append(connection: Connection, moves: Sequence[NewMove]) -> list[Added | CodepegsError]:
    """Append each move whose number is next, in order. The result of the others is an error."""
    matches = [*{one.match for one in moves}]
    lengths = {row.id: row.moves for row in connection.execute(_LENGTHS, {"ids": matches})}
    stored: dict[tuple[str, PlayerNumber | None, str], tuple[int, str]] = {}
    if keys := [sender for one in moves if (sender := one.sender) is not None]:
        ids = [*{match for match, _, _ in keys}]
        for match, seat, key, number, text in connection.execute(_STORED, {"ids": ids, "keys": keys}):
            stored[match, seat, key] = (number, text)
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
    rows = [
        {
            "match": one.match,
            "number": one.number,
            "text": one.text,
            "at": one.at,
            "seat": one.seat,
            "client_key": one.key,
        }
        for one in new
    ]
    connection.execute(insert(MOVES), rows)
    connection.execute(_ADVANCE, {"ids": [*{one.match for one in new}]})
    write_ends(connection, new)


def write_ends(connection: Connection, new: Sequence[NewMove]) -> None:
    """Store the results of games that new moves have ended, and the offers that they have changed."""
    games, offers = [], []
    ended: dict[MatchId, dict[str, Any]] = {}
    for one in new:
        assert one.after is not None
        match = one.match
        place = len(one.before.games) - 1
        game = one.after.games[place]
        if game.over:
            ended[match] = {"here": match, **summary(one.after)}
            if (guesses := count_guesses(game)) is not None:
                games.append(
                    {"match": match, "place": place, "codebreaker": game.codebreaker, "guesses": guesses}
                )
        if one.offers is not None:
            offers.append({"here": match, "offers": one.offers})
    for statement, values in (
        (_END, [*ended.values()]),
        (insert(GAMES), games),
        (_SET_OFFERS, offers),
    ):
        if values:
            connection.execute(statement, values)


def summary(match: Match) -> dict[str, Any]:
    """Return the columns of a match that change when a game ends."""
    outcome = match.outcome or Outcome()
    one, two = match.points
    return {
        "over": match.over,
        "points_one": one,
        "points_two": two,
        "winner": outcome.winner,
        "abandoned_by": outcome.abandoned_by,
        "stopped": outcome.stopped,
        "cracked_in": outcome.cracked_in,
    }
