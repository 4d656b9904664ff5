"""Circuit breaker for a database that keeps its connections open, but does not answer.

A stopped machine or process cannot cancel a statement, and its system still acknowledges packets, so
neither `statement_timeout` nor a timeout of TCP ends the wait.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg

GRACE = 3.0
"""Seconds that we wait for an answer after the database should have cancelled the statement."""
OPEN_SECONDS = 2.0
"""Seconds for which an open breaker refuses all statements, so that callers do not wait one after another."""

T = TypeVar("T")


class NoAnswer(psycopg.OperationalError):
    """The database did not answer in time, or the breaker is open."""


class CircuitBreaker:
    """Circuit breaker that all connections of an archive share. A statement without an answer opens it."""

    def __init__(self, statement_timeout: float = 0) -> None:
        """The database cancels a statement after this many seconds; 0 means never, as for a copy."""
        self.statement_timeout = statement_timeout
        self.answer_timeout: float | None = None
        """Seconds to wait for the answer to a statement. None means for ever."""
        self._open_until = 0.0

    def start(self) -> None:
        """Limit all waits from now on. Call this when the tables are created, which may take longer."""
        if self.statement_timeout:
            self.answer_timeout = self.statement_timeout + GRACE

    def check(self) -> None:
        """Raise NoAnswer if the breaker is open."""
        if monotonic() < self._open_until:
            raise NoAnswer

    def trip(self) -> None:
        """Open the breaker, because the database has not answered."""
        self._open_until = monotonic() + OPEN_SECONDS


class GuardedConnection(psycopg.Connection[Any]):
    """Connection that closes itself if a statement gets no answer. The pool then opens a new one."""

    breaker = CircuitBreaker()

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **options: Any) -> T:
        timeout = self.breaker.answer_timeout
        if timeout is None:
            return super().wait(gen, *arguments, **options)
        try:
            self.breaker.check()
            return super().wait(self._limit(gen, monotonic() + timeout), *arguments, **options)
        except NoAnswer:
            self.close()
            raise

    def _limit(self, gen: Generator[Any, Any, T], deadline: float) -> Generator[Any, Any, T]:
        """Run a generator of psycopg, which gets 0 several times per second while nothing arrives."""
        ready = None
        while True:
            try:
                state = gen.send(ready)
            except StopIteration as end:
                result: T = end.value
                return result
            ready = yield state
            if not ready and monotonic() > deadline:
                self.breaker.trip()
                raise NoAnswer
