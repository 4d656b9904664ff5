"""The command, called inside this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from codepegs.cli.main import group

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call `codepegs` with some words and, perhaps, some lines of input."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("NO_COLOR", raising=False)

    def call(*words: str | Path, lines: str = "") -> Result:
        return CliRunner().invoke(group, [str(word) for word in words], input=lines, prog_name="codepegs")

    return call
