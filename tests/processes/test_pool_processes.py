"""Worker processes of a server exit with it, without output, and are replaced when they die."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("listing processes needs /proc", allow_module_level=True)

from codepegs.client import Client
from codepegs.compute.worker import defer_interrupts
from tests.support.serving import Server
from tests.support.terminal import PATIENCE

BUSY = """
import asyncio
from codepegs.compute.pool import ComputePool
from tests.support.pool_jobs import double, spin

async def main():
    async with ComputePool(processes=2, timeout=600) as pool:
        await asyncio.gather(*(pool.run(double, number) for number in range(10)))
        working = [asyncio.create_task(pool.run(spin)) for _ in range(2)]
        print("running", flush=True)
        await asyncio.gather(*working)

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
LONG_PUZZLE = "/api/puzzles/new?edition=super&difficulty=hard&theme=best-guess"


def running(group: int) -> Iterator[int]:
    """Yield the processes of a group that are running."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, process_group = file.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):  # It has just exited.
            continue
        if int(process_group) == group and state != "Z":
            yield int(file.parent.name)


def assert_no_process_is_left(group: int) -> None:
    until = monotonic() + PATIENCE
    while left := [*running(group)]:
        if monotonic() > until:
            for process in left:
                os.kill(process, signal.SIGKILL)
            raise AssertionError(f"still running: {left}")
        sleep(0.05)


@contextmanager
def start_pool() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", BUSY],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "running\n"
        assert len([*running(process.pid)]) >= 3
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_ctrl_c_stops_all_workers_silently() -> None:
    with start_pool() as process:
        os.killpg(process.pid, signal.SIGINT)
        shown, complaints = process.communicate(timeout=PATIENCE)
        assert (shown, complaints, process.returncode) == ("stopped\n", "", 0)
        assert_no_process_is_left(process.pid)


def test_workers_do_not_outlive_a_killed_server() -> None:
    with start_pool() as process:
        process.kill()
        process.communicate(timeout=PATIENCE)
        assert_no_process_is_left(process.pid)


def test_ctrl_c_is_deferred_even_if_another_thread_takes_it() -> None:
    """numpy has threads of its own, without the signal mask."""
    end = threading.Event()
    other = threading.Thread(target=end.wait)
    other.start()
    done: list[str] = []

    def start() -> None:
        with defer_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            sleep(0.05)
            done.append("started")
        done.append("not interrupted")

    try:
        with pytest.raises(KeyboardInterrupt):
            start()
    finally:
        end.set()
        other.join()
    assert done == ["started"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_worker_that_dies_is_logged_and_replaced(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Client(server.address) as ada, ThreadPoolExecutor(1) as thread:
        asked = thread.submit(httpx.get, server.address + LONG_PUZZLE, timeout=PATIENCE)
        while not asked.done():
            for process in running(server.process.pid):
                if process != server.process.pid:
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
            sleep(0.05)
        assert asked.result().status_code == 503
        table = ada.open("classic-1", games=1, players=("Ada", "computer expert")).id
        ada.move(table, "code RRRR", moves=0)
        assert any(view.moves > 1 for view in ada.stream(table))
        told = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert [line for line in told if line["level"] == "error" and "-9" in str(line)]
