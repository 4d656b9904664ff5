"""Measure how long the application takes to open and to react to a key, in a real terminal, in wall time.

uv run --dev python bench/terminal.py [RUNS [PYTHON]]

PYTHON is the interpreter of another environment, with another version installed. Then both are
measured in turn, and the last column is the ratio of the medians, this version to the other.

Modules are compiled before the first run that counts, as they are after an installation.
"""

from __future__ import annotations

import os
import pty
import select
import statistics
import sys
import tempfile
import time

TERMINAL = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONUTF8": "1"}
QUIET = 0.6
"""Seconds without a byte after which nothing more is on its way."""


MENU = b"Quit"
"""Word in the menu of every version."""
PLAY = b"Play"
"""Word in the menu of versions in which Enter starts a game at once."""


class Application:
    """`codepegs` in a terminal of its own, with folders of its own."""

    def __init__(self, folder: str, python: str = sys.executable, bytecode: str | None = None) -> None:
        environment = {**os.environ, **TERMINAL, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        if bytecode is not None:
            environment |= {"PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
        self.began = time.perf_counter()
        self._process, self._terminal = pty.fork()
        if not self._process:
            os.execve(python, [python, "-m", "codepegs"], environment)

    def until(self, words: bytes) -> tuple[float, bytes]:
        """Return the seconds from the start until some words are shown, and all that was shown."""
        shown = b""
        while words not in shown:
            shown += os.read(self._terminal, 65536)
        return time.perf_counter() - self.began, shown

    def write(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def answers(self, seconds: float) -> bool:
        """Read what comes first, or return False if nothing comes within some seconds."""
        return bool(select.select([self._terminal], [], [], seconds)[0]) and bool(
            os.read(self._terminal, 65536)
        )

    def quiet(self, seconds: float = QUIET) -> None:
        """Read on until nothing more comes for some seconds."""
        while self.answers(seconds):
            pass

    def pressed(self, key: bytes) -> float:
        """Return the seconds from a key to the first thing it changes on the screen."""
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


def measure(python: str, bytecode: str) -> dict[str, list[float]]:
    """Open the application once, and press a key several times in the menu and at the table."""
    with tempfile.TemporaryDirectory() as folder:
        application = Application(folder, python, bytecode)
        seconds, shown = application.until(MENU)
        taken = {"start to first screen": [seconds]}
        application.quiet()
        taken["a key in the menu"] = [application.pressed(key) for key in (b"\x1b[B", b"\x1b[A") * 3]
        for key in (b"\r",) if PLAY in shown else (b"n", b"\r", b"\x1bOQ"):
            application.pressed(key)
        taken["a peg at the table"] = [application.pressed(b"r") for _ in range(4)]
        taken["a row at the table"] = [application.pressed(b"\r")]
        application.leave()
        return taken


def main(runs: int, pythons: list[str]) -> None:
    found: list[dict[str, list[float]]] = [{} for _ in pythons]
    with tempfile.TemporaryDirectory() as bytecode:
        for python in pythons:
            measure(python, bytecode)
        for _ in range(runs):
            for python, into in zip(pythons, found, strict=True):
                for name, taken in measure(python, bytecode).items():
                    into.setdefault(name, []).extend(taken)
    print(f"{'median, in ms':<22} {'least':>9} {'median':>9} {'most':>9} {'ratio':>7}")
    for name, taken in found[0].items():
        figures = (min(taken), statistics.median(taken), max(taken))
        ratio = statistics.median(taken) / statistics.median(found[-1][name])
        numbers = " ".join(f"{1000 * figure:9.1f}" for figure in figures)
        print(f"{name:<22} {numbers} {ratio:7.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9, [sys.executable, *sys.argv[2:3]])
