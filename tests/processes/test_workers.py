"""Worker processes of a command: they share its work, and none outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("listing processes needs /proc", allow_module_level=True)

from codepegs.cli.process_pool import worker_pool
from codepegs.compute.worker import defer_interrupts
from tests.support.terminal import PATIENCE, Terminal

LONG = ("strategy", "census", "entropy", "-e", "classic-1 pegs=5 colours=7", "--workers", "2")
"""Takes half a minute, and no test waits for it."""


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


def start_census(data: Path) -> Terminal:
    """Start a long census, and wait until its workers are busy."""
    terminal = Terminal(*LONG, data=data)
    terminal.wait_for("1%")
    assert len([*running(terminal.process)]) >= 3
    return terminal


def test_ctrl_c_stops_a_census_with_a_sentence(tmp_path: Path) -> None:
    terminal = start_census(tmp_path)
    terminal.press(b"\x03")
    shown = terminal.rest()
    assert terminal.exit_code() == 130
    assert "Stopped. There is no result" in shown
    assert "Traceback" not in shown
    assert_no_process_is_left(terminal.process)


def test_ctrl_c_while_workers_start_prints_no_traceback(tmp_path: Path) -> None:
    terminal = Terminal(*LONG, data=tmp_path)
    terminal.wait_for("entropy")
    terminal.press(b"\x03")
    shown = terminal.rest()
    assert terminal.exit_code() == 130
    assert "Stopped." in shown
    assert "Traceback" not in shown
    assert_no_process_is_left(terminal.process)


IDLE = """
import time
from codepegs.cli.process_pool import worker_pool
if __name__ == "__main__":
    with worker_pool(2) as pool:
        pool.submit(int).result()
        pool.submit(time.sleep, 600)
        print("begun", flush=True)
        time.sleep(600)
"""


def test_idle_workers_exit_with_a_killed_parent(tmp_path: Path) -> None:
    (tmp_path / "idle.py").write_text(IDLE)
    parent = subprocess.Popen(
        [sys.executable, tmp_path / "idle.py"], stdout=subprocess.PIPE, start_new_session=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"begun\n"
    assert len([*running(parent.pid)]) >= 3
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert_no_process_is_left(parent.pid)


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


def test_workers_block_ctrl_c() -> None:
    with worker_pool(1) as pool:
        blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT in blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_ctrl_c_does_not_raise_while_a_future_is_locked() -> None:
    released = []

    def interrupt() -> None:
        with worker_pool(1) as pool:
            job = pool.submit(time.sleep, 600)
            with job._condition:  # as concurrent.futures.wait does
                signal.raise_signal(signal.SIGINT)
                released.append(job)
            job.result()

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert released, "an exception here could leave the future locked, and the pool would hang"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_all_workers_start_before_one_of_them_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    submit = ProcessPoolExecutor.submit

    def slowly(pool: ProcessPoolExecutor, *job: Any) -> Future[Any]:
        # As if the parent were slow, so that a worker finishes its first job before the next one starts.
        future = submit(pool, *job)
        wait([future], timeout=3)
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", slowly)
    before = len(active_children())
    with worker_pool(2):
        assert len(active_children()) == before + 2


@pytest.mark.parametrize(
    "way", ["kill", *(pytest.param(way, marks=pytest.mark.night) for way in ("end", "hang_up"))]
)
def test_workers_exit_with_a_killed_census(tmp_path: Path, way: str) -> None:
    terminal = start_census(tmp_path)
    getattr(terminal, way)()
    shown, code = terminal.rest(), terminal.exit_code()
    assert code == 143 if way == "end" else code != 0
    assert "Traceback" not in shown
    assert "leaked" not in shown
    assert_no_process_is_left(terminal.process)


def test_a_killed_worker_ends_the_census_with_a_sentence(tmp_path: Path) -> None:
    terminal = start_census(tmp_path)
    for process in sorted(running(terminal.process)):
        if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
            break
    subprocess.run(["kill", "-KILL", str(process)], check=True)
    shown = terminal.rest()
    assert terminal.exit_code() == 1
    assert "A worker process stopped unexpectedly." in shown
    assert "Traceback" not in shown
    assert_no_process_is_left(terminal.process)
