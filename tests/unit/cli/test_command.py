"""The console script while it imports the package."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal, sys
from codepegs_command import main

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
signal.signal(signal.SIGINT, getattr(signal, sys.argv.pop(1)))
main()
"""


def interrupted(handler: str) -> subprocess.CompletedProcess[str]:
    """Run `codepegs --version` and press Ctrl-C during its imports."""
    command = [sys.executable, "-c", INTERRUPTED, handler, "--version"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself a signal")
def test_ctrl_c_during_startup_is_quiet() -> None:
    ended = interrupted("default_int_handler")
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself a signal")
def test_an_ignored_ctrl_c_stays_ignored() -> None:
    ended = interrupted("SIG_IGN")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("codepegs ")
