"""Observers of the tables and of the worker pool: count their events and log their failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging import ERROR, WARNING
from typing import TypeVar, TypeVarTuple

from codepegs.compute.errors import WorkerCrashed
from codepegs.players.level import Level
from codepegs.rules.move import Move
from codepegs.rules.view import MatchView
from codepegs.server.ops import log
from codepegs.server.ops.metrics import Metrics
from codepegs.table.bots import Compute
from codepegs.table.observer import Observer
from codepegs.table.table import Effect, Joined, Played

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class MetricsObserver(Observer):
    """Observer with metrics and the log of the server."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def table_opened(self) -> None:
        self._metrics.tables.inc()
        log.event("a game was opened")

    def table_damaged(self, table: str) -> None:
        self._metrics.damaged_tables.inc()
        log.event("damaged match", level=WARNING, table=table)

    def transition_saved(self, seconds: float, effect: Effect) -> None:
        self._metrics.commit_seconds.observe(seconds)
        if isinstance(effect, Played):
            self._metrics.moves.inc()
        elif isinstance(effect, Joined):
            log.event("a player joined")

    def command_repeated(self) -> None:
        self._metrics.repeats.inc()

    def save_failed(self, table: str, reason: str) -> None:
        self._metrics.archive_errors.inc()
        log.event("archive unavailable", level=WARNING, table=table, reason=reason)

    def subscribers_resynced(self, count: int) -> None:
        if count:
            self._metrics.resyncs.inc(count)

    def bot_moved(self, source: str) -> None:
        self._metrics.computer_moves.labels(source).inc()

    def fault(self, event: str, error: BaseException) -> None:
        self._metrics.internal_errors.inc()
        log.error(event, error)


class ObservedCompute:
    """Implements :class:`~codepegs.table.bots.Compute`: passes jobs on, and reports those that crash."""

    def __init__(self, compute: Compute, metrics: Metrics) -> None:
        self._compute, self._metrics = compute, metrics

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        with self._report():
            return await self._compute.guess(view, level, seed, address=address)

    async def guess_quickly(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        with self._report():
            return await self._compute.guess_quickly(view, level, seed, address=address)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        with self._report():
            return await self._compute.run(function, *args, address=address)

    @contextmanager
    def _report(self) -> Iterator[None]:
        try:
            yield
        except WorkerCrashed as crash:
            self._metrics.internal_errors.inc()
            log.event("fault in a worker", level=ERROR, error=crash.fault, where=crash.where)
            raise
