"""Buckets and rooms: so much and no more, and after a while again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.server.ops import limits as limit
from codepegs.server.ops.limits import BURST, ConcurrencyLimit, RateLimiter, TokenBucket
from codepegs.table.errors import RateLimited


@given(
    st.floats(0.1, 1000),
    st.lists(st.floats(0, 5), min_size=1, max_size=200),
)
def test_a_bucket_gives_no_more_than_its_size_and_what_trickled_in(rate: float, pauses: list[float]) -> None:
    bucket, now, taken = TokenBucket(rate, at=0), 0.0, 0
    for pause in pauses:
        now += pause
        taken += bucket.take(now)
        assert taken <= max(1.0, rate * BURST) + now * rate + 1e-6


def test_a_bucket_is_full_again_after_a_while_and_not_fuller() -> None:
    bucket = TokenBucket(1, at=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1000) for _ in range(4)] == [True, True, True, False]
    # A clock that goes back gives nothing.
    assert not bucket.take(500)


def test_each_side_has_a_bucket_of_its_own() -> None:
    buckets = RateLimiter(1, lambda: 0.0, of="requests", size=1)
    buckets.take("one")
    buckets.take("two")
    with pytest.raises(RateLimited, match="Too many requests"):
        buckets.take("one")


def test_of_the_sides_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "REMEMBERED", 10)
    buckets = RateLimiter(1, lambda: 0.0, of="requests", size=1)
    for side in range(1000):
        buckets.take(side)
    assert len(buckets._buckets) == 10


def test_a_room_has_so_many_places_for_each_and_they_are_given_back() -> None:
    room = ConcurrencyLimit(1, of="sockets")
    with room.place("one"), room.place("two"), pytest.raises(RateLimited), room.place("one"):
        pass
    with room.place("one"):
        pass
    assert not room._taken
