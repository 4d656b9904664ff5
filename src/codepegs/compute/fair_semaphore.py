"""Semaphore whose slots go to different addresses in turn."""

from __future__ import annotations

import asyncio
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from codepegs.errors import Busy


class FairSemaphore:
    """Semaphore of `slots` slots with one queue per address.

    A free slot goes to the next address in turn. So an address with many jobs delays its own jobs,
    and those of others by one job each.
    """

    def __init__(self, slots: int, *, max_waiting: int, max_waiting_each: int) -> None:
        """At most `max_waiting` jobs wait, and of one address at most `max_waiting_each`."""
        self._free = slots
        self._max_waiting, self._max_waiting_each = max_waiting, max_waiting_each
        self._queues: OrderedDict[str, deque[Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Number of jobs that wait for a slot."""
        return sum(len(queue) for queue in self._queues.values())

    @asynccontextmanager
    async def slot(self, address: str, *, timeout: float | None = None) -> AsyncIterator[None]:
        """Hold a slot during the block. Raises Busy if the queue is full, or after `timeout` seconds."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(address, timeout)
        try:
            yield
        finally:
            self._release()

    async def _wait(self, address: str, timeout: float | None) -> None:
        queue = self._queues.get(address, deque())
        if self.waiting >= self._max_waiting or len(queue) >= self._max_waiting_each:
            raise Busy("too many jobs are waiting")
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._queues[address] = queue
        try:
            async with asyncio.timeout(timeout):
                await turn
        except BaseException as error:
            # The slot may have come at the same moment.
            if turn.done() and not turn.cancelled():
                self._release()
            else:
                self._remove(address, turn)
            if isinstance(error, TimeoutError):
                raise Busy("other jobs take too long") from None
            raise

    def _remove(self, address: str, turn: Future[None]) -> None:
        queue = self._queues.get(address, deque())
        if turn in queue:
            queue.remove(turn)
        if not queue:
            self._queues.pop(address, None)

    def _release(self) -> None:
        """Pass a slot to the next address in turn, or keep it free."""
        while self._queues:
            address, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[address] = queue
            # A job that was cancelled just now is still in the queue.
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
