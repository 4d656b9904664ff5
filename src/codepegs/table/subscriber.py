"""Subscriber to a table: a bounded queue of messages for one WebSocket or stream.

A subscriber that reads too slowly loses its queue and gets a snapshot of the table
instead, which contains everything it missed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from codepegs.rules.seat import PlayerNumber
from codepegs.table.seats import ClientId

M = TypeVar("M")


class Subscriber(Generic[M]):
    """Queue of messages for one reader: replies first, then changes in order, then news."""

    def __init__(
        self,
        client: ClientId | None,
        player: PlayerNumber | None,
        *,
        max_queue: int,
        snapshot: Callable[[Subscriber[M]], M],
    ) -> None:
        """`snapshot` makes the message that replaces more than `max_queue` queued changes."""
        self.client, self.player = client, player
        self.closed: str | None = None
        """Why the subscription ended. Set once; nothing is published after that."""
        self.notify: Callable[[], None] | None = None
        """Called when a message can be popped, and at the end. A reader without a task sets it."""
        self._max_queue, self._snapshot = max_queue, snapshot
        self._replies: deque[M] = deque()
        self._changes: deque[M] = deque()
        self._news: dict[str, M] = {}
        self._needs_snapshot = False
        self._reader: asyncio.Future[None] | None = None
        self._replies_sent = asyncio.Event()
        self._replies_sent.set()

    def publish(self, change: M) -> bool:
        """Queue a change. Return False if the queue was full and a snapshot replaces it."""
        if self._needs_snapshot:
            return True
        if len(self._changes) >= self._max_queue:
            self.resync()
            return False
        self._changes.append(change)
        self._wake()
        return True

    def resync(self) -> None:
        """Drop queued changes and send a snapshot next."""
        self._changes.clear()
        self._needs_snapshot = True
        self._wake()

    def set_news(self, kind: str, message: M) -> None:
        """Queue a message that is not about a change. It replaces one of its kind that is still queued."""
        self._news[kind] = message
        self._wake()

    @property
    def ready(self) -> bool:
        """Whether all replies are sent. Wait for this before each command, so that replies cannot pile up."""
        return self._replies_sent.is_set()

    async def drain(self) -> None:
        """Wait until it is ready."""
        await self._replies_sent.wait()

    def expect_reply(self) -> None:
        """Note that a command is running, so it is not ready until the reply is sent."""
        self._replies_sent.clear()

    def reply(self, message: M) -> None:
        """Queue a reply."""
        self._replies.append(message)
        self._replies_sent.clear()
        self._wake()

    def close(self, reason: str) -> None:
        """End the subscription after the queued messages."""
        self.closed = self.closed or reason
        self._replies_sent.set()
        self._wake()

    @property
    def pending(self) -> int:
        """Number of queued messages."""
        return len(self._replies) + len(self._changes) + self._needs_snapshot + len(self._news)

    def pop(self) -> M | None:
        """Return the next queued message, or None."""
        if self._replies:
            message = self._replies.popleft()
            if not self._replies:
                self._replies_sent.set()
            return message
        if self._needs_snapshot:
            self._needs_snapshot = False
            return self._snapshot(self)
        if self._changes:
            return self._changes.popleft()
        return self._news.pop(next(iter(self._news))) if self._news else None

    async def next(self) -> M | None:
        """Wait for the next message and return it, or None after the last one."""
        while (message := self.pop()) is None:
            if self.closed is not None:
                return None
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return message

    def _wake(self) -> None:
        if self.notify is not None:
            self.notify()
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
