"""A real server in its own process, with its own archive, and requests to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import urllib.request
from functools import cache, partial
from pathlib import Path
from secrets import token_urlsafe
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import Any, Self

from codepegs.table.commands import GONE_SECONDS
from tests.support import limited
from tests.support.terminal import PATIENCE

RATES = ("--rate=100000", "--address-rate=100000", "--address-sockets=100000")


def _limit_descriptors(number: int) -> None:
    import resource  # which Windows does not have

    resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))


def post(url: str, path: str, body: Any, token: str | None) -> Any:
    """Send a request on a connection of its own, and return its response."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def get(url: str, path: str) -> Any:
    with urllib.request.urlopen(url + path, timeout=PATIENCE) as answer:
        return json.load(answer)


def new_key() -> str:
    """Return a key to open or join a table with."""
    return token_urlsafe(16)


@cache
def tokens(url: str) -> tuple[str, str]:
    """Return the tokens of Ada and Bob at a server."""
    one, two = (post(url, "/api/tokens", {}, None)["token"] for _ in range(2))
    return one, two


def open_table(url: str, edition: str = "mini", *, games: int = 100) -> str:
    """Open a table for Ada and Bob, and return its id."""
    opening = {"key": new_key(), "edition": edition, "games": games, "players": ["Ada", None]}
    opened = post(url, "/api/tables", opening, tokens(url)[0])
    table: str = opened["id"]
    joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
    post(url, f"/api/tables/{table}/join", joining, tokens(url)[1])
    return table


def move(url: str, table: str, player: int, number: int, text: str) -> Any:
    """Make the move with this number, under a key of its own, and return its answer."""
    body = {"key": f"k{number}", "moves": number, "move": text}
    return post(url, f"/api/tables/{table}/moves", body, tokens(url)[player])


class Server:
    """`codepegs serve` during a block. In the end it must stop on Ctrl-C, unless it has ended before."""

    def __init__(
        self,
        folder: Path,
        *options: str,
        archive: str = "matches.db",
        descriptors: int | None = None,
        **limits: float,
    ) -> None:
        """`archive` is a URL, or a file in `folder`. `descriptors` is the number of files it can open.

        For `limits` see :mod:`tests.support.limited`.
        """
        url = archive if ":" in archive else f"sqlite:///{folder / archive}"
        # To a file, because a pipe that nobody reads would fill up and block the server.
        with NamedTemporaryFile(dir=folder, suffix=".log", delete=False) as log:
            self.log = Path(log.name)
            self.process = subprocess.Popen(
                [*limited.command(**limits), "--port", "0", *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
                preexec_fn=None if descriptors is None else partial(_limit_descriptors, descriptors),
                env={**os.environ, "CODEPEGS_ARCHIVE": url},
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    @classmethod
    def unlimited(cls, folder: Path, *options: str, gone: float = GONE_SECONDS) -> Self:
        """Return a server with limits that no test reaches."""
        return cls(folder, *RATES, *options, address_tables=100_000, asks=100_000, pace=0.05, gone=gone)

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]

    @property
    def said(self) -> str:
        """What was written to standard error."""
        return self.log.read_text(encoding="utf-8")

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        self.process.send_signal(number)
        self.process.wait(timeout=PATIENCE)
        assert self.process.returncode == 0, self.said
        assert "Traceback" not in self.said, self.said

    def kill(self) -> None:
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def __enter__(self) -> Self:
        assert self.address.startswith("http://127.0.0.1:"), self.said
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None and self.process.returncode is None:
                self.stop()
        finally:
            self.kill()
