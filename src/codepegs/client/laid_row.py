"""The row that this player is laying, for the others at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

INTERVAL = 0.25
"""Seconds between two messages, at least."""


class LaidRow:
    """Sends the latest row, at most one per INTERVAL.

    An empty row is sent only after another one of the same turn, whose pegs were removed.
    """

    def __init__(
        self, send: Callable[[int, str], Awaitable[None]], sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """`send` gets the number of moves and the row."""
        self._send, self._sleep = send, sleep
        self._row: tuple[int, str] | None = None
        self._sent: tuple[int, str] | None = None
        self._task: asyncio.Task[None] | None = None

    def change(self, moves: int, laid: str) -> None:
        """Send a row of letters and dots soon, unless it is replaced or cleared first."""
        empty, seen = not laid.strip("."), self._sent is not None and self._sent[0] == moves
        self._row = None if empty and not seen else (moves, laid)
        if self._row not in (None, self._sent) and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    def clear(self) -> None:
        """Forget a row that has not been sent."""
        self._row = None

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        await self._sleep(INTERVAL)
        while self._row not in (None, self._sent):
            self._sent = self._row
            assert self._sent is not None
            await self._send(*self._sent)
            await self._sleep(INTERVAL)
