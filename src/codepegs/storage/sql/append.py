"""Appending moves: many at a stroke, each with the number that is its own.

The number is the lock. What a move makes of its match was found before it comes here,
against the moves before it; these never change, so what is left is to see that the
number is still free, and that the sender has not sent the move before.
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
    func,
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
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import DamagedMatch, KeyReused, Stale, UnknownMatch
from codepegs.storage.sql.schema import GAMES, MATCHES, MOVES, TABLES
from codepegs.storage.statistics import counted
from codepegs.storage.tables import Added

# Beside a busy thread every row that comes or goes waits for Python's lock, so a batch is written in a few
# statements that touch many rows each, and read as one number where all is as it should be.
_THESE = MATCHES.c.id.in_(bindparam("ids", expanding=True))
_STANDING = select(MATCHES.c.id, MATCHES.c.moves).where(_THESE).with_for_update()
_EXPECTED = tuple_(MATCHES.c.id, MATCHES.c.moves).in_(bindparam("expected", expanding=True))
_AS_EXPECTED = select(func.count()).select_from(_STANDING.where(_EXPECTED).subquery())
# SQLite finds no index by several columns in a list, so the first is asked for by itself as well.
_KEPT = select(MOVES.c.match, MOVES.c.seat, MOVES.c.client_key, MOVES.c.number, MOVES.c.text).where(
    MOVES.c.match.in_(bindparam("ids", expanding=True)),
    tuple_(MOVES.c.match, MOVES.c.seat, MOVES.c.client_key).in_(bindparam("keys", expanding=True)),
)

VARIABLES = 6
"""Variables that a move takes up in a statement, at most: the columns of its row."""


def _last(value: ColumnElement[int]) -> ScalarSelect[int]:
    """`value` of the last move of a match."""
    newest = MOVES.c.number.desc()
    return select(value).where(MOVES.c.match == MATCHES.c.id).order_by(newest).limit(1).scalar_subquery()


_GO_ON = update(MATCHES).where(_THESE).values(moves=_last(MOVES.c.number + 1), changed=_last(MOVES.c.at))
_END = update(MATCHES).where(MATCHES.c.id == bindparam("here"))
"""Notes what the end of a game makes of its match."""
_OFFER = update(TABLES).where(TABLES.c.id == bindparam("here")).values(offers=bindparam("offers"))


@dataclass(frozen=True, slots=True)
class Addition:
    """A move to be kept as a line, and what it makes of its match `before`.

    `after` is None where `before` has gone on already: then the move is kept only if it
    was kept before.
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
        """Under which key of whom it comes; None where nobody may send it twice."""
        return None if self.key is None else (self.match, self.seat, self.key)

    def again(self, number: int, text: str) -> Added | CodepegsError:
        """The answer to a move under a key that a line with `number` was kept under."""
        try:
            kept = None
            if number == self.number:
                known = self.before.moves
                kept = known[number] if number < len(known) else move_line.read(self.before, text)
        except CodepegsError as error:
            return DamagedMatch(self.match, f"move {number} is not one that was made there. {error}")
        # Two codes are one move if they are the same, however they were hidden.
        return Added(number, repeated=True) if kept == self.move else KeyReused(self.key or "")


def append(connection: Connection, additions: Sequence[Addition]) -> list[Added | CodepegsError]:
    """Keep every move whose turn it is, in order; the others are answered and leave nothing behind."""
    standing = _standing(connection, additions)
    kept: dict[tuple[str, PlayerNumber | None, str], tuple[int, str]] = {}
    if keys := [sender for one in additions if (sender := one.sender) is not None]:
        ids = [*{match for match, _, _ in keys}]
        for match, seat, key, number, text in connection.execute(_KEPT, {"ids": ids, "keys": keys}):
            kept[match, seat, key] = (number, text)
    answers: list[Added | CodepegsError] = []
    new: list[Addition] = []
    for one in additions:
        sender = one.sender
        if sender in kept:
            answers.append(one.again(*kept[sender]))
        elif one.match not in standing:
            answers.append(UnknownMatch(one.match))
        elif one.number != standing[one.match] or one.after is None:
            answers.append(Stale(one.match, one.number, standing[one.match]))
        else:
            standing[one.match] += 1
            if sender is not None:
                kept[sender] = (one.number, one.text)
            new.append(one)
            answers.append(Added(one.number, repeated=False))
    if new:
        _write(connection, new)
    return answers


def _standing(connection: Connection, additions: Sequence[Addition]) -> dict[MatchId, int]:
    """How many moves each match has."""
    expected: dict[MatchId, int] = {}
    for one in additions:
        expected.setdefault(one.match, one.number)
    ids = [*expected]
    if connection.scalar(_AS_EXPECTED, {"ids": ids, "expected": [*expected.items()]}) == len(expected):
        return expected
    return {row.id: row.moves for row in connection.execute(_STANDING, {"ids": ids})}


def _write(connection: Connection, new: list[Addition]) -> None:
    rows, games, offers = [], [], []
    ended: dict[MatchId, dict[str, Any]] = {}
    for one in new:
        assert one.after is not None
        match = one.match
        rows.append(
            {
                "match": match,
                "number": one.number,
                "text": one.text,
                "at": one.at,
                "seat": one.seat,
                "client_key": one.key,
            }
        )
        place = len(one.before.games) - 1
        game = one.after.games[place]
        if game.over:
            ended[match] = {"here": match, **summary(one.after)}
            if (guesses := counted(game)) is not None:
                games.append(
                    {"match": match, "place": place, "codebreaker": game.codebreaker, "guesses": guesses}
                )
        if one.offers is not None:
            offers.append({"here": match, "offers": one.offers})
    connection.execute(insert(MOVES), rows)
    connection.execute(_GO_ON, {"ids": [*{one.match for one in new}]})
    for statement, values in (
        (_END, [*ended.values()]),
        (insert(GAMES), games),
        (_OFFER, offers),
    ):
        if values:
            connection.execute(statement, values)


def summary(match: Match) -> dict[str, Any]:
    """What the ends of its games make of a match, for a list."""
    outcome = match.outcome or Outcome(None)
    one, two = match.points
    return {
        "over": match.over,
        "points_one": one,
        "points_two": two,
        "winner": outcome.winner,
        "abandoned_by": outcome.abandoned_by,
    }
