"""Threads that do not keep the process alive."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

JOB = "job"
"""Name of each thread."""

T = TypeVar("T")


def start_thread(function: Callable[[], T]) -> Future[T]:
    """Call `function` in a daemon thread, so that a program can end before it returns."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(function())
        except BaseException as error:  # like every executor, it passes on any error
            future.set_exception(error)

    if future.set_running_or_notify_cancel():
        Thread(target=run, name=JOB, daemon=True).start()
    return future
