"""Worker processes of a server exit with it, without output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("listing processes needs /proc", allow_module_level=True)

from codepegs.compute.worker import defer_interrupts
from tests.support.terminal import PATIENCE


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
    until = time.monotonic() + PATIENCE
    while left := [*running(group)]:
        if time.monotonic() > until:
            for process in left:
                os.kill(process, signal.SIGKILL)
            raise AssertionError(f"still running: {left}")
        time.sleep(0.05)


@contextmanager
def start_pool() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.pool_process"],
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
            time.sleep(0.05)
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
