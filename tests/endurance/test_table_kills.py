"""Tables whose server is killed: nothing acknowledged is lost, nothing that is sent again is doubled."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from codepegs.storage import open_tables
from tests.processes.test_archive_processes import read, rest
from tests.support.rounds import ROUNDS
from tests.support.table_history import missing, moves, steps
from tests.support.table_writer import LENGTH, name_of

ROOT = Path(__file__).resolve().parents[2]
KILLS = 5


def tabler(address: str, mode: str, seen: Counter[int]) -> subprocess.Popen[str]:
    state = json.dumps([seen[table] for table in range(max(seen, default=-1) + 1)])
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.table_writer", address, mode, state],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def after_kills(address: str, mode: str, kills: int) -> tuple[int, list[str], list[int]]:
    """How much was acknowledged, what of it is lost, and at which tables something is there twice.

    Each process begins while the one before has only just died, so its lock must be free.
    """
    random, seen = Random(kills), Counter[int]()
    for _ in range(kills):
        process = tabler(address, mode, seen)
        heard = [*map(int, read(process, 10 * random.randrange(2, 12) + random.randrange(3, 8)))]
        process.kill()
        heard += map(int, rest(process))
        seen.update(heard)
        # The last answer at each table got lost on its way, so its deed is asked for again.
        seen.subtract({*heard})
        # A twin may find that it cannot go on, and end by itself.
        assert process.returncode == -9 or mode != "safe"
    tables = open_tables(address)
    deeds = {table: [deed for deed, _ in steps(tables, length=LENGTH, name=name_of(table))] for table in seen}
    lost = missing(tables, [deed for table in seen for deed in deeds[table][: seen[table]]])
    doubled = []
    for table, number in seen.items():
        row = tables.table(name_of(table)) if not lost else None
        if row is not None and row.begun:
            # Two deeds may have been kept without their client hearing of it, or taking note.
            played = tables.match(row.id).moves
            expected = tuple(islice(moves(), len(played)))
            if (
                played != expected
                or row.version > deeds[table][min(number + 1, len(deeds[table]) - 1)].version
            ):
                doubled.append(table)
    tables.close()
    return seen.total(), lost, doubled


def test_killed_servers_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    acknowledged, lost, doubled = after_kills(f"sqlite:///{tmp_path}/matches.db", "safe", KILLS * ROUNDS)
    print(f"{KILLS * ROUNDS} kills, {acknowledged} acknowledged, {len(lost)} lost, {len(doubled)} doubled")
    assert acknowledged >= 19 * KILLS * ROUNDS
    assert (lost, doubled) == ([], [])


def test_a_server_that_answers_before_the_commit_is_caught(tmp_path: Path) -> None:
    _, lost, _ = after_kills(f"sqlite:///{tmp_path}/matches.db", "early", 2)
    assert lost


def test_a_server_that_takes_a_repeated_move_for_a_new_one_is_caught(tmp_path: Path) -> None:
    _, lost, doubled = after_kills(f"sqlite:///{tmp_path}/matches.db", "keyless", 2)
    assert lost or doubled
