"""The command, called inside this process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path
from time import time_ns

import pytest
from click.testing import CliRunner, Result

from codepegs.cli import paths
from codepegs.cli.main import group
from codepegs.rules import Match
from codepegs.storage import MatchId
from codepegs.table.threads import JOB

Run = Callable[..., Result]
Keep = Callable[[Match], MatchId]


def set_day(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    """Set the clock of `codepegs play` and of the archive to noon of a day."""
    seconds = int(datetime.combine(day, time(12), UTC).timestamp())
    monkeypatch.setattr("codepegs.cli.commands.play.now", lambda: seconds * 1_000_000)
    monkeypatch.setattr("codepegs.cli.paths.time_ns", lambda: seconds * 1_000_000_000)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Call `codepegs` with some words and, perhaps, some lines of input."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("NO_COLOR", raising=False)

    def call(*words: str | Path, lines: str = "") -> Result:
        return CliRunner().invoke(group, [str(word) for word in words], input=lines, prog_name="codepegs")

    yield call
    # A process would end now. Here, an archive that is still being opened must not meet the next one.
    for thread in threading.enumerate():
        if thread.name == JOB:
            thread.join()


@pytest.fixture
def keep(run: Run) -> Keep:
    """Store a match in the archive of the command."""

    def kept(match: Match) -> MatchId:
        archive = paths.open_archive()
        now = time_ns() // 1000
        name = archive.begin(match.agreement, at=now)
        for number, move in enumerate(match.moves):
            archive.add(name, number, move, at=now + number)
        archive.close()
        return name

    return kept
