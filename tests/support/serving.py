"""A real server in a process of its own, with an archive of its own."""

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
    """The address of `codepegs serve`, which keeps its matches in `folder`; Ctrl-C ends it in the end."""
    with served(folder, *options) as (address, _):
        yield address


@contextmanager
def served(folder: Path, *options: str, **limits: float) -> Iterator[tuple[str, int]]:
    """The same, with the number of its process."""
    # Into a file: a pipe that nobody reads fills up, and who writes to it waits.
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
