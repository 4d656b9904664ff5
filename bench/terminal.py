"""Measure how long the application takes to open and to react to a key, in a real terminal, in wall time.

uv run python bench/terminal.py [RUNS]
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

TERMINAL = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONUTF8": "1"}
QUIET = 0.6
"""Seconds without a byte after which nothing more is on its way."""


class Application:
    """`codepegs` in a terminal of its own, with folders of its own."""

    def __init__(self, folder: str) -> None:
        environment = {**os.environ, **TERMINAL, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        self.began = time.perf_counter()
        self._process, self._terminal = pty.fork()
        if not self._process:
            os.execve(sys.executable, [sys.executable, "-m", "codepegs"], environment)

    def until(self, words: bytes) -> float:
        """Seconds since it was begun until some words are shown."""
        shown = b""
        while words not in shown:
            shown += os.read(self._terminal, 65536)
        return time.perf_counter() - self.began

    def write(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def answers(self, seconds: float) -> bool:
        """Read what comes first, or return False if nothing comes within some seconds."""
        return bool(select.select([self._terminal], [], [], max(0.0, seconds))[0]) and bool(
            os.read(self._terminal, 65536)
        )

    def quiet(self, seconds: float = QUIET) -> None:
        """Read on until nothing more comes for some seconds."""
        while self.answers(seconds):
            pass

    def pressed(self, key: bytes) -> float:
        """Seconds from a key to the first thing it changes on the screen."""
        began = time.perf_counter()
        self.write(key)
        os.read(self._terminal, 65536)
        taken = time.perf_counter() - began
        self.quiet()
        return taken

    def leave(self) -> None:
        os.write(self._terminal, b"\x03")
        try:
            while os.read(self._terminal, 65536):
                pass
        except OSError:  # Linux says so when the other side has closed
            pass
        os.waitpid(self._process, 0)
        os.close(self._terminal)


def started() -> float:
    with tempfile.TemporaryDirectory() as folder:
        application = Application(folder)
        taken = application.until(b"Statistics")
        application.leave()
        return taken


def keys() -> dict[str, list[float]]:
    """A key in the menu, in the form, and at the table, several times each."""
    with tempfile.TemporaryDirectory() as folder:
        application = Application(folder)
        application.until(b"Statistics")
        application.quiet()
        down, right = b"\x1b[B", b"\x1b[C"
        taken = {"a key in the menu": [application.pressed(down) for _ in range(8)]}
        application.pressed(b"a")
        taken["a key in the form"] = [application.pressed(right) for _ in range(9)]
        application.pressed(b"\r")  # begin
        taken["a peg at the table"] = [application.pressed(b"r") for _ in range(4)]
        taken["a row at the table"] = [application.pressed(b"\r")]
        application.leave()
        return taken


def main(runs: int) -> None:
    def line(name: str, taken: list[float], show: Callable[[float], str]) -> None:
        print(f"{name:<22} {show(min(taken)):>9} {show(statistics.median(taken)):>9} {show(max(taken)):>9}")

    print(f"{'':<22} {'least':>9} {'median':>9} {'most':>9}")
    line("start to first screen", [started() for _ in range(runs)], lambda s: f"{s:.2f} s")
    for name, taken in keys().items():
        line(name, taken, lambda s: f"{1000 * s:.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
