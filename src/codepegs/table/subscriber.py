"""A listener: somebody who hears what happens at a table, over a socket or a stream.

What waits for one is bounded. Who reads too slowly misses nothing for good: instead of
all that has waited comes one fresh view, which holds it all.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from codepegs.rules.seat import PlayerNumber
from codepegs.table.seats import ClientId


class Subscriber:
    """Messages on their way to one reader: answers first, then changes in order, then who is there."""

    def __init__(
        self,
        client: ClientId | None,
        player: PlayerNumber | None,
        *,
        max_queue: int,
        snapshot: Callable[[Subscriber], bytes],
    ) -> None:
        """`snapshot` gives the view as it is now, when more than `max_queue` changes wait."""
        self.client, self.player = client, player
        self.closed: str | None = None
        """The last reason, after which nothing comes."""
        self._max_queue, self._snapshot = max_queue, snapshot
        self._replies: deque[bytes] = deque()
        self._changes: deque[bytes] = deque()
        self._presence: bytes | None = None
        self._behind = False
        self._wake, self._replies_sent = asyncio.Event(), asyncio.Event()
        self._replies_sent.set()

    def publish(self, change: bytes) -> bool:
        """Put a change in line; False where the line was full, and a fresh view takes its place."""
        if self._behind:
            return True
        if len(self._changes) >= self._max_queue:
            self.resync()
            return False
        self._changes.append(change)
        self._wake.set()
        return True

    def resync(self) -> None:
        """Forget the changes in line: a fresh view comes next."""
        self._changes.clear()
        self._behind = True
        self._wake.set()

    def set_presence(self, presence: bytes) -> None:
        """Say who is there; only the latest such message waits."""
        self._presence = presence
        self._wake.set()

    async def reply(self, message: bytes) -> None:
        """Send an answer; returns when it is on its way, so that who does not read is not read from."""
        self._replies.append(message)
        self._replies_sent.clear()
        self._wake.set()
        await self._replies_sent.wait()

    def close(self, reason: str) -> None:
        """Send what is in line, then `reason`, then nothing."""
        self.closed = self.closed or reason
        self._replies_sent.set()
        self._wake.set()

    @property
    def pending(self) -> int:
        """How many messages are in line."""
        return len(self._replies) + len(self._changes) + self._behind + (self._presence is not None)

    def pop(self) -> bytes | None:
        """The next message, if there is one."""
        if self._replies:
            message = self._replies.popleft()
            if not self._replies:
                self._replies_sent.set()
            return message
        if self._behind:
            self._behind = False
            return self._snapshot(self)
        if self._changes:
            return self._changes.popleft()
        presence, self._presence = self._presence, None
        return presence

    async def next(self) -> bytes | None:
        """The next message, when it comes; None after the last one."""
        while (message := self.pop()) is None:
            if self.closed is not None:
                return None
            self._wake.clear()
            await self._wake.wait()
        return message
