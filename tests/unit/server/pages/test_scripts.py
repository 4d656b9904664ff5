"""Scripts of the pages that need no browser, tested by Node.js."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.script import NODE

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.test.js"))


def test_the_tests_of_the_scripts_pass() -> None:
    if NODE is None:
        pytest.skip("Node.js is not installed")
    done = subprocess.run([NODE, "--test", *SCRIPTS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
