"""An event loop in a thread, so that the main thread keeps the terminal and the signals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, ParamSpec, Self, TypeVar

from codepegs.table.threads import start_thread

CLOSE_TIMEOUT = 1.0
"""Seconds that the loop has to end."""

T = TypeVar("T")
P = ParamSpec("P")


class DaemonThreads(ThreadPoolExecutor):
    """Runs each job in a thread of its own, which does not keep the process alive.

    So Ctrl-C ends the process while a computer is thinking.
    """

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        return start_thread(partial(function, *args, **kwargs))


class Waker:
    """Stands in a stream where something else has happened. See :meth:`Stream.wake`."""


class LoopThread:
    """Context manager with an event loop that runs in a thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_default_executor(DaemonThreads())
        self._thread = Thread(target=self._loop.run_forever, name="tables", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.run(_cancel_tasks())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLOSE_TIMEOUT)
        if not self._thread.is_alive():
            self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` in the loop and return its result. A signal such as Ctrl-C cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        finally:
            future.cancel()

    def call(self, function: Callable[[], T]) -> T:
        """Call a function in the loop and return its result."""

        async def work() -> T:
            return function()

        return self.run(work())

    @contextmanager
    def watching(self, descriptor: int, notify: Callable[[], None]) -> Iterator[None]:
        """Call `notify` in the loop when there is something to read, once in this block."""

        def notice() -> None:
            self._loop.remove_reader(descriptor)
            notify()

        self.call(lambda: self._loop.add_reader(descriptor, notice))
        try:
            yield
        finally:
            self.call(lambda: self._loop.remove_reader(descriptor))


class Stream(Generic[T]):
    """The items of an asynchronous iterator, read from now on, for a thread without an event loop."""

    def __init__(self, loop: LoopThread, items: AsyncIterator[T]) -> None:
        self._loop = loop
        self._queue: SimpleQueue[T | asyncio.Task[None] | Waker] = SimpleQueue()
        self._task = loop.call(lambda: self._start(items))

    @property
    def pending(self) -> bool:
        """Whether `next` returns at once."""
        return not self._queue.empty()

    def wake(self) -> None:
        """Let `next` return a Waker, after the items that are there."""
        self._queue.put(Waker())

    def next(self) -> T | Waker | None:
        """Wait for the next item. Return None after the last one, or raise the iterator's error."""
        item = self._queue.get()
        if isinstance(item, asyncio.Task):
            self._queue.put(item)
            item.result()
            return None
        return item

    def close(self) -> None:
        """Stop reading, and close the iterator."""
        self._loop.run(_cancel(self._task))

    def _start(self, items: AsyncIterator[T]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._read(items))
        task.add_done_callback(self._queue.put)
        return task

    async def _read(self, items: AsyncIterator[T]) -> None:
        async for item in items:
            self._queue.put(item)


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _cancel_tasks() -> None:
    await _cancel(*(asyncio.all_tasks() - {asyncio.current_task()}))
    await asyncio.get_running_loop().shutdown_asyncgens()
