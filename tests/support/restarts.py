"""Servers that start quickly and can be killed, one after another at the same address and archive."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType

from tests.support.terminal import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


class ServerLauncher:
    """Starts servers at one address, one after another."""

    def __init__(self, folder: Path, mode: str, *, archive: str | None = None) -> None:
        """The archive is a new SQLite file by default."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url, self.archive = (
            f"http://127.0.0.1:{self.port}",
            archive or f"sqlite:///{folder}/matches.db",
        )
        self._alive = False
        self._mode, self._log = mode, (folder / "log").open("a")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )

    def start(self) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{self._mode} {self.port} {self.archive}\n")
        self._process.stdin.flush()
        self.server = int(self._process.stdout.readline())
        self._alive = True
        return self.server

    def wait_until_reachable(self) -> None:
        """Wait until the server accepts connections."""
        until = monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert monotonic() < until
                sleep(0.01)

    def dump_stacks(self) -> str:
        """Return the end of the log, with what each thread of the server is doing."""
        os.kill(self.server, signal.SIGUSR1)
        sleep(0.5)
        return Path(self._log.name).read_text()[-5000:]

    def kill(self) -> None:
        """Kill the server and wait until it is gone."""
        assert self._process.stdout is not None
        with suppress(ProcessLookupError):
            os.kill(self.server, signal.SIGKILL)
        assert self._process.stdout.readline() == "ended\n"
        self._alive = False

    def __enter__(self) -> ServerLauncher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._alive:
            self.kill()
        self._process.kill()
        self._process.communicate()
        self._log.close()
