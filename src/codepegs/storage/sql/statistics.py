"""Queries for statistics. Everything is counted in :mod:`codepegs.storage.statistics`."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, case, func, select

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line
from codepegs.rules.agreement import NOBODY
from codepegs.rules.edition import Edition
from codepegs.storage.sql.schema import GAMES, MATCHES, read_day
from codepegs.storage.statistics import SoloResult, Tally, make_tally


def read_tallies(connection: Connection, *whose: ColumnElement[bool]) -> list[Tally]:
    """Return the results in matches, sorted by edition and name, of the games that are `whose`."""
    terms, one, two = MATCHES.c.edition, MATCHES.c.codemaker, MATCHES.c.codebreaker
    name = case((GAMES.c.codebreaker == 0, one), else_=two)
    counts = (
        select(terms, name, GAMES.c.guesses, func.count())
        .join_from(GAMES, MATCHES)
        .where(MATCHES.c.codemaker != NOBODY, *whose)
        .group_by(terms, name, GAMES.c.guesses)
        .order_by(terms, name)
    )
    found: dict[tuple[str, str], dict[int, int]] = {}
    for line, player, guesses, games in connection.execute(counts):
        if isinstance(line, str) and isinstance(player, str) and isinstance(guesses, int):
            found.setdefault((line, player), {})[guesses] = games
    editions = {line: _read_edition(line) for line, _ in found}
    return [
        make_tally(edition, player, games)
        for (line, player), games in found.items()
        if (edition := editions[line]) is not None
    ]


def read_solo_results(connection: Connection, *whose: ColumnElement[bool]) -> list[SoloResult]:
    """Return the results of the solo games that are `whose`, in the order in which they ended."""
    ended = (
        select(MATCHES.c.edition, MATCHES.c.daily, GAMES.c.guesses)
        .join_from(GAMES, MATCHES)
        .where(MATCHES.c.codemaker == NOBODY, *whose)
        .order_by(MATCHES.c.changed, MATCHES.c.begun, MATCHES.c.id)
    )
    editions: dict[str, Edition | None] = {}
    found: list[SoloResult] = []
    for line, day, guesses in connection.execute(ended):
        if not (isinstance(line, str) and isinstance(guesses, int)):
            continue
        if line not in editions:
            editions[line] = _read_edition(line)
        try:
            daily = read_day(day)
        except (TypeError, ValueError):
            continue
        if (edition := editions[line]) is not None:
            found.append(SoloResult(edition, daily, guesses))
    return found


def _read_edition(line: str) -> Edition | None:
    try:
        return edition_line.read(line)
    except CodepegsError:
        return None
