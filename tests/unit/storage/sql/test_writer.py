"""The group-commit writer: many callers share a transaction, and each gets its own result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from codepegs.errors import CodepegsError
from codepegs.storage.errors import ArchiveUnavailable, Stale
from codepegs.storage.sql.writer import MIN_COMMIT_INTERVAL, GroupWriter


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{tmp_path}/numbers.db", connect_args={"isolation_level": None})
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[GroupWriter]:
    writer = GroupWriter(engine, lock=nullcontext(), translate=translate)
    yield writer
    writer.close()


def translate(error: DatabaseError) -> ArchiveUnavailable:
    return ArchiveUnavailable(type(error).__name__)


def numbers(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.exec_driver_sql("SELECT number FROM numbers ORDER BY number").scalars())


def put(connection: Connection, number: int) -> int:
    connection.exec_driver_sql("INSERT INTO numbers VALUES (?)", (number,))
    if number == 13:
        raise ValueError("unlucky")
    return number


def all_at_once(engine: Engine, writer: GroupWriter, wanted: list[int]) -> tuple[list[Future[int]], int]:
    """Put every number in one batch, and count the commits it took; one more was there before."""
    commits: list[Connection] = []
    event.listen(engine, "commit", commits.append)
    busy, go = Event(), Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait()

    held = writer.submit(hold)
    busy.wait()
    answers = [writer.submit(partial(put, number=number)) for number in wanted]
    assert not any(answer.done() for answer in answers)
    go.set()
    held.result()
    wait(answers)
    return answers, len(commits) - 1


def test_jobs_that_arrive_during_a_commit_share_the_next_one(engine: Engine, writer: GroupWriter) -> None:
    answers, commits = all_at_once(engine, writer, list(range(10)))
    assert [answer.result() for answer in answers] == list(range(10))
    assert commits == 1
    assert numbers(engine) == list(range(10))


def test_a_batch_has_a_maximum_size(engine: Engine) -> None:
    writer = GroupWriter(engine, lock=nullcontext(), translate=translate, max_batch_size=4)
    answers, commits = all_at_once(engine, writer, list(range(10)))
    writer.close()
    assert [answer.result() for answer in answers] == list(range(10))
    assert commits == 3


def test_a_single_caller_never_waits_for_others(
    engine: Engine, writer: GroupWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("codepegs.storage.sql.writer.sleep", waits.append)
    for number in range(5):
        writer.submit(partial(put, number=number)).result()
    assert not waits
    all_at_once(engine, writer, [5, 6])
    writer.submit(partial(put, number=7)).result()
    assert len(waits) == 1
    assert 0 <= waits[0] <= MIN_COMMIT_INTERVAL
    writer.submit(partial(put, number=8)).result()
    assert len(waits) == 1


def test_a_job_that_fails_is_rolled_back_alone(engine: Engine, writer: GroupWriter) -> None:
    """A duplicate value, and a bug after the first statement."""
    answers, commits = all_at_once(engine, writer, [1, 2, 13, 3, 4])
    assert isinstance(answers[2].exception(), ValueError)
    assert [answer.result() for answer in answers if answer is not answers[2]] == [1, 2, 3, 4]
    assert commits == 1
    with pytest.raises(ArchiveUnavailable, match="IntegrityError"):
        writer.submit(lambda connection: put(connection, 4)).result()
    assert numbers(engine) == [1, 2, 3, 4]


def test_no_job_is_resolved_before_the_commit(engine: Engine, writer: GroupWriter) -> None:
    seen: list[bool] = []
    answers: list[Future[int]] = []
    ready = Event()

    def look(_: Connection) -> None:
        """Runs before the commit, in spite of the name of the event."""
        ready.wait()
        seen.append(answers[0].done())

    event.listen(engine, "commit", look)
    answers.append(writer.submit(lambda connection: put(connection, 1)))
    ready.set()
    assert answers[0].result() == 1
    assert seen == [False]


def test_a_failed_commit_fails_all_its_jobs(engine: Engine, writer: GroupWriter) -> None:
    def defer(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql("INSERT INTO children VALUES (99)")

    def family(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE children (number INTEGER REFERENCES numbers(number))")

    writer.submit(family).result()
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    engine.dispose()
    with pytest.raises(ArchiveUnavailable, match="IntegrityError"):
        writer.submit(defer).result()
    assert writer.submit(lambda connection: put(connection, 1)).result() == 1
    assert numbers(engine) == [1]


def test_closing_finishes_submitted_jobs_and_refuses_new_ones(engine: Engine, writer: GroupWriter) -> None:
    answers = [writer.submit(partial(put, number=number)) for number in range(12)]
    writer.close()
    writer.close()
    assert [answer.result(timeout=0) for answer in answers] == list(range(12))
    with pytest.raises(ArchiveUnavailable, match="it is closed"):
        writer.submit(lambda connection: put(connection, 50))
    assert numbers(engine) == list(range(12))


# Batches -------------------------------------------------------------------------------


def put_even(connection: Connection, items: Sequence[int]) -> list[int | CodepegsError]:
    """Put the even numbers and return how many came together; 13 is a bug, 14 a duplicate."""
    for item in items:
        if item % 2 == 0 or item == 13:
            put(connection, item)
    return [len(items) if item % 2 == 0 else Stale("m", item, 0) for item in items]


def run_batch(writer: GroupWriter, items: list[int]) -> list[Future[int]]:
    """Run all items in one batch."""
    busy, go = Event(), Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait()

    writer.submit(hold)
    busy.wait()
    answers = [writer.submit_to_batch(put_even, item) for item in items]
    go.set()
    wait(answers)
    return answers


def test_items_of_a_batch_run_together_and_get_their_own_results(engine: Engine, writer: GroupWriter) -> None:
    answers = run_batch(writer, [2, 3, 4, 6])
    assert [answer.result() for answer in answers if answer is not answers[1]] == [4, 4, 4]
    assert isinstance(answers[1].exception(), Stale)
    assert numbers(engine) == [2, 4, 6]


@pytest.mark.parametrize(("bad", "fault"), [(13, ValueError), (14, ArchiveUnavailable)])
def test_an_item_that_fails_does_not_fail_the_others(
    engine: Engine, writer: GroupWriter, bad: int, fault: type[Exception]
) -> None:
    writer.submit(lambda connection: put(connection, 14)).result()
    answers = run_batch(writer, [2, bad, 3])
    assert answers[0].result() == 1
    assert isinstance(answers[1].exception(), fault)
    assert isinstance(answers[2].exception(), Stale)
    assert numbers(engine) == [2, 14]


def test_a_cancelled_job_does_not_run(engine: Engine, writer: GroupWriter) -> None:
    busy, go = Event(), Event()

    def hold(_: Connection) -> int:
        busy.set()
        go.wait()
        return 7

    begun = writer.submit(hold)
    busy.wait()
    waiting = writer.submit(lambda connection: put(connection, 1))
    assert waiting.cancel()
    assert not begun.cancel()
    go.set()
    assert begun.result() == 7
    with pytest.raises(CancelledError):
        waiting.result()
    assert writer.submit(lambda connection: put(connection, 2)).result() == 2
    assert numbers(engine) == [2]


@pytest.mark.parametrize(
    ("conflicts", "can_retry", "attempts"), [(1, True, 2), (4, True, 5), (99, True, 5), (1, False, 1)]
)
def test_a_batch_that_the_database_undid_is_repeated(
    engine: Engine, conflicts: int, can_retry: bool, attempts: int
) -> None:
    seen: list[int] = []

    def conflict(connection: Connection) -> int:
        put(connection, 1)
        seen.append(1)
        if len(seen) <= conflicts:
            raise OperationalError("", {}, Exception("deadlock"))
        return 7

    writer = GroupWriter(engine, lock=nullcontext(), translate=translate, can_retry=lambda _: can_retry)
    error = writer.submit(conflict).exception()
    writer.close()
    assert len(seen) == attempts
    done = attempts > conflicts
    assert (error is None, numbers(engine)) == (done, [1] if done else [])
