"""The group-commit writer: one thread, one writing connection, many callers' work a transaction."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, ProgrammingError

from codepegs.errors import NotKept

MOST = 512
"""Pieces of work in one transaction, at most."""

T = TypeVar("T")
Work = Callable[[Connection], T]


class Writing(Protocol):
    """Does work that changes the archive: all of it, durably, or nothing."""

    def run(self, work: Work[T]) -> T:
        """What `work` gives, once it is durable."""

    def close(self) -> None: ...


@dataclass(slots=True)
class _Job:
    work: Work[object]
    answer: Future[object] = field(default_factory=Future)
    result: object = None
    error: Exception | None = None


class GroupWriter:
    """Does the work of many threads in one, and answers each after the commit that holds its work.

    A commit waits for the disk some milliseconds; whatever arrives meanwhile shares the
    next one. Work that fails is undone by itself, back to its savepoint.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        turn: AbstractContextManager[object],
        refusal: Callable[[DatabaseError], NotKept],
    ) -> None:
        """Writes in `turn` with others; `refusal` words what the database says when it cannot go on."""
        self._engine, self._turn, self._refusal = engine, turn, refusal
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock, self._closed = Lock(), False
        self._thread = Thread(target=self._loop, name="codepegs archive", daemon=True)
        self._thread.start()

    def run(self, work: Work[T]) -> T:
        """What `work` gives, once it is durable."""
        job = _Job(work)
        with self._lock:
            if self._closed:
                raise NotKept("it is closed")
            self._jobs.put(job)
        return job.answer.result()  # type: ignore[return-value]

    def close(self) -> None:
        """Finish what has been asked for, then stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _loop(self) -> None:
        going = True
        while going:
            batch: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == MOST:
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
            with self._turn, self._engine.begin() as connection:
                for job in batch:
                    self._try(job, connection)
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

    def _try(self, job: _Job, connection: Connection) -> None:
        point = connection.begin_nested()
        try:
            job.result = job.work(connection)
        except (IntegrityError, DataError, ProgrammingError) as error:
            job.error = self._refusal(error)
        except DatabaseError:
            # No space, no disk, no lock: the transaction is lost for everybody in it, savepoints and all.
            raise
        except Exception as error:
            job.error = error
        if job.error is None:
            point.commit()
        else:
            point.rollback()
