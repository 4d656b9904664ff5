"""The group-commit writer: one thread, one writing connection, many callers' work a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import groupby
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, ProgrammingError

from codepegs.errors import CodepegsError
from codepegs.storage.errors import ArchiveUnavailable

MOST = 512
"""Pieces of work in one transaction, at most."""

GATHER = 0.01
"""Seconds between the beginnings of two transactions, at least, while several callers write at a time.

A transaction costs as much as a dozen moves in it. Who writes alone never waits.
"""

T = TypeVar("T")
P = TypeVar("P")
Work = Callable[[Connection], T]
Sweep = Callable[[Connection, Sequence[P]], Sequence[T | CodepegsError]]
"""Does many pieces of one kind at a stroke; a piece it refuses has left nothing behind."""


class Writing(Protocol):
    """Does work that changes the archive: all of it, durably, or nothing.

    A Future is answered once the work is durable. Work whose Future is cancelled before
    it was begun is not done.
    """

    def submit(self, work: Work[T]) -> Future[T]:
        """What `work` gives."""

    def sweep(self, sweep: Sweep[P, T], piece: P) -> Future[T]:
        """What `sweep` gives for `piece`, together with others that wait for the same sweep."""

    def close(self) -> None:
        """Finish what has been asked for, then stop."""


@dataclass(slots=True, eq=False)
class _Job:
    sweep: Sweep[Any, Any]
    piece: Any
    answer: Future[Any] = field(default_factory=Future)
    result: object = None
    error: Exception | None = None

    def settle(self, result: object) -> None:
        """Note the answer, to be given later."""
        self.result, self.error = (None, result) if isinstance(result, Exception) else (result, None)


class GroupWriter:
    """Does the work of many threads in one, and answers each after the commit that holds its work.

    A commit waits for the disk some milliseconds; whatever arrives meanwhile, or soon
    after, shares the next one, in the order in which it came. Work that fails is undone
    by itself; for that the others may have to be done a second time.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        turn: AbstractContextManager[object],
        refusal: Callable[[DatabaseError], ArchiveUnavailable],
        most: int = MOST,
    ) -> None:
        """Writes in `turn` with others, `most` pieces of work at a time.

        `refusal` words what the database says when it cannot go on.
        """
        self._engine, self._turn, self._refusal, self._most = engine, turn, refusal, most
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock, self._closed = Lock(), False
        self._thread = Thread(target=self._loop, name="codepegs archive", daemon=True)
        self._thread.start()

    def submit(self, work: Work[T]) -> Future[T]:
        return self.sweep(_one_by_one, work)

    def sweep(self, sweep: Sweep[P, T], piece: P) -> Future[T]:
        job = _Job(sweep, piece)
        with self._lock:
            if self._closed:
                raise ArchiveUnavailable("it is closed")
            self._jobs.put(job)
        return job.answer

    def close(self) -> None:
        with self._lock:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _loop(self) -> None:
        going, begun = True, monotonic()
        batch: list[_Job] = []
        while going:
            job = self._jobs.get()
            if len(batch) > 1:
                sleep(max(0, begun + GATHER - monotonic()))
            batch, begun = [], monotonic()
            while job is not None:
                # From here on nobody can cancel it: what is done is answered.
                if job.answer.set_running_or_notify_cancel():
                    batch.append(job)
                if len(batch) == self._most:
                    break
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            going = job is not None
            if batch:
                self._do(batch)

    def _do(self, batch: list[_Job]) -> None:
        """Do a batch in one transaction; nobody is answered before its end, not even with a refusal.

        A refusal may rest on what others in the batch have written, and that is true
        only once it is committed.
        """
        try:
            try:
                with self._turn, self._engine.begin() as connection:
                    for jobs in _swept(batch):
                        self._try(jobs, connection)
            except _Spoiled:
                with self._turn, self._engine.begin() as connection:
                    for job in batch:
                        self._try_alone(job, connection)
        except DatabaseError as error:
            for job in batch:
                job.answer.set_exception(self._refusal(error))
        except BaseException as error:
            # No turn, or a fault of this program: callers must hear of it, or they would wait for ever.
            for job in batch:
                job.answer.set_exception(error)
        else:
            for job in batch:
                if job.error is None:
                    job.answer.set_result(job.result)
                else:
                    job.answer.set_exception(job.error)

    def _try(self, jobs: list[_Job], connection: Connection) -> None:
        if jobs[0].sweep is _one_by_one:
            self._try_alone(jobs[0], connection)
            return
        # No savepoint: it would cost as much as the moves of a small batch, and hardly ever be needed.
        try:
            results = jobs[0].sweep(connection, [job.piece for job in jobs])
        except Exception as error:
            if _lost(error):
                raise
            raise _Spoiled from None
        for job, result in zip(jobs, results, strict=True):
            job.settle(result)

    def _try_alone(self, job: _Job, connection: Connection) -> None:
        point = connection.begin_nested()
        try:
            (result,) = job.sweep(connection, [job.piece])
        except Exception as error:
            if _lost(error):
                raise
            point.rollback()
            job.settle(self._refusal(error) if isinstance(error, DatabaseError) else error)
        else:
            point.commit()
            job.settle(result)


class _Spoiled(Exception):
    """Pieces that were done at a stroke failed, and nobody knows which: each has to be done by itself."""


def _lost(error: Exception) -> bool:
    """Whether the transaction is lost for everybody in it, savepoints and all: no space, no disk, no lock."""
    return isinstance(error, DatabaseError) and not isinstance(error, _OF_ITS_OWN)


_OF_ITS_OWN = (IntegrityError, DataError, ProgrammingError)
"""Errors of the database that are the fault of what was asked, so that others can go on."""


def _one_by_one(connection: Connection, work: Sequence[Work[T]]) -> list[T]:
    return [one(connection) for one in work]


def _swept(batch: list[_Job]) -> Iterator[list[_Job]]:
    """The batch in order, in parts that can be done at a stroke: work of its own has one of its own."""
    for sweep, jobs in groupby(batch, key=lambda job: job.sweep):
        if sweep is _one_by_one:
            yield from ([job] for job in jobs)
        else:
            yield list(jobs)
