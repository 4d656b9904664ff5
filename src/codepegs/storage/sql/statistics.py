"""Statistics from the results of matches. Everything is counted in :mod:`codepegs.storage.statistics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import RowMapping

from codepegs.rules.agreement import Agreement
from codepegs.rules.edition import Edition
from codepegs.storage.sql.rows import check, read_agreement, readable
from codepegs.storage.sql.schema import MATCHES, TABLES
from codepegs.storage.statistics import SoloResult, Tally, make_tally


def read_tallies(rows: Iterable[RowMapping], *, owner: str | None = None) -> list[Tally]:
    """Return the results in matches, sorted by edition and name: those of `owner`, or of everybody."""
    found: dict[tuple[str, str], Counter[int]] = {}
    editions: dict[str, Edition] = {}
    for row, agreement in readable(rows, _read):
        line = row[MATCHES.c.edition]
        for player, guesses in _results(row):
            if not agreement.solo and (owner is None or row[_OWNERS[player]] == owner):
                editions[line] = agreement.edition
                found.setdefault((line, agreement.players[player]), Counter())[guesses] += 1
    return [make_tally(editions[line], player, found[line, player]) for line, player in sorted(found)]


def read_solo_results(rows: Iterable[RowMapping]) -> list[SoloResult]:
    """Return the results of solo games, in the order of their matches."""
    return [
        SoloResult(agreement.edition, agreement.daily, guesses)
        for row, agreement in readable(rows, _read)
        for _, guesses in _results(row)
        if agreement.solo
    ]


_OWNERS = (TABLES.c.owner_one, TABLES.c.owner_two)


def _read(row: RowMapping) -> tuple[RowMapping, Agreement]:
    check(row)
    return row, read_agreement(row)


def _results(row: RowMapping) -> list[tuple[int, int]]:
    """Return the codebreaker and the guesses of each game that counts."""
    return [
        (int(player), int(guesses))
        for player, _, guesses in (one.partition(":") for one in row[MATCHES.c.results].split())
    ]
