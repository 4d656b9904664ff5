"""Process with a busy compute pool, which runs until it is stopped."""

from __future__ import annotations

import asyncio

from codepegs.compute.pool import ComputePool
from tests.support.pool_jobs import double, spin


async def main() -> None:
    async with ComputePool(processes=2, timeout=600) as pool:
        await asyncio.gather(*(pool.run(double, number) for number in range(10)))
        working = [asyncio.create_task(pool.run(spin)) for _ in range(2)]
        print("running", flush=True)
        await asyncio.gather(*working)


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        print("stopped", flush=True)
