"""Rate limits and concurrency limits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.server.ops.limits import BURST_SECONDS, ConcurrencyLimit, RateLimiter, TokenBucket
from codepegs.table.errors import RateLimited


@pytest.mark.parametrize(
    ("rate", "capacity", "times", "costs", "taken"),
    [
        # The default capacity is three seconds' worth.
        (1, None, [0, 0, 0, 0], [1, 1, 1, 1], [True, True, True, False]),
        (0.1, None, [0, 9, 10], [1, 1, 1], [True, False, True]),
        # A long pause fills the bucket and no more.
        (1, 2, [0, 0, 1000, 1000, 1000], [1, 1, 1, 1, 1], [True, True, True, True, False]),
        # A clock that jumps back adds no tokens.
        (1, 1, [10, 5, 5.5], [1, 1, 1], [True, False, False]),
        # What costs more than the bucket holds needs a full one, and leaves a debt.
        (1, 5, [0, 2, 7, 8, 13, 14], [7, 1, 1, 9, 9, 1], [True, False, True, True, False, True]),
        (1, 5, [0, 0], [5, 0], [True, True]),
    ],
)
def test_token_bucket(
    rate: float,
    capacity: float | None,
    times: Sequence[float],
    costs: Sequence[float],
    taken: Sequence[bool],
) -> None:
    bucket = TokenBucket(rate, now=times[0], capacity=capacity)
    assert [bucket.take(now, cost) for now, cost in zip(times, costs, strict=True)] == taken


@given(st.floats(0.1, 1000), st.lists(st.tuples(st.floats(0, 5), st.floats(0, 10)), min_size=1, max_size=200))
def test_token_bucket_never_exceeds_burst_plus_rate(rate: float, asked: list[tuple[float, float]]) -> None:
    bucket, now, taken = TokenBucket(rate, now=0), 0.0, 0.0
    for pause, cost in asked:
        now += pause
        limit = max(1.0, rate * BURST_SECONDS) + rate * now + 1e-6
        if bucket.take(now, cost):
            # A debt is only made by what costs more than a full bucket.
            assert taken + min(cost, max(1.0, rate * BURST_SECONDS)) <= limit
            taken += cost


@given(st.floats(0.01, 100), st.integers(1, 5), st.floats(1, 10))
def test_a_refusal_says_when_there_are_enough_tokens(rate: float, capacity: int, cost: float) -> None:
    now = 0.0
    limiter = RateLimiter(rate, lambda: now, what="requests", capacity=capacity)
    for _ in range(capacity):
        limiter.take("ada")
    with pytest.raises(RateLimited) as error:
        limiter.take("ada", cost)
    wait = error.value.retry_after
    assert wait == ceil(min(cost, capacity) / rate)
    now += wait + 1e-6
    limiter.take("ada", cost)


def test_rate_limiter_forgets_the_least_recent_client() -> None:
    limiter = RateLimiter(1, lambda: 0.0, what="requests", capacity=2, max_clients=2)
    for client in ("ada", "bob", "ada", "eve"):  # eve displaces bob
        limiter.take(client)
    with pytest.raises(RateLimited):
        limiter.take("ada")
    limiter.take("bob")
    limiter.take("bob")


def test_concurrency_limit_counts_each_client_and_frees_slots_after_an_error() -> None:
    limit = ConcurrencyLimit(1, what="sockets")
    for _ in range(2):
        with suppress(ZeroDivisionError), limit.slot("ada"), limit.slot("bob"):
            with pytest.raises(RateLimited) as refused, limit.slot("ada"):
                pass
            assert refused.value.of == "sockets"
            raise ZeroDivisionError
