"""Disks and sessions that fail in a batch: every caller learns whether its change was stored."""

from __future__ import annotations

from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event
from typing import Any, Protocol

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import SQLAlchemyError

from codepegs.errors import CodepegsError
from codepegs.storage import Tables, open_tables
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import GroupWriter
from tests.support.databases import open_sqlite
from tests.support.postgresql import Cluster
from tests.support.rounds import ROUNDS
from tests.support.table_history import Ask, Deed, missing, steps

pytest.importorskip("apsw", reason="the fake disk needs apsw, a development dependency")

from tests.support.power_cut import FAULTS, Disk

CALLERS, LENGTH = 6, 12


def send_together(tables: SqlTables, asks: list[Ask]) -> list[CodepegsError | None]:
    """Send changes that share one transaction, and return the error of each."""
    busy, go = Event(), Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait()

    tables.archive.writer.submit(hold)
    busy.wait()
    answers: list[Future[Any]] = [ask() for ask in asks]
    go.set()
    wait(answers)
    errors = [answer.exception() for answer in answers]
    assert all(error is None or isinstance(error, CodepegsError) for error in errors), errors
    return errors  # type: ignore[return-value]


@dataclass(slots=True)
class Story:
    """What happened to the changes of all callers."""

    acknowledged: list[Deed] = field(default_factory=list)
    refused: int = 0
    """Changes that were refused because of a fault, and sent again."""
    unexpected: list[str] = field(default_factory=list)
    """Other errors, which mean that an earlier change was lost or repeated."""


class Breakable(Protocol):
    """What a batch needs, and a test can break."""

    def break_down(self, fault: str, after: int) -> None:
        """Fail after a number of operations."""

    def repair(self) -> None:
        """Work again."""


class Executioner:
    """Implements Breakable: PostgreSQL ends a writer's session before a statement, or before the commit."""

    FAULT = "session"

    def __init__(self, cluster: Cluster, tables: SqlTables) -> None:
        self._cluster, self._left = cluster, -1
        writer = tables.archive.writer
        assert isinstance(writer, GroupWriter)
        event.listen(writer._engine, "before_cursor_execute", lambda connection, *_: self._count(connection))
        event.listen(writer._engine, "commit", self._count)

    def break_down(self, fault: str, after: int) -> None:
        # The first statement is that of the job which holds the others back.
        self._left = after + 1

    def repair(self) -> None:
        self._left = -1

    def _count(self, connection: Connection) -> None:
        if self._left == 0:
            driver: Any = connection.connection.driver_connection
            self._cluster.execute(f"SELECT pg_terminate_backend({driver.info.backend_pid}, 5000)")
        self._left -= 1


def play(tables: SqlTables, disk: Breakable, fault: str, random: Random) -> Story:
    """Play with a fault in every batch, and repeat refused changes when the disk works again."""
    story = Story()
    going = [steps(tables, length=LENGTH) for _ in range(CALLERS)]
    while not story.unexpected and (now := [step for one in going if (step := next(one, None))]):
        disk.break_down(fault, random.randrange(16))
        errors = send_together(tables, [ask for _, ask in now])
        disk.repair()
        again = [ask for (_, ask), error in zip(now, errors, strict=True) if error is not None]
        story.refused += len(again)
        story.unexpected += [
            repr(error) for error in errors if not isinstance(error, ArchiveUnavailable | None)
        ]
        story.unexpected += [repr(error) for error in send_together(tables, again) if error is not None]
        story.acknowledged += [deed for deed, _ in now]
    return story


def wrong_tables(tables: Tables, deeds: list[Deed]) -> list[str]:
    """Return the tables that have more changes than were acknowledged."""
    last = {deed.table: deed.version for deed in deeds}
    return [name for name, version in last.items() if tables.table(name).version != version]


def after_faults(
    folder: Path, fault: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, list[str]]:
    """Return the number of refused changes, and what is lost, repeated or damaged afterwards."""
    path = folder / f"{seed}.db"
    with monkeypatch.context() as patch:
        # Pages are read again and again, because SQLite may keep only one of them.
        disk = Disk(patch, path, cached_pages=1)
        tables = open_sqlite(path)
        story = play(tables, disk, fault, Random(seed))
        tables.close()
    if story.unexpected:
        return story.refused, story.unexpected
    tables = open_sqlite(path)
    found = missing(tables, story.acknowledged) or wrong_tables(tables, story.acknowledged)
    found += map(str, tables.archive.damaged())
    tables.close()
    return story.refused, found


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_batch_loses_and_repeats_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    for seed in range(ROUNDS):
        refused, found = after_faults(tmp_path, fault, seed, monkeypatch)
        assert refused >= CALLERS
        assert found == []


def after_lost_sessions(cluster: Cluster, seed: int) -> tuple[int, list[str]]:
    """Do the same in PostgreSQL, where sessions are lost instead."""
    tables = open_tables(cluster.new_schema())
    assert isinstance(tables, SqlTables)
    story = play(tables, Executioner(cluster, tables), Executioner.FAULT, Random(seed))
    found = story.unexpected or missing(tables, story.acknowledged)
    found = found or [*wrong_tables(tables, story.acknowledged), *map(str, tables.archive.damaged())]
    tables.close()
    return story.refused, found


def test_a_session_lost_in_a_batch_loses_and_repeats_nothing(postgresql: Cluster) -> None:
    for seed in range(ROUNDS):
        refused, found = after_lost_sessions(postgresql, seed)
        assert refused >= CALLERS
        assert found == []


@pytest.mark.parametrize("fault", [*FAULTS, Executioner.FAULT])
@pytest.mark.night
def test_a_writer_that_ignores_a_failed_commit_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, request: pytest.FixtureRequest
) -> None:
    def careless(self: GroupWriter, batch: list[Any]) -> None:
        try:
            with self._engine.begin() as connection:
                for job in batch:
                    self._run_alone(job, connection)
        except SQLAlchemyError:
            for job in batch:
                job.error = None
        for job in batch:
            job.resolve()

    monkeypatch.setattr(GroupWriter, "_run_batch", careless)
    if fault == Executioner.FAULT:
        _, found = after_lost_sessions(request.getfixturevalue("postgresql"), 1)
    else:
        _, found = after_faults(tmp_path, fault, 1, monkeypatch)
    assert found
