"""Killing a copy leaves an empty target, never a part of the archive."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from codepegs.storage import copy, open_tables
from tests.contracts.test_copy import is_empty, rows
from tests.processes.test_archive_processes import read, rest
from tests.support.postgresql import Cluster
from tests.support.rounds import ROUNDS
from tests.support.table_history import steps

ROOT = Path(__file__).resolve().parents[2]
TABLES = 60
PROGRAM = "import sys; from codepegs.storage import copy; copy(*sys.argv[1:], progress=print)"


@pytest.mark.parametrize("direction", [1, pytest.param(-1, marks=pytest.mark.night)])
def test_a_killed_copy_leaves_an_empty_target(tmp_path: Path, postgresql: Cluster, direction: int) -> None:
    source, target = (f"sqlite:///{tmp_path}/matches.db", postgresql.new_schema())[::direction]
    tables = open_tables(source)
    for table in [steps(tables, length=30) for _ in range(TABLES)]:
        for _, ask in islice(table, 30):
            ask().result()
    tables.close()
    killed = 0
    for kill in range(1, 3 * ROUNDS + 1):
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", PROGRAM, source, target],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        # In the middle of copying, of comparing, and just before the commit.
        lines = read(process, kill % 3 * 4 + 2)
        process.kill()
        lines += rest(process)
        done, total = map(int, lines[-1].split())
        if process.returncode == -9 and done < total:
            killed += 1
            assert is_empty(target)
        elif not is_empty(target):
            assert rows(target) == rows(source)
            break
    assert killed
    if is_empty(target):
        copy(source, target)
    assert rows(target) == rows(source)
