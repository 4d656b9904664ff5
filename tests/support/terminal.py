"""Process in a pseudo-terminal, for tests that need a real terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path
from typing import ClassVar

PATIENCE = 60.0
"""Timeout for an expected line, in seconds. Long, because the machine may be busy."""


class Terminal:
    """`codepegs` in a pseudo-terminal. `shown` is everything that was ever written to it."""

    ignored: ClassVar[tuple[signal.Signals, ...]] = ()
    """Signals that the process ignores from its start."""

    def __init__(self, *words: str, data: Path, term: str = "xterm-256color", **variables: str) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
            "XDG_DATA_HOME": str(data),
            "XDG_CONFIG_HOME": str(data / "config"),
            "TERM": term,
            "PYTHONUTF8": "1",
            **variables,
        }
        self.process, self._master = pty.fork()
        if not self.process:  # pragma: no cover (the child)
            for number in self.ignored:
                signal.signal(number, signal.SIG_IGN)
            os.execve(sys.executable, [sys.executable, "-m", "codepegs", *words], environment)
        self.shown = ""
        self._read = 0

    def wait_for(self, text: str) -> None:
        """Read until `text` appears after the previous match."""
        until = time.monotonic() + PATIENCE
        while text not in self.shown[self._read :]:
            ready, _, _ = select.select([self._master], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise AssertionError(f"{text!r} was not shown; the last was {self.shown[-500:]!r}")
            self.shown += self._chunk()
        self._read = self.shown.index(text, self._read) + len(text)

    def type(self, line: str) -> None:
        os.write(self._master, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        os.write(self._master, key)

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._master)

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)

    def end(self) -> None:
        """Send SIGTERM, as a system does on shutdown."""
        os.kill(self.process, signal.SIGTERM)

    def exit_code(self) -> int:
        """Wait for the process to end, and return its exit code (negative for a signal)."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            ended, status = os.waitpid(self.process, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        self.kill()
        os.waitpid(self.process, 0)
        raise AssertionError(f"The process did not end; the last was {self.shown[-500:]!r}")

    def rest(self) -> str:
        """Read the remaining output until the process ends."""
        while chunk := self._chunk():
            self.shown += chunk
        return self.shown[self._read :]

    @property
    def seen_by_both(self) -> str:
        """Output outside the codemaker's alternate screen."""
        return re.sub(r"\x1b\[\?1049h.*?(\x1b\[\?1049l|$)", "", self.shown, flags=re.DOTALL)

    def _chunk(self) -> str:
        try:
            return os.read(self._master, 65536).decode(errors="replace")
        except OSError:  # Linux says so when the other side has closed
            return ""
