"""A database that crashes loses no acknowledged change, and stores none twice.

Four threads play at tables while PostgreSQL crashes and starts again. Each repeats what was not
acknowledged, as a client does.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from random import Random
from threading import Event, Lock, Thread
from time import sleep
from typing import TypeVar

import pytest
from sqlalchemy import Engine

from codepegs.errors import CodepegsError
from codepegs.storage import MatchId, Tables, open_tables
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import BatchFunction, GroupWriter, Work
from tests.support.postgresql import MISSING, SAFE, OwnCluster, programs
from tests.support.rounds import ROUNDS
from tests.support.table_history import Ask, Deed, already_stored, missing, moves, steps

T = TypeVar("T")
P = TypeVar("P")
THREADS, LENGTH, KILLS = 4, 30, 6


@pytest.fixture
def own() -> Iterator[OwnCluster]:
    if programs() is None:
        pytest.skip(MISSING)
    with OwnCluster(SAFE) as cluster:
        yield cluster


class AnswersFirst:
    """Broken writer that acknowledges immediately and commits only every thousand jobs."""

    def __init__(self, engine: Engine) -> None:
        self._connection, self._lock, self._done = engine.connect(), Lock(), 0

    def submit(self, work: Work[T]) -> Future[T]:
        return self._run(lambda: work(self._connection))

    def submit_to_batch(self, function: BatchFunction[P, T], item: P) -> Future[T]:
        return self._run(lambda: function(self._connection, [item])[0])

    def _run(self, work: Callable[[], T | CodepegsError]) -> Future[T]:
        answer: Future[T] = Future()
        with self._lock:
            result = work()
            self._done += 1
            if self._done % 1000 == 0:
                self._connection.commit()
        if isinstance(result, CodepegsError):
            answer.set_exception(result)
        else:
            answer.set_result(result)
        return answer

    def close(self) -> None:
        self._connection.close()


class Players:
    """Threads that change tables, one after another, until they are stopped."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.stopped = tables, Event()
        self.acknowledged: list[Deed] = []
        self.unavailable = 0
        self.faults: list[BaseException] = []
        self._threads = [Thread(target=self._run, args=(number,)) for number in range(THREADS)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self.stopped.set()
        for thread in self._threads:
            thread.join()

    def _run(self, thread: int) -> None:
        try:
            table = thread
            while not self.stopped.is_set():
                name = MatchId(f"table{table}")
                for deed, ask in steps(self.tables, length=LENGTH, name=name):
                    if not self._do(deed, ask):
                        return
                table += THREADS
        except BaseException as error:
            self.faults.append(error)

    def _do(self, deed: Deed, ask: Ask) -> bool:
        """Repeat a change until it is acknowledged. Return False if the threads are stopped."""
        while not self.stopped.is_set():
            try:
                ask().result()
            except CodepegsError as error:
                if not already_stored(self.tables, deed, error):
                    if not isinstance(error, ArchiveUnavailable):
                        raise
                    self.unavailable += 1
                    sleep(0.02)
                    continue
            self.acknowledged.append(deed)
            return True
        return False


def crash(cluster: OwnCluster, random: Random) -> None:
    """Crash the server, or kill one of its sessions, after which it crashes all others by itself."""
    if random.random() < 0.5:
        cluster.restart(how=signal.SIGQUIT)
        return
    cluster.wait_until_ready()
    with cluster.connect() as connection:
        found = connection.execute(
            b"SELECT pid FROM pg_stat_activity WHERE application_name = 'codepegs' ORDER BY backend_start"
        ).fetchall()
    if found:
        os.kill(int(str(random.choice(found)[0])), signal.SIGKILL)


def play_and_crash(cluster: OwnCluster, crashes: int, *, early: bool = False) -> tuple[Players, list[str]]:
    """Return what the players did, and what is missing or wrong afterwards."""
    url, random = cluster.new_database(), Random(crashes)
    tables = open_tables(url)
    assert isinstance(tables, SqlTables)
    if early:
        assert isinstance(tables.archive.writer, GroupWriter)
        tables.archive.writer = AnswersFirst(tables.archive.writer._engine)
    players = Players(tables)
    players.start()
    for _ in range(crashes):
        seen = len(players.acknowledged)
        while len(players.acknowledged) < seen + random.randrange(20, 80) and not players.faults:
            sleep(0.005)
        crash(cluster, random)
    seen = len(players.acknowledged)
    while len(players.acknowledged) < seen + 20 and not players.faults:
        sleep(0.005)
    players.stop()
    lost = [str(fault) for fault in players.faults]
    again = open_tables(url)
    lost += missing(again, players.acknowledged)
    expected = tuple(moves())
    for name in {deed.table for deed in players.acknowledged}:
        row = again.table(name) if not lost else None
        if row is not None and row.begun:
            played = again.match(name).moves
            if played != expected[: len(played)]:
                lost.append(f"{name} has moves twice")
    lost += map(str, again.archive.damaged() if isinstance(again, SqlTables) else [])
    again.close()
    tables.close()
    return players, lost


@pytest.mark.timeout(600)
def test_a_crashing_database_loses_and_repeats_nothing(own: OwnCluster) -> None:
    players, lost = play_and_crash(own, KILLS * ROUNDS)
    print(
        f"{KILLS * ROUNDS} crashes, {len(players.acknowledged)} acknowledged, "
        f"{players.unavailable} refused, {len(lost)} lost"
    )
    assert players.unavailable > 0
    assert lost == []


@pytest.mark.night
def test_answers_before_the_commit_are_caught(own: OwnCluster) -> None:
    _, lost = play_and_crash(own, 2, early=True)
    assert lost != []
