"""What was worked out before, and what is being worked out: each question is asked once."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar, cast

from codepegs.errors import Busy, CodepegsError, ComputationError
from codepegs.server.ops.limits import WorkQueue

T = TypeVar("T")

REMEMBERED = 200
"""Answers that are kept, at most. The one asked for longest ago is forgotten."""


class JobCache:
    """Questions are worked out at a `desk`, so that those who learn leave room for those who play.

    A question is told from others by its key. Refusals are kept like answers, since asked
    again they would be the same; but for those of a server that was too busy, or failed to
    work them out.
    """

    def __init__(self, desk: WorkQueue, *, most: int = REMEMBERED) -> None:
        self._known: OrderedDict[Hashable, Task[Any]] = OrderedDict()
        self._desk, self._most = desk, most

    async def of(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `work` gives, or gave when it was last asked for under this key."""
        task = self._known.get(key)
        if task is None:
            self._desk.check()
            task = self._known[key] = asyncio.create_task(self._worked_out(key, work))
            # Asked for here, because whoever wanted to hear of it may have gone away.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        # Whoever goes away leaves the answer to the others.
        return cast(T, await asyncio.shield(task))

    async def _worked_out(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            async with self._desk.turn():
                return await work()
        except BaseException as error:
            if not _lasting(error):
                self._known.pop(key, None)
            raise


def _lasting(error: BaseException) -> bool:
    """Whether the same question would be refused like this again."""
    # How long something takes, and how much memory is left, depends on what else is going on.
    return isinstance(error, CodepegsError) and not isinstance(error, Busy | ComputationError)
