"""Limits: how much may come from one side in a while."""

from __future__ import annotations

from asyncio import Semaphore
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager

from codepegs.errors import Busy
from codepegs.table.errors import RateLimited

BURST = 3.0
"""Seconds' worth of what is allowed that may come at once."""
REMEMBERED = 100_000
"""Sides that are remembered, at most. The one heard of longest ago is forgotten, which fills its bucket."""
WAITING = 32
"""Who may be at a desk, those included who wait there."""


class TokenBucket:
    """Holds tokens: some trickle in with time, and each deed takes one out."""

    __slots__ = ("_at", "_rate", "_size", "_tokens")

    def __init__(self, rate: float, *, at: float, size: float | None = None) -> None:
        """`rate` tokens a second, up to `size`; full at the time `at`."""
        self._rate, self._size = rate, max(1.0, rate * BURST if size is None else size)
        self._tokens, self._at = self._size, at

    def take(self, at: float) -> bool:
        """Whether there is a token; if so it is gone."""
        self._tokens = min(self._size, self._tokens + max(0.0, at - self._at) * self._rate)
        self._at = at
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class RateLimiter:
    """A bucket for each side, made when it is first heard of."""

    def __init__(
        self, rate: float, clock: Callable[[], float], *, of: str, size: float | None = None
    ) -> None:
        """`of` says in a refusal what there is too much of."""
        self._rate, self._clock, self._of, self._size = rate, clock, of, size
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def take(self, side: Hashable) -> None:
        """Note a deed of `side`, or raise RateLimited."""
        now = self._clock()
        bucket = self._buckets.get(side)
        if bucket is None:
            bucket = self._buckets[side] = TokenBucket(self._rate, at=now, size=self._size)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(side)
        if not bucket.take(now):
            raise RateLimited(self._of)


class ConcurrencyLimit:
    """So many at once for each side."""

    def __init__(self, most: int, *, of: str) -> None:
        self._most, self._of = most, of
        self._taken: Counter[Hashable] = Counter()

    @contextmanager
    def place(self, side: Hashable) -> Iterator[None]:
        """A place for `side`, or RateLimited."""
        if self._taken[side] >= self._most:
            raise RateLimited(self._of)
        self._taken[side] += 1
        try:
            yield
        finally:
            self._taken[side] -= 1
            if not self._taken[side]:
                del self._taken[side]


class WorkQueue:
    """Where work is done `at_once` for so many, while others wait, so that those who play have room left."""

    def __init__(self, at_once: int = 1, *, of: str, waiting: int = WAITING) -> None:
        """With `waiting` there, whoever else comes is told what there are too many `of`."""
        self._seats, self._waiting, self._of = Semaphore(at_once), waiting, of
        self._here = 0

    def check(self) -> None:
        """Raise Busy where too many are there already."""
        if self._here >= self._waiting:
            raise Busy(f"it has too many {self._of}")

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The turn to do something there, when it comes."""
        self.check()
        self._here += 1
        try:
            async with self._seats:
                yield
        finally:
            self._here -= 1
