"""The group-commit writer: many callers, one transaction, an answer each."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from codepegs.errors import NotKept
from codepegs.storage.writer import GroupWriter


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
    writer = GroupWriter(engine, turn=nullcontext(), refusal=worded)
    yield writer
    writer.close()


def worded(error: DatabaseError) -> NotKept:
    return NotKept(type(error).__name__)


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

    with ThreadPoolExecutor(len(wanted) + 1) as threads:
        held = threads.submit(writer.run, hold)
        busy.wait()
        answers = [threads.submit(writer.run, lambda c, n=n: put(c, n)) for n in wanted]
        while writer._jobs.qsize() < len(wanted):
            pass
        assert not any(answer.done() for answer in answers)
        go.set()
        held.result()
    return answers, len(commits) - 1


def test_what_arrives_meanwhile_shares_a_commit(engine: Engine, writer: GroupWriter) -> None:
    answers, commits = all_at_once(engine, writer, list(range(10)))
    assert [answer.result() for answer in answers] == list(range(10))
    assert commits == 1
    assert numbers(engine) == list(range(10))


def test_what_fails_fails_by_itself_and_leaves_nothing(engine: Engine, writer: GroupWriter) -> None:
    """A value that is taken, and a fault after the first statement: the others are kept."""
    answers, commits = all_at_once(engine, writer, [1, 2, 13, 3, 4])
    assert isinstance(answers[2].exception(), ValueError)
    assert [answer.result() for answer in answers if answer is not answers[2]] == [1, 2, 3, 4]
    assert commits == 1
    with pytest.raises(NotKept, match="IntegrityError"):
        writer.run(lambda connection: put(connection, 4))
    assert numbers(engine) == [1, 2, 3, 4]


def test_nobody_is_answered_before_the_commit(engine: Engine, writer: GroupWriter) -> None:
    seen: list[bool] = []
    answers: list[Future[int]] = []
    with ThreadPoolExecutor(1) as threads:
        # The event comes before the commit that it is named for.
        event.listen(engine, "commit", lambda _: seen.append(answers[0].done()))
        answers.append(threads.submit(writer.run, lambda connection: put(connection, 1)))
        assert answers[0].result() == 1
    assert seen == [False]


def test_a_commit_that_fails_refuses_everybody_in_it(engine: Engine, writer: GroupWriter) -> None:
    def defer(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql("INSERT INTO children VALUES (99)")

    def family(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE children (number INTEGER REFERENCES numbers(number))")

    writer.run(family)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    engine.dispose()
    with pytest.raises(NotKept, match="IntegrityError"):
        writer.run(defer)
    assert writer.run(lambda connection: put(connection, 1)) == 1
    assert numbers(engine) == [1]


def test_a_writer_that_is_closed_finishes_first_and_then_refuses(engine: Engine, writer: GroupWriter) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = [threads.submit(writer.run, lambda c, n=n: put(c, n)) for n in range(12)]
        assert [answer.result() for answer in answers] == list(range(12))
    writer.close()
    writer.close()
    with pytest.raises(NotKept, match="it is closed"):
        writer.run(lambda connection: put(connection, 50))
    assert numbers(engine) == list(range(12))
