"""What a table service reports: events for metrics, and faults."""

from __future__ import annotations

import logging

from codepegs.table.table import Effect

_log = logging.getLogger(__name__)


class Observer:
    """Receives events for metrics and logs. This one logs faults. The methods must not raise."""

    def table_opened(self) -> None:
        """A table was opened."""

    def table_damaged(self, table: str) -> None:
        """A stored table is damaged."""

    def transition_saved(self, seconds: float, effect: Effect) -> None:
        """A command with this effect was committed after `seconds`."""

    def command_repeated(self) -> None:
        """A client sent a command again that had been executed before."""

    def save_failed(self, table: str, reason: str) -> None:
        """The store was unavailable."""

    def subscribers_resynced(self, count: int) -> None:
        """`count` slow subscribers will get a snapshot instead of the queued changes."""

    def bot_moved(self, source: str) -> None:
        """A computer chose a move; `source` is as in :func:`codepegs.table.bots.choose_move`."""

    def fault(self, event: str, error: BaseException) -> None:
        """This program has a bug. `error` may contain a hidden code, so its message is not logged."""
        _log.error("%s: %s", event, type(error).__name__)
