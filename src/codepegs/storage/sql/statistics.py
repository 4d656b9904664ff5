"""Statistics from the results of matches. Everything is counted in :mod:`codepegs.storage.statistics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import RowMapping

from codepegs.rules.agreement import NOBODY
from codepegs.rules.edition import Edition
from codepegs.storage.sql.rows import check, check_match, read_edition, readable
from codepegs.storage.sql.schema import MATCHES, TABLES, read_day
from codepegs.storage.statistics import GameResult, OpponentTally, SoloResult, Tally


def read_tallies(rows: Iterable[RowMapping], *, owner: str | None = None) -> list[Tally]:
    """Return the results in matches, sorted by edition and name.

    `rows` are matches, or tables if only the results of `owner` count.
    """
    found: dict[tuple[str, str], Counter[GameResult]] = {}
    editions: dict[str, Edition] = {}
    for row, edition in readable(rows, _read_match if owner is None else _read_both):
        line = row[MATCHES.c.edition]
        for player, result in _results(row):
            solo = row[MATCHES.c.codemaker] == NOBODY
            if not solo and (owner is None or _is_alone(row, player, owner)):
                editions[line] = edition
                found.setdefault((line, row[_PLAYERS[player]]), Counter())[result] += 1
    return [Tally(found[line, player], editions[line], player) for line, player in sorted(found)]


def read_solo_results(rows: Iterable[RowMapping], *, owner: str | None = None) -> list[SoloResult]:
    """Return the results of solo games, in the order of `rows`: those of `owner`, or all."""
    return [
        SoloResult(edition, read_day(row[MATCHES.c.daily]), result, row[MATCHES.c.friendly])
        for row, edition in readable(rows, _read_both)
        for player, result in _results(row)
        if row[MATCHES.c.codemaker] == NOBODY and (owner is None or row[_OWNERS[player]] == owner)
    ]


def read_opponents(rows: Iterable[RowMapping], *, owner: str) -> list[OpponentTally]:
    """Return the matches of `owner` by opponent, sorted by name. `rows` are tables of finished matches."""
    found: dict[str, Counter[str]] = {}
    for row, _ in readable(rows, _read_both):
        winner = row[MATCHES.c.winner]
        for player in (0, 1):
            if _is_alone(row, player, owner):
                result = "drawn" if winner is None else "won" if winner == player else "lost"
                found.setdefault(row[_PLAYERS[1 - player]], Counter())[result] += 1
    return [
        OpponentTally(name, counted["won"], counted["drawn"], counted["lost"])
        for name, counted in sorted(found.items())
    ]


_PLAYERS = (MATCHES.c.codemaker, MATCHES.c.codebreaker)
_OWNERS = (TABLES.c.owner_one, TABLES.c.owner_two)


def _is_alone(row: RowMapping, player: int, owner: str) -> bool:
    """Return whether the seat is that of `owner`, and the other one is not.

    If two people play at one screen, nobody knows whose statistics theirs would be.
    """
    return bool(row[_OWNERS[player]] == owner != row[_OWNERS[1 - player]])


def _read_match(row: RowMapping) -> tuple[RowMapping, Edition]:
    check_match(row)
    return row, read_edition(row)


def _read_both(row: RowMapping) -> tuple[RowMapping, Edition]:
    check(row)
    return row, read_edition(row)


def _results(row: RowMapping) -> list[tuple[int, GameResult]]:
    """Return the codebreaker and the result of each game that counts."""
    games = (map(int, one.split(":")) for one in row[MATCHES.c.results].split())
    return [(player, GameResult(*result)) for player, *result in games]
