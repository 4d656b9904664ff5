"""A full disk loses nothing that was acknowledged, and play continues when there is space.

Two real faults: a small file system that is full, if the tests can mount one, and the
system's limit for the size of a file. The page limit of SQLite is tested in test_engine.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from shutil import which

import pytest

from codepegs.storage import open_tables
from tests.support.rounds import ROUNDS
from tests.support.table_history import missing, steps
from tests.support.table_writer import LENGTH, name_of

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the faults need a POSIX system")

# In a namespace of its own, every user can mount. The files are copied out before it ends.
APART = ["unshare", "--user", "--map-root-user", "--mount"]
MOUNTED = 'mount -t tmpfs -o size=12m none "$0" && "$@"; code=$?; cp -a "$0/." "$0.copy"; exit $code'
REASONS = {"room": "the disk is full", "limit": "the disk failed"}


def run(folder: Path, mode: str, fault: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.support.full_disk", str(folder), mode, fault]
    if fault == "room":
        folder.with_name(folder.name + ".copy").mkdir()
        command = [*APART, "sh", "-c", MOUNTED, str(folder), *command]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def check(folder: Path, lines: list[str]) -> tuple[int, list[str]]:
    """Return the number of acknowledged changes, and the lost ones."""
    tables = open_tables(f"sqlite:///{folder}/matches.db")
    seen = Counter(int(line) for line in lines if line.isdecimal())
    lost = []
    for table, number in seen.items():
        deeds = [deed for deed, _ in steps(tables, length=LENGTH, name=name_of(table))]
        lost += missing(tables, deeds[:number])
    tables.close()
    return seen.total(), lost


@pytest.fixture(params=["room", "limit"])
def fault(request: pytest.FixtureRequest) -> str:
    if request.param == "room":
        tried = which("unshare") and subprocess.run(
            [*APART, "mount", "-t", "tmpfs", "none", "/mnt"],
            capture_output=True,
            check=False,
        )
        if not tried or tried.returncode:
            pytest.skip("users of this system cannot mount a small disk")
    return str(request.param)


def test_a_full_disk_loses_nothing_and_play_continues_later(tmp_path: Path, fault: str) -> None:
    for number in range(ROUNDS):
        folder = tmp_path / f"disk{number}"
        folder.mkdir()
        done = run(folder, "safe", fault)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        sentences = [line for line in lines if not line.isdecimal()]
        assert len(sentences) == 1
        assert REASONS[fault] in sentences[0]
        place = folder.with_name(f"disk{number}.copy") if fault == "room" else folder
        acknowledged, lost = check(place, lines)
        assert acknowledged == 4 * (2 + LENGTH + LENGTH // 5)  # open, join, moves and offers
        assert lost == []


@pytest.mark.night
def test_a_server_that_responds_before_the_commit_is_caught(tmp_path: Path, fault: str) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    done = run(folder, "early", fault)
    place = folder.with_name("disk.copy") if fault == "room" else folder
    _, lost = check(place, done.stdout.splitlines())
    assert lost
