"""Rate limits and concurrency limits for the server."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil

from codepegs.table.errors import RateLimited

BURST_SECONDS = 3.0
"""A full bucket holds this many seconds' worth of tokens."""
MAX_CLIENTS = 100_000
"""Clients that a RateLimiter remembers. It forgets the least recent one, which refills its bucket."""


class TokenBucket:
    """Token bucket that refills at `rate` tokens per second, up to `capacity`. It starts full.

    >>> bucket = TokenBucket(rate=1, capacity=2, now=0)
    >>> [bucket.take(now) for now in (0, 0, 0, 1)]
    [True, True, False, True]

    What costs more than the capacity needs a full bucket and leaves a debt.
    """

    __slots__ = ("_capacity", "_needed", "_rate", "_tokens", "_updated")

    def __init__(self, rate: float, *, now: float, capacity: float | None = None) -> None:
        self._rate = rate
        # With room for less than one token the bucket would never give any.
        self._capacity = max(1.0, rate * BURST_SECONDS if capacity is None else capacity)
        self._tokens, self._updated, self._needed = self._capacity, now, 0.0

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Remove `cost` tokens and return True, or return False if there are too few."""
        elapsed = max(0.0, now - self._updated)
        self._tokens = min(self._capacity, self._tokens + elapsed * self._rate)
        self._updated = now
        self._needed = min(cost, self._capacity)
        if self._tokens < self._needed:
            return False
        self._tokens -= cost
        return True

    def seconds_to_next(self) -> int:
        """Return the whole seconds until there are enough tokens, after `take` returned False."""
        return ceil((self._needed - self._tokens) / self._rate)


class RateLimiter:
    """Rate limit per client, with one token bucket each.

    `what` completes the error message "Too many {what}".
    """

    def __init__(
        self,
        rate: float,
        clock: Callable[[], float],
        *,
        what: str,
        capacity: float | None = None,
        max_clients: int = MAX_CLIENTS,
    ) -> None:
        self._rate, self._capacity, self._clock = rate, capacity, clock
        self._what, self._max_clients = what, max_clients
        self._buckets: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def take(self, client: Hashable, cost: float = 1.0) -> None:
        """Take `cost` tokens from the client's bucket, or raise RateLimited."""
        now = self._clock()
        if client not in self._buckets:
            self._buckets[client] = TokenBucket(self._rate, now=now, capacity=self._capacity)
        self._buckets.move_to_end(client)
        if len(self._buckets) > self._max_clients:
            self._buckets.popitem(last=False)
        if not self._buckets[client].take(now, cost):
            raise RateLimited(self._what, self._buckets[client].seconds_to_next())


class ConcurrencyLimit:
    """Limit on what each client may have open at once, such as sockets."""

    def __init__(self, limit: int, *, what: str) -> None:
        self._limit, self._what = limit, what
        self._in_use: Counter[Hashable] = Counter()

    @contextmanager
    def slot(self, client: Hashable) -> Iterator[None]:
        """Hold one of the client's slots during the block, or raise RateLimited."""
        if self._in_use[client] >= self._limit:
            raise RateLimited(self._what)
        self._in_use[client] += 1
        try:
            yield
        finally:
            self._in_use[client] -= 1
            if not self._in_use[client]:
                del self._in_use[client]
