"""Cache of finished and running jobs. Identical requests share one computation."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar, cast

from codepegs.errors import Busy, CodepegsError, ComputationError

T = TypeVar("T")

MAX_ENTRIES = 200
"""Results in the cache. The least recently used one is evicted."""


class JobCache:
    """LRU cache of jobs.

    Jobs with equal keys are the same job. Errors are cached like results, except those
    that a retry may avoid: a busy server, a time or memory limit, a crashed worker.
    """

    def __init__(self, *, max_entries: int = MAX_ENTRIES) -> None:
        self._max_entries = max_entries
        self._tasks: OrderedDict[Hashable, Task[Any]] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._tasks

    async def run(self, key: Hashable, job: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the cached result for `key`, or run `job` and cache its result."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(self._run(key, job))
            # Retrieved here, because asyncio logs an exception that no caller was left to receive.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            while len(self._tasks) > self._max_entries:
                self._tasks.popitem(last=False)
        self._tasks.move_to_end(key)
        # Shielded, so that a caller that disconnects does not cancel the job for the others.
        return cast(T, await asyncio.shield(task))

    async def _run(self, key: Hashable, job: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            return await job()
        except BaseException as error:
            if not _is_permanent(error):
                self._tasks.pop(key, None)
            raise


def _is_permanent(error: BaseException) -> bool:
    """Return whether the same job would fail with the same error again."""
    # How long a job takes, and how much memory is left, depends on the load of the machine.
    return isinstance(error, CodepegsError) and not isinstance(error, Busy | ComputationError)
