"""A real server in its own process, with its own archive."""

from __future__ import annotations

import os
import signal
import subprocess
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import Self

from codepegs.table.commands import GONE_SECONDS
from tests.support import limited
from tests.support.terminal import PATIENCE

RATES = ("--rate=100000", "--address-rate=100000", "--address-sockets=100000")


def _limit_descriptors(number: int) -> None:
    import resource  # which Windows does not have

    resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))


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
        """`descriptors` is the number of files it can open. For `limits` see :mod:`tests.support.limited`."""
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
                env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / archive}"},
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
