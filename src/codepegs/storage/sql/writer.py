"""Group-commit writer: one thread that commits the work of many callers in one transaction."""

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

MAX_BATCH_SIZE = 512
"""Jobs in one transaction."""

MAX_ATTEMPTS = 5
"""Transactions that a batch gets if the database undoes them because of other programs."""

RETRY_PAUSE = 0.01
"""Seconds before the second of these transactions. It grows with each of them."""

MIN_COMMIT_INTERVAL = 0.02
"""Seconds between the starts of two transactions while several callers write.

A transaction costs as much as a dozen moves. A single caller never waits for this.
"""

T = TypeVar("T")
P = TypeVar("P")
Work = Callable[[Connection], T]
BatchFunction = Callable[[Connection, Sequence[P]], Sequence[T | CodepegsError]]
"""Processes many items in one call. An item whose result is an error leaves no change behind."""


class Writer(Protocol):
    """Runs work that changes the archive, each job durably or not at all.

    A Future gets its result when the work is durable. A job whose Future is cancelled
    before it starts does not run.
    """

    def submit(self, work: Work[T]) -> Future[T]:
        """Run `work` and return its result."""

    def submit_to_batch(self, function: BatchFunction[P, T], item: P) -> Future[T]:
        """Run `function` on `item`, together with other items that wait for the same function."""

    def close(self) -> None:
        """Finish all submitted work, then stop."""


@dataclass(slots=True, eq=False)
class _Job:
    function: BatchFunction[Any, Any]
    item: Any
    future: Future[Any] = field(default_factory=Future)
    result: object = None
    error: Exception | None = None

    def set(self, result: object) -> None:
        """Store the result, or the error, until the commit."""
        self.result, self.error = (None, result) if isinstance(result, Exception) else (result, None)

    def resolve(self) -> None:
        """Give the stored result to the Future."""
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


class GroupWriter:
    """Runs the jobs of many threads in one thread, and resolves each after its commit.

    A commit waits some milliseconds for the disk. Jobs that arrive in the meantime share
    the next commit, in the order in which they arrived. A job that fails is rolled back
    alone, and the other jobs of its batch may run a second time for that.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        lock: AbstractContextManager[object],
        translate: Callable[[DatabaseError], ArchiveUnavailable],
        can_retry: Callable[[DatabaseError], bool] = lambda _: False,
        max_batch_size: int = MAX_BATCH_SIZE,
    ) -> None:
        """Each transaction holds `lock`. `translate` makes an archive error from one of the database.

        `can_retry` returns whether the database has undone a transaction that may succeed next time.
        """
        self._engine, self._lock = engine, lock
        self._translate, self._can_retry, self._max_batch_size = translate, can_retry, max_batch_size
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing, self._closed = Lock(), False
        self._thread = Thread(target=self._loop, name="codepegs archive", daemon=True)
        self._thread.start()

    def submit(self, work: Work[T]) -> Future[T]:
        return self.submit_to_batch(_run_each, work)

    def submit_to_batch(self, function: BatchFunction[P, T], item: P) -> Future[T]:
        job = _Job(function, item)
        with self._closing:
            if self._closed:
                raise ArchiveUnavailable("it is closed")
            self._jobs.put(job)
        return job.future

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _loop(self) -> None:
        running, started = True, monotonic()
        batch: list[_Job] = []
        while running:
            job = self._jobs.get()
            if len(batch) > 1:
                sleep(max(0, started + MIN_COMMIT_INTERVAL - monotonic()))
            batch, started = [], monotonic()
            while job is not None:
                # From here on the job cannot be cancelled, so that its caller learns what it did.
                if job.future.set_running_or_notify_cancel():
                    batch.append(job)
                if len(batch) == self._max_batch_size:
                    break
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            running = job is not None
            if batch:
                self._run_batch(batch)

    def _run_batch(self, batch: list[_Job]) -> None:
        """Run a batch in one transaction, then resolve all its jobs.

        Errors wait for the commit too: an error may depend on what other jobs of the batch
        have written, which is true only once it is committed.
        """
        try:
            for attempt in range(MAX_ATTEMPTS):
                try:
                    self._commit(batch)
                    break
                except DatabaseError as error:
                    if attempt + 1 == MAX_ATTEMPTS or not self._can_retry(error):
                        raise
                    sleep(RETRY_PAUSE * (attempt + 1))
        except DatabaseError as error:
            for job in batch:
                job.future.set_exception(self._translate(error))
        except BaseException as error:
            # No lock, or a bug: callers must get the error, or they would wait for ever.
            for job in batch:
                job.future.set_exception(error)
        else:
            for job in batch:
                job.resolve()

    def _commit(self, batch: list[_Job]) -> None:
        try:
            with self._lock, self._engine.begin() as connection:
                for jobs in _split(batch):
                    self._run_together(jobs, connection)
        except _BatchFailed:
            with self._lock, self._engine.begin() as connection:
                for job in batch:
                    self._run_alone(job, connection)

    def _run_together(self, jobs: list[_Job], connection: Connection) -> None:
        if jobs[0].function is _run_each:
            self._run_alone(jobs[0], connection)
            return
        # No savepoint, because it costs as much as the moves of a small batch, and is rarely needed.
        try:
            results = jobs[0].function(connection, [job.item for job in jobs])
        except Exception as error:
            if _ends_transaction(error):
                raise
            raise _BatchFailed from None
        for job, result in zip(jobs, results, strict=True):
            job.set(result)

    def _run_alone(self, job: _Job, connection: Connection) -> None:
        savepoint = connection.begin_nested()
        try:
            (result,) = job.function(connection, [job.item])
        except Exception as error:
            if _ends_transaction(error):
                raise
            savepoint.rollback()
            job.set(self._translate(error) if isinstance(error, DatabaseError) else error)
        else:
            savepoint.commit()
            job.set(result)


class _BatchFailed(Exception):
    """One of several jobs that ran together failed, so that each has to run alone."""


_JOB_ERRORS = (IntegrityError, DataError, ProgrammingError)
"""Database errors that one job causes, after which the others can continue."""


def _ends_transaction(error: Exception) -> bool:
    """Return whether the whole transaction is lost, savepoints included: no space, no disk, no lock."""
    return isinstance(error, DatabaseError) and not isinstance(error, _JOB_ERRORS)


def _run_each(connection: Connection, work: Sequence[Work[T]]) -> list[T]:
    return [one(connection) for one in work]


def _split(batch: list[_Job]) -> Iterator[list[_Job]]:
    """Split the batch into runs of jobs with the same function. Work of `submit` stays alone."""
    for function, jobs in groupby(batch, key=lambda job: job.function):
        if function is _run_each:
            yield from ([job] for job in jobs)
        else:
            yield list(jobs)
