"""A real server for pages, with limits that no test reaches."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.browser.person import PATIENCE
from tests.support import limited

RATES = ("rate", "address-rate", "address-sockets")
LIMITS = {"address_tables": 100_000, "tables": 100_000, "pace": 0.05}


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that runs: its address, and its process."""

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]


@contextmanager
def serving(folder: Path, *, port: str = "0", killed: bool = False) -> Iterator[Serving]:
    """`codepegs serve` with its archive in `folder`; in the end it stops, or is `killed` by then."""
    rates = [f"--{name}=100000" for name in RATES]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            [*limited.command(**LIMITS), "--port", port, *rates],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
            env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / 'matches.db'}"},
        )
        assert process.stdout is not None
        try:
            yield Serving(process.stdout.readline().strip(), process)
            if not killed:
                process.send_signal(signal.SIGINT)
                process.wait(timeout=PATIENCE)
        finally:
            process.kill()
            process.communicate()
    assert "Traceback" not in (folder / "log").read_text(encoding="utf-8")
