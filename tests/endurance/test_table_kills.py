"""Killing the storage process loses no acknowledged change, and repeats none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from codepegs.storage import open_tables
from tests.processes.test_archive_processes import read, rest
from tests.support.rounds import ROUNDS
from tests.support.table_history import missing, moves, steps
from tests.support.table_writer import LENGTH, name_of

ROOT = Path(__file__).resolve().parents[2]
KILLS = 5


def start_writer(address: str, mode: str, seen: Counter[int]) -> subprocess.Popen[str]:
    state = json.dumps([seen[table] for table in range(max(seen, default=-1) + 1)])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.table_writer", address, mode, state],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def after_kills(address: str, mode: str, kills: int) -> tuple[int, list[str], list[int]]:
    """Return the number of acknowledged changes, the lost ones, and the tables with repeated ones.

    Each process starts just after the one before was killed, so that its lock must be free.
    """
    random, seen = Random(kills), Counter[int]()
    for _ in range(kills):
        process = start_writer(address, mode, seen)
        lines = [*map(int, read(process, random.randrange(23, 118)))]
        process.kill()
        lines += map(int, rest(process))
        seen.update(lines)
        # As if the last response of each table was lost, so that its change is repeated.
        seen.subtract({*lines})
        # A broken twin may fail and exit.
        assert process.returncode == -9 or mode != "safe"
    tables = open_tables(address)
    deeds = {table: [deed for deed, _ in steps(tables, length=LENGTH, name=name_of(table))] for table in seen}
    lost = missing(tables, [deed for table in seen for deed in deeds[table][: seen[table]]])
    repeated = []
    for table, number in seen.items():
        row = tables.table(name_of(table)) if not lost else None
        if row is not None and row.begun:
            # Up to two changes may be stored without an acknowledgement.
            played = tables.match(row.id).moves
            expected = tuple(islice(moves(), len(played)))
            if (
                played != expected
                or row.version > deeds[table][min(number + 1, len(deeds[table]) - 1)].version
            ):
                repeated.append(table)
    tables.close()
    return seen.total(), lost, repeated


def test_killed_servers_lose_and_repeat_nothing(address: str) -> None:
    acknowledged, lost, repeated = after_kills(address, "safe", KILLS * ROUNDS)
    print(f"{KILLS * ROUNDS} kills, {acknowledged} acknowledged, {len(lost)} lost, {len(repeated)} repeated")
    assert acknowledged >= 19 * KILLS * ROUNDS
    assert (lost, repeated) == ([], [])


@pytest.mark.night
def test_a_server_that_responds_before_the_commit_is_caught(address: str) -> None:
    _, lost, _ = after_kills(address, "early", 2)
    assert lost


@pytest.mark.night
def test_a_server_that_ignores_keys_is_caught(address: str) -> None:
    _, lost, repeated = after_kills(address, "keyless", 2)
    assert lost or repeated
