"""Supervisor of several server processes that accept connections at one socket."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from logging import WARNING
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from threading import Event, Thread
from time import monotonic
from typing import Any

from codepegs.errors import CodepegsError
from codepegs.server.ops import log

STOP_TIMEOUT = 15.0
"""Seconds that workers have to finish. After that they are killed, which loses no acknowledged move."""
RESTART_SECONDS = 1.0
"""Shortest time between two starts of a worker, in case it dies at once."""
_SPAWN = get_context("spawn")


def run(serve: Callable[..., None], number: int, listener: socket.socket, *arguments: Any) -> None:
    """Call `serve(listener, *arguments, worker=i)` in `number` processes until a signal stops this one.

    A worker that dies is replaced. All of them share one socket, so a connection that waits there is
    not lost with a worker.
    """
    stopping = Event()
    before = {one: signal.signal(one, lambda *_: stopping.set()) for one in (signal.SIGINT, signal.SIGTERM)}

    def start(index: int) -> SpawnProcess:
        worker = _SPAWN.Process(
            target=_work, args=(serve, listener, arguments, index), name=f"worker {index}"
        )
        worker.start()
        return worker

    try:
        workers = [start(index) for index in range(number)]
        started = [monotonic()] * number
        while not stopping.is_set():
            connection.wait([worker.sentinel for worker in workers if worker.is_alive()], timeout=0.2)
            for index, worker in enumerate(workers):
                if not worker.is_alive() and monotonic() - started[index] >= RESTART_SECONDS:
                    log.event("worker died", level=WARNING, worker=index, status=worker.exitcode)
                    workers[index], started[index] = start(index), monotonic()
        _stop(workers)
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _stop(workers: list[SpawnProcess]) -> None:
    for worker in workers:
        worker.terminate()
    until = monotonic() + STOP_TIMEOUT
    for worker in workers:
        worker.join(max(0, until - monotonic()))
        if worker.is_alive():
            worker.kill()
            worker.join()


def _work(
    serve: Callable[..., None], listener: socket.socket, arguments: tuple[Any, ...], index: int
) -> None:
    Thread(target=_follow_parent, daemon=True).start()
    try:
        serve(listener, *arguments, worker=index)
    except CodepegsError as error:
        # Such as a database that is away. The supervisor tries again.
        log.event("worker cannot start", level=WARNING, worker=index, reason=str(error))
        sys.exit(1)


def _follow_parent() -> None:
    """Stop this process when its parent has died."""
    parent = parent_process()
    if parent is not None:
        with suppress(OSError):
            connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
