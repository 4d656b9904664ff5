"""The fair semaphore: addresses take turns, and nobody waits without bounds."""

from __future__ import annotations

import asyncio
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.compute.fair_semaphore import FairSemaphore
from codepegs.errors import Busy

PLENTY = 1000


def semaphore(slots: int = 1, *, waiting: int = PLENTY, each: int = PLENTY) -> FairSemaphore:
    return FairSemaphore(slots, max_waiting=waiting, max_waiting_each=each)


async def settle() -> None:
    """Let every task go as far as it can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def served(turns: FairSemaphore, addresses: list[str]) -> list[str]:
    """Return the addresses in the order in which they get a slot, if all jobs come at once."""
    order = []

    async def job(address: str) -> None:
        async with turns.slot(address):
            order.append(address)
            await asyncio.sleep(0)

    await asyncio.gather(*(job(address) for address in addresses))
    return order


def in_turn(addresses: list[str]) -> list[str]:
    """Return what fair service of one slot means: the first comer, then one job of each address in turn."""
    first, *others = addresses
    queues = {address: deque[str]() for address in others}
    for address in others:
        queues[address].append(address)
    order = [first]
    while queues:
        address = next(iter(queues))
        queue = queues.pop(address)
        order.append(queue.popleft())
        if queue:
            queues[address] = queue
    return order


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=30))
def test_addresses_take_turns(addresses: list[str]) -> None:
    assert asyncio.run(served(semaphore(), addresses)) == in_turn(addresses)


async def test_as_many_jobs_run_as_there_are_slots() -> None:
    turns, running, peak = semaphore(3), 0, 0

    async def job(address: str) -> None:
        nonlocal running, peak
        async with turns.slot(address):
            running += 1
            peak = max(peak, running)
            await asyncio.sleep(0)
            running -= 1

    await asyncio.gather(*map(job, "aabbabab"))
    assert peak == 3


@pytest.mark.parametrize(
    ("waiting", "each", "crowd", "newcomer"),
    [
        (4, PLENTY, 5, False),
        (PLENTY, 4, 5, True),
        (5, 4, 5, True),
    ],
)
async def test_a_full_queue_refuses_jobs(waiting: int, each: int, crowd: int, newcomer: bool) -> None:
    turns, finish = semaphore(waiting=waiting, each=each), asyncio.Event()

    async def job(address: str) -> None:
        async with turns.slot(address):
            await finish.wait()

    jobs = [asyncio.create_task(job("crowd")) for _ in range(crowd)]
    await settle()
    assert turns.waiting == crowd - 1
    with pytest.raises(Busy):
        await job("crowd")
    jobs.append(asyncio.create_task(job("newcomer")))
    await settle()
    assert jobs[-1].done() is not newcomer
    finish.set()
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(error) for error in done if error] == ([] if newcomer else [Busy])
    await job("crowd")


async def test_a_job_that_waits_too_long_leaves_the_queue() -> None:
    turns = semaphore(each=1)
    async with turns.slot("a"):
        for _ in range(2):
            with pytest.raises(Busy):
                async with turns.slot("a", timeout=0.001):
                    raise AssertionError("there was no free slot")
        assert turns.waiting == 0
    async with turns.slot("a", timeout=0.001):
        pass


async def test_a_cancelled_job_gives_up_its_place() -> None:
    turns, order = semaphore(), list[str]()

    async def job(name: str) -> None:
        async with turns.slot(name):
            order.append(name)

    async with turns.slot("first"):
        gone, left = asyncio.create_task(job("gone")), asyncio.create_task(job("left"))
        await settle()
        gone.cancel()
    # The slot is passed on before the cancelled job has noticed.
    await asyncio.gather(gone, left, return_exceptions=True)
    assert gone.cancelled()
    assert order == ["left"]
    async with asyncio.timeout(5), turns.slot("again"):
        pass


async def test_a_slot_that_comes_with_the_cancellation_is_passed_on() -> None:
    turns = semaphore()

    async def job() -> None:
        async with turns.slot("a"):
            raise AssertionError("it was cancelled")

    async with turns.slot("b"):
        waiting = asyncio.create_task(job())
        await settle()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with asyncio.timeout(5), turns.slot("again"):
        pass
