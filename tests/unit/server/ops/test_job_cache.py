"""The job cache: identical jobs run once, and only lasting errors are cached."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import Busy, TooLarge
from codepegs.server.ops.job_cache import JobCache


async def test_identical_requests_share_one_job() -> None:
    cache, runs, finish = JobCache(), 0, asyncio.Event()

    async def job() -> str:
        nonlocal runs
        runs += 1
        await finish.wait()
        return "result"

    gone, left = (asyncio.create_task(cache.run("key", job)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()  # a client that disconnects leaves the job to the others
    finish.set()
    assert await left == "result"
    assert await cache.run("key", job) == "result"
    assert runs == 1


async def test_the_least_recently_used_result_is_evicted() -> None:
    cache, runs = JobCache(max_entries=2), list[str]()

    def job(key: str) -> Callable[[], Coroutine[Any, Any, str]]:
        async def run() -> str:
            runs.append(key)
            return key.upper()

        return run

    for key in ("a", "b", "a", "c", "a", "b"):
        assert await cache.run(key, job(key)) == key.upper()
    assert runs == ["a", "b", "c", "b"]


@pytest.mark.parametrize(
    ("error", "runs"),
    [
        (TooLarge(2, 1), 1),
        (BudgetExceeded.memory(1), 2),
        (BudgetExceeded.time(1), 2),
        (Busy(), 2),
        (WorkerCrashed(), 2),
        (ZeroDivisionError(), 2),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_errors_are_cached_unless_a_retry_may_avoid_them(error: Exception, runs: int) -> None:
    cache, count = JobCache(), 0

    async def job() -> None:
        nonlocal count
        count += 1
        raise error

    for _ in range(2):
        with pytest.raises(type(error)):
            await cache.run("key", job)
    assert count == runs
