"""Interface through which a table service reports metrics and faults."""

from __future__ import annotations

import logging
from typing import Protocol

from codepegs.table.table import Effect

_log = logging.getLogger(__name__)


class Observer(Protocol):
    """Receives events for metrics and logs. Its methods must not raise."""

    def table_opened(self) -> None: ...

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
        """This program has a bug. `error` may contain a hidden code, so do not log its message."""


class LogObserver:
    """Observer of one user's tables: logs faults and nothing else."""

    def table_opened(self) -> None: ...

    def table_damaged(self, table: str) -> None: ...

    def transition_saved(self, seconds: float, effect: Effect) -> None: ...

    def command_repeated(self) -> None: ...

    def save_failed(self, table: str, reason: str) -> None: ...

    def subscribers_resynced(self, count: int) -> None: ...

    def bot_moved(self, source: str) -> None: ...

    def fault(self, event: str, error: BaseException) -> None:
        _log.error("%s: %s", event, type(error).__name__)
