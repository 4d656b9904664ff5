"""Timeouts for a database that keeps its connections open, but does not answer.

A stopped machine or process cannot cancel a statement, and its system still confirms what arrives, so
neither `statement_timeout` nor a timeout of TCP ends the wait.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar

import psycopg

GRACE = 3.0
"""Seconds between the time when the database should cancel a statement, and the end of our patience."""
PAUSE = 2.0
"""Seconds for which nobody asks a silent database, so that everybody who waits is refused at once."""

T = TypeVar("T")


class NoAnswer(psycopg.OperationalError):
    """The database has not answered in time, or a moment ago."""


class Patience:
    """How long all connections of an archive wait for an answer, and whether the database is silent."""

    def __init__(self, statement_timeout: float = 0) -> None:
        """The database cancels a statement after this many seconds; 0 means never, as for a copy."""
        self.statement_timeout = statement_timeout
        self.seconds: float | None = None
        """Longest wait for the answer to a statement. None means for ever."""
        self._silent_until = 0.0

    def begin(self) -> None:
        """Limit all waits from now on. A migration comes before, because it takes as long as it takes."""
        if self.statement_timeout:
            self.seconds = self.statement_timeout + GRACE

    def check(self) -> None:
        """Raise NoAnswer if the database has just been silent for too long."""
        if monotonic() < self._silent_until:
            raise NoAnswer

    def lose(self) -> None:
        """Note that the database has been silent for too long."""
        self._silent_until = monotonic() + PAUSE


class ImpatientConnection(psycopg.Connection[Any]):
    """Connection that closes itself if a statement gets no answer. A later one takes its place."""

    patience = Patience()

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **options: Any) -> T:
        seconds = self.patience.seconds
        if seconds is None:
            return super().wait(gen, *arguments, **options)
        try:
            self.patience.check()
            return super().wait(self._limit(gen, monotonic() + seconds), *arguments, **options)
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
                self.patience.lose()
                raise NoAnswer
