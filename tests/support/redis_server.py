"""A Redis server of its own for tests, on a free port and without files."""

from __future__ import annotations

import shutil
import socket
import subprocess
from time import monotonic, sleep
from typing import Self

MISSING = "Redis is not installed: there is no redis-server on the PATH"


def installed() -> bool:
    return shutil.which("redis-server") is not None


class RedisServer:
    """Running Redis server. A context manager that stops it."""

    def __init__(self, *options: str) -> None:
        """`options` are more options of redis-server."""
        self._options = options
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        bound = ["setpriv", "--pdeathsig", "KILL", "--"] if shutil.which("setpriv") else []
        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            [*bound, "redis-server", *options, *self._options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if monotonic() > until or self._process.poll() is not None:
                    raise
                sleep(0.01)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
