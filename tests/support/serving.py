"""A real server in its own process, with its own archive."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support import limited
from tests.support.terminal import PATIENCE


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """Run `codepegs serve` with an archive in `folder`, and yield its address. It must stop on Ctrl-C."""
    with served(folder, *options) as (address, _):
        yield address


@contextmanager
def served(folder: Path, *options: str, **limits: float) -> Iterator[tuple[str, int]]:
    """Run a server like `serving`, and yield its address and process id."""
    # To a file, because a pipe that nobody reads would fill up and block the server.
    with (folder / "said").open("w+") as said:
        process = subprocess.Popen(
            [*limited.command(**limits), "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            start_new_session=True,
            env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / 'matches.db'}"},
        )
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            assert address.startswith("http://"), (folder / "said").read_text()
            yield address, process.pid
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)
            told = (folder / "said").read_text()
            assert process.returncode == 0, told
            assert "Traceback" not in told
        finally:
            process.kill()
            process.communicate()
