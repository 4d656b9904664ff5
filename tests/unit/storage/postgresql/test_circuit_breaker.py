"""A database that keeps its connections open, but does not answer."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import pytest

from codepegs.rules import Match, find_edition
from codepegs.storage import open_tables
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.postgresql import circuit_breaker, engine
from codepegs.storage.postgresql.circuit_breaker import CircuitBreaker
from codepegs.storage.sql.tables import SqlTables
from tests.support.postgresql import MISSING, OwnCluster, programs
from tests.support.strategies import played, spelled, two

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("stopping all processes of PostgreSQL needs /proc", allow_module_level=True)

MINI = two(find_edition("mini"))


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnCluster]:
    """A server that a test may stop, and that has less time than others to answer."""
    if programs() is None:
        pytest.skip(MISSING)
    monkeypatch.setattr(engine, "STATEMENT_SECONDS", 0.5)
    monkeypatch.setattr(circuit_breaker, "GRACE", 0.5)
    monkeypatch.setattr(circuit_breaker, "OPEN_SECONDS", 5.0)
    with OwnCluster() as cluster:
        yield cluster


@pytest.fixture
def tables(own: OwnCluster) -> Iterator[SqlTables]:
    opened = open_tables(own.new_database(), timeout=2.0)
    assert isinstance(opened, SqlTables)
    yield opened
    opened.close()


def test_a_silent_database_is_away_until_it_goes_on(own: OwnCluster, tables: SqlTables) -> None:
    archive = tables.archive
    name = archive.begin(MINI, at=0)
    with own.paused():
        # The writer has sent a statement, and the reader asks whether its connection lives.
        after = played(MINI, "code ABC")
        adding = archive.add_later(name, 0, spelled("code ABC"), at=1, before=Match.start(MINI), after=after)
        for attempt in (lambda: archive.match(name), adding.result):
            with pytest.raises(ArchiveUnavailable, match="the database does not answer"):
                attempt()
    wait_until_back(tables)
    # The database may have stored what it got before it was stopped. The number decides.
    if archive.match(name).length == 0:
        archive.add(name, 0, spelled("code ABC"), at=1)
    archive.add(name, 1, spelled("guess AAA"), at=2)
    assert archive.match(name) == played(MINI, "code ABC", "guess AAA")


def test_many_callers_of_a_silent_database_are_refused_together(
    own: OwnCluster, tables: SqlTables, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips: list[CircuitBreaker] = []

    def trip(breaker: CircuitBreaker) -> None:
        trips.append(breaker)
        plain(breaker)

    plain = CircuitBreaker.trip
    monkeypatch.setattr(CircuitBreaker, "trip", trip)
    name = tables.archive.begin(MINI, at=0)
    with own.paused(), ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(tables.archive.match, name) for _ in range(40)]
        for one in waiting:
            with pytest.raises(ArchiveUnavailable):
                one.result()
    # The first ones have waited for an answer. The others were refused at once.
    assert 0 < len(trips) < 20
    wait_until_back(tables)


def test_a_slow_statement_is_cancelled_by_the_database(tables: SqlTables) -> None:
    """It is not a sign of silence, so others are not refused."""
    with pytest.raises(ArchiveUnavailable, match="cancelled"), tables.archive.connect() as connection:
        connection.exec_driver_sql("SELECT pg_sleep(60)")
    assert tables.archive.entries() == []


def test_closing_works_while_the_database_is_silent(own: OwnCluster, tables: SqlTables) -> None:
    with own.paused():
        tables.close()


def wait_until_back(tables: SqlTables) -> None:
    until = monotonic() + 60
    while True:
        try:
            tables.archive.entries()
            tables.archive.begin(MINI, at=0)
            return
        except ArchiveUnavailable:
            assert monotonic() < until
