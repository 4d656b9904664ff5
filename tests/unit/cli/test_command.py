"""The console script, before the package is there."""

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
    """`codepegs --version`, which gets a Ctrl-C while it imports what it needs."""
    command = [sys.executable, "-c", INTERRUPTED, handler, "--version"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to send to oneself")
def test_a_ctrl_c_while_it_starts_ends_it_without_a_word() -> None:
    ended = interrupted("default_int_handler")
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to send to oneself")
def test_who_ignores_ctrl_c_goes_on_doing_so() -> None:
    ended = interrupted("SIG_IGN")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("codepegs ")
