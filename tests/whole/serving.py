"""A real server in a process of its own, with an archive of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.whole.terminal import PATIENCE


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The address of `codepegs serve`, which keeps its matches in `folder`; Ctrl-C ends it in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "codepegs", "serve", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / 'matches.db'}"},
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://"), process.communicate()
        yield address
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, said
        assert "Traceback" not in said
    finally:
        process.kill()
        process.communicate()
