"""Rate limits and concurrency limits."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.server.ops.limits import BURST_SECONDS, ConcurrencyLimit, RateLimiter, TokenBucket
from codepegs.table.errors import RateLimited


@pytest.mark.parametrize(
    ("rate", "capacity", "times", "taken"),
    [
        # The default capacity is three seconds' worth.
        (1, None, [0, 0, 0, 0], [True, True, True, False]),
        (1, 1, [0, 0.5, 1], [True, False, True]),
        (0.1, None, [0, 9, 10], [True, False, True]),
        # A long pause fills the bucket and no more.
        (1, 2, [0, 0, 1000, 1000, 1000], [True, True, True, True, False]),
        # A clock that jumps back adds no tokens.
        (1, 1, [10, 5, 5.5], [True, False, False]),
    ],
)
def test_token_bucket(
    rate: float, capacity: float | None, times: Sequence[float], taken: Sequence[bool]
) -> None:
    bucket = TokenBucket(rate, now=times[0], capacity=capacity)
    assert [bucket.take(now) for now in times] == taken


@pytest.mark.parametrize(
    ("times", "costs", "taken"),
    [
        ([0, 0, 0, 3], [4, 1, 1, 3], [True, True, False, True]),
        # What costs more than the bucket holds needs a full one, and leaves a debt.
        ([0, 2, 7, 8, 13, 14], [7, 1, 1, 9, 9, 1], [True, False, True, True, False, True]),
        ([0, 0, 1], [1, 20, 20], [True, False, True]),
        ([0, 0], [5, 0], [True, True]),
    ],
)
def test_token_bucket_takes_costs(
    times: Sequence[float], costs: Sequence[float], taken: Sequence[bool]
) -> None:
    bucket = TokenBucket(1, now=0, capacity=5)
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


def test_rate_limiter_counts_each_client_separately() -> None:
    limiter = RateLimiter(1, lambda: 0.0, what="requests", capacity=1)
    limiter.take("ada")
    limiter.take("bob")
    with pytest.raises(RateLimited) as error:
        limiter.take("ada")
    assert error.value.of == "requests"


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


def test_concurrency_limit_counts_each_client_separately() -> None:
    limit = ConcurrencyLimit(1, what="sockets")
    with limit.slot("ada"), limit.slot("bob"), pytest.raises(RateLimited), limit.slot("ada"):
        pass


def test_concurrency_limit_frees_slots_after_an_error() -> None:
    limit = ConcurrencyLimit(1, what="sockets")
    with pytest.raises(ZeroDivisionError), limit.slot("ada"):
        raise ZeroDivisionError
    with limit.slot("ada"):
        pass
    assert not limit._in_use, "an entry for every past client would be a memory leak"
