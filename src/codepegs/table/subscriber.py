"""A listener: somebody who hears what happens at a table, over a socket or a stream.

What waits for one is bounded. Who reads too slowly misses nothing for good: instead of
all that has waited comes one fresh view, which holds it all.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from codepegs.rules.seat import PlayerNumber
from codepegs.table.seats import Holder


class Subscriber:
    """Messages on their way to one reader: answers first, then changes in order, then who is there."""

    def __init__(
        self,
        holder: Holder | None,
        player: PlayerNumber | None,
        *,
        most: int,
        fresh: Callable[[Subscriber], bytes],
    ) -> None:
        """`fresh` gives the view as it is now, when more than `most` changes wait."""
        self.holder, self.player = holder, player
        self.closed: str | None = None
        """The last word, after which nothing comes."""
        self._most, self._fresh = most, fresh
        self._answers: deque[bytes] = deque()
        self._changes: deque[bytes] = deque()
        self._presence: bytes | None = None
        self._behind = False
        self._something, self._answered = asyncio.Event(), asyncio.Event()
        self._answered.set()

    def hear(self, change: bytes) -> bool:
        """Put a change in line; False where the line was full, and a fresh view takes its place."""
        if self._behind:
            return True
        if len(self._changes) >= self._most:
            self.resync()
            return False
        self._changes.append(change)
        self._something.set()
        return True

    def resync(self) -> None:
        """Forget the changes in line: a fresh view comes next."""
        self._changes.clear()
        self._behind = True
        self._something.set()

    def notice(self, presence: bytes) -> None:
        """Say who is there; only the latest such message waits."""
        self._presence = presence
        self._something.set()

    async def answer(self, message: bytes) -> None:
        """Send an answer; returns when it is on its way, so that who does not read is not read from."""
        self._answers.append(message)
        self._answered.clear()
        self._something.set()
        await self._answered.wait()

    def close(self, word: str) -> None:
        """Send what is in line, then `word`, then nothing."""
        self.closed = self.closed or word
        self._answered.set()
        self._something.set()

    @property
    def waiting(self) -> int:
        """How many messages are in line."""
        return len(self._answers) + len(self._changes) + self._behind + (self._presence is not None)

    def taken(self) -> bytes | None:
        """The next message, if there is one."""
        if self._answers:
            message = self._answers.popleft()
            if not self._answers:
                self._answered.set()
            return message
        if self._behind:
            self._behind = False
            return self._fresh(self)
        if self._changes:
            return self._changes.popleft()
        presence, self._presence = self._presence, None
        return presence

    async def next(self) -> bytes | None:
        """The next message, when it comes; None after the last one."""
        while (message := self.taken()) is None:
            if self.closed is not None:
                return None
            self._something.clear()
            await self._something.wait()
        return message
