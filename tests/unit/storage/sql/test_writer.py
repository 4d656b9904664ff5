"""The group-commit writer: many callers, one transaction, an answer each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from codepegs.errors import CodepegsError
from codepegs.storage.errors import ArchiveUnavailable, Stale
from codepegs.storage.sql.writer import GATHER, GroupWriter


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


def worded(error: DatabaseError) -> ArchiveUnavailable:
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


def test_what_arrives_meanwhile_shares_a_commit(engine: Engine, writer: GroupWriter) -> None:
    answers, commits = all_at_once(engine, writer, list(range(10)))
    assert [answer.result() for answer in answers] == list(range(10))
    assert commits == 1
    assert numbers(engine) == list(range(10))


def test_a_commit_holds_as_much_as_it_may_and_no_more(engine: Engine) -> None:
    writer = GroupWriter(engine, turn=nullcontext(), refusal=worded, most=4)
    answers, commits = all_at_once(engine, writer, list(range(10)))
    writer.close()
    assert [answer.result() for answer in answers] == list(range(10))
    assert commits == 3


def test_who_writes_alone_never_waits_for_company(
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
    assert 0 <= waits[0] <= GATHER
    writer.submit(partial(put, number=8)).result()
    assert len(waits) == 1


def test_what_fails_fails_by_itself_and_leaves_nothing(engine: Engine, writer: GroupWriter) -> None:
    """A value that is taken, and a fault after the first statement: the others are kept."""
    answers, commits = all_at_once(engine, writer, [1, 2, 13, 3, 4])
    assert isinstance(answers[2].exception(), ValueError)
    assert [answer.result() for answer in answers if answer is not answers[2]] == [1, 2, 3, 4]
    assert commits == 1
    with pytest.raises(ArchiveUnavailable, match="IntegrityError"):
        writer.submit(lambda connection: put(connection, 4)).result()
    assert numbers(engine) == [1, 2, 3, 4]


def test_nobody_is_answered_before_the_commit(engine: Engine, writer: GroupWriter) -> None:
    seen: list[bool] = []
    answers: list[Future[int]] = []
    ready = Event()

    def look(_: Connection) -> None:
        """The event comes before the commit that it is named for."""
        ready.wait()
        seen.append(answers[0].done())

    event.listen(engine, "commit", look)
    answers.append(writer.submit(lambda connection: put(connection, 1)))
    ready.set()
    assert answers[0].result() == 1
    assert seen == [False]


def test_a_commit_that_fails_refuses_everybody_in_it(engine: Engine, writer: GroupWriter) -> None:
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


def test_a_writer_that_is_closed_finishes_first_and_then_refuses(engine: Engine, writer: GroupWriter) -> None:
    answers = [writer.submit(partial(put, number=number)) for number in range(12)]
    writer.close()
    writer.close()
    assert [answer.result(timeout=0) for answer in answers] == list(range(12))
    with pytest.raises(ArchiveUnavailable, match="it is closed"):
        writer.submit(lambda connection: put(connection, 50))
    assert numbers(engine) == list(range(12))


# Many at a stroke ----------------------------------------------------------------------


def sweep(connection: Connection, pieces: Sequence[int]) -> list[int | CodepegsError]:
    """Put all but the odd ones, and say how many came together; 13 is a fault, 14 is there already."""
    for piece in pieces:
        if piece % 2 == 0 or piece == 13:
            put(connection, piece)
    return [len(pieces) if piece % 2 == 0 else Stale("m", piece, 0) for piece in pieces]


def swept(writer: GroupWriter, pieces: list[int]) -> list[Future[int]]:
    """Have all pieces swept in one batch."""
    busy, go = Event(), Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait()

    writer.submit(hold)
    busy.wait()
    answers = [writer.sweep(sweep, piece) for piece in pieces]
    go.set()
    wait(answers)
    return answers


def test_pieces_of_one_kind_are_done_at_a_stroke_and_answered_each(
    engine: Engine, writer: GroupWriter
) -> None:
    answers = swept(writer, [2, 3, 4, 6])
    assert [answer.result() for answer in answers if answer is not answers[1]] == [4, 4, 4]
    assert isinstance(answers[1].exception(), Stale)
    assert numbers(engine) == [2, 4, 6]


@pytest.mark.parametrize(("bad", "fault"), [(13, ValueError), (14, ArchiveUnavailable)])
def test_a_piece_that_fails_takes_no_other_with_it(
    engine: Engine, writer: GroupWriter, bad: int, fault: type[Exception]
) -> None:
    writer.submit(lambda connection: put(connection, 14)).result()
    answers = swept(writer, [2, bad, 3])
    assert answers[0].result() == 1
    assert isinstance(answers[1].exception(), fault)
    assert isinstance(answers[2].exception(), Stale)
    assert numbers(engine) == [2, 14]


def test_work_that_nobody_waits_for_any_more_is_left_and_the_writer_goes_on(
    engine: Engine, writer: GroupWriter
) -> None:
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
