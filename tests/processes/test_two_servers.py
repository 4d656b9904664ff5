"""A second server at the same archive is refused with a reason."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.serving import Server
from tests.support.terminal import PATIENCE

CARELESS = """
from codepegs.cli.main import main
from codepegs.storage.sqlite import engine
plain = engine.FileLock
def lock(path, **more):
    return plain(path.with_name(path.name + "-other") if "busy" in more else path, **more)
engine.FileLock = lock
main()
"""
"""Broken server that ignores the lock of another one."""


def second(folder: Path, *how: str) -> tuple[str, str]:
    """Start another server at the same archive, and return its address and its error output."""
    process = subprocess.Popen(
        [sys.executable, *how, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CODEPEGS_ARCHIVE": f"sqlite:///{folder / 'matches.db'}"},
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    if address:
        process.kill()
    _, said = process.communicate(timeout=PATIENCE)
    assert address or process.returncode == 1
    return address, said


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock there")
def test_a_second_server_at_one_archive_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path):
        address, said = second(tmp_path, "-m", "codepegs")
        assert address == ""
        assert "another server is using it" in said
        assert "Traceback" not in said
        assert second(tmp_path, "-c", CARELESS)[0] != ""
