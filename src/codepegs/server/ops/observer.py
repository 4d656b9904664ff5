"""Observer of the tables: counts their events and logs their failures."""

from __future__ import annotations

from logging import WARNING

from codepegs.server.ops import log
from codepegs.server.ops.metrics import Metrics


class MetricsObserver:
    """Implements :class:`~codepegs.table.observer.Observer` with metrics and the log."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def table_opened(self) -> None:
        self._metrics.tables.add()

    def table_damaged(self, table: str) -> None:
        self._metrics.damaged_tables.add()
        log.event("damaged match", level=WARNING, table=table)

    def transition_saved(self, seconds: float, *, move: bool) -> None:
        self._metrics.commit_seconds.add(seconds)
        if move:
            self._metrics.moves.add()

    def command_repeated(self) -> None:
        self._metrics.repeats.add()

    def save_failed(self, table: str, reason: str) -> None:
        self._metrics.archive_errors.add()
        log.event("archive unavailable", level=WARNING, table=table, reason=reason)

    def subscribers_resynced(self, count: int) -> None:
        for _ in range(count):
            self._metrics.resyncs.add()

    def bot_moved(self, source: str) -> None:
        self._metrics.computer_moves.add(source)

    def fault(self, event: str, error: BaseException) -> None:
        self._metrics.internal_errors.add()
        log.error(event, error)
