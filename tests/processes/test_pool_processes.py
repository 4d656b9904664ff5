"""Worker processes of a server exit with it, without output."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("listing processes needs /proc", allow_module_level=True)

from tests.processes.test_workers import assert_no_process_is_left, running
from tests.support.terminal import PATIENCE


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
