"""A process that has others think for it, says so, and goes on until it is stopped."""

from __future__ import annotations

import asyncio

from codepegs.compute.pool import ComputePool
from tests.support.pool_jobs import double, spin


async def think() -> None:
    async with ComputePool(processes=2, timeout=600) as thinker:
        await asyncio.gather(*(thinker.run(double, number) for number in range(10)))
        working = [asyncio.create_task(thinker.run(spin)) for _ in range(2)]
        print("thinking", flush=True)
        await asyncio.gather(*working)


if __name__ == "__main__":
    try:
        asyncio.run(think())
    except KeyboardInterrupt:
        print("stopped", flush=True)
