"""What was worked out before is not worked out again, and not too much is at once."""

from __future__ import annotations

import asyncio

import pytest

from codepegs.compute.errors import BudgetExceeded, WorkerCrashed
from codepegs.errors import Busy, TooLarge
from codepegs.server.ops.job_cache import JobCache
from codepegs.server.ops.limits import WorkQueue


def test_a_question_is_asked_once_also_by_two_at_a_time() -> None:
    async def asked() -> None:
        recall, times, go = JobCache(WorkQueue(of="questions"), most=2), list[str](), asyncio.Event()

        async def work(key: str) -> str:
            times.append(key)
            await go.wait()
            return key.upper()

        both = [asyncio.create_task(recall.of("a", lambda: work("a"))) for _ in range(2)]
        await asyncio.sleep(0)
        both[0].cancel()
        go.set()
        assert await both[1] == "A"
        assert times == ["a"]
        for key in ("b", "c", "a"):
            assert await recall.of(key, lambda key=key: work(key)) == key.upper()  # type: ignore[misc]
        assert times == ["a", "b", "c", "a"]  # only two are remembered

    asyncio.run(asked())


def test_refusals_are_remembered_unless_they_may_be_other_ones_the_next_time() -> None:
    async def asked() -> None:
        recall, times = JobCache(WorkQueue(of="questions")), list[object]()

        async def work(error: Exception) -> None:
            times.append(error)
            raise error

        for error, tries in (
            (TooLarge(2, 1), 1),
            (BudgetExceeded.memory(1), 2),
            (BudgetExceeded.time(1), 2),
            (Busy(), 2),
            (WorkerCrashed(), 2),
        ):
            times.clear()
            for _ in range(2):
                with pytest.raises(type(error)):
                    await recall.of(str(error), lambda error=error: work(error))  # type: ignore[misc]
            assert len(times) == tries

    asyncio.run(asked())


def test_too_many_questions_are_refused_and_those_asked_come_one_after_the_other() -> None:
    async def asked() -> None:
        recall, running, most = JobCache(WorkQueue(of="questions", waiting=3)), 0, 0

        async def work() -> None:
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1

        waiting = [asyncio.create_task(recall.of(key, work)) for key in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await recall.of("one more", work)
        await asyncio.gather(*waiting)
        await recall.of("one more", work)
        assert most == 1

    asyncio.run(asked())
