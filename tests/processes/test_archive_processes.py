"""Archives in processes that race with each other or are killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

from codepegs.notation import move_line
from codepegs.rules import Match, Secret, SetCode
from codepegs.storage import MatchId, open_archive
from tests.support.archive_writer import AGREED, TERMS
from tests.support.rounds import ROUNDS
from tests.support.strategies import prefixes

ROOT = Path(__file__).resolve().parents[2]
KILLS = 3 * ROUNDS


def start_writer(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.archive_writer", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def read(process: subprocess.Popen[str], lines: int) -> list[str]:
    assert process.stdout is not None
    return [line for line in (process.stdout.readline() for _ in range(lines)) if line]


def rest(process: subprocess.Popen[str]) -> list[str]:
    """Return the remaining complete lines of a process that ends."""
    assert process.stdout is not None
    left = [line for line in process.stdout if line.endswith("\n")]
    process.stdout.close()
    process.wait()
    return left


def stored(address: str) -> set[str]:
    """Return every stored move in the format of a writer. This replays each match."""
    archive = open_archive(address)
    found = set()
    for entry in archive.entries(limit=1_000_000):
        match = archive.match(entry.id)
        for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False)):
            found.add(f"{entry.id} {number} {move_line.write(before, move)}\n")
    archive.close()
    return found


def lost_after_kills(address: str, mode: str, kills: int) -> tuple[int, set[str]]:
    """Return how many moves killed processes have acknowledged, and the lost ones."""
    random, acknowledged = Random(1), set()
    for _ in range(kills):
        process = start_writer(address, mode)
        acknowledged.update(read(process, random.randrange(13, 118)))
        process.kill()
        acknowledged.update(rest(process))
        assert process.returncode == -9
    return len(acknowledged), acknowledged - stored(address)


def test_killing_a_process_loses_no_acknowledged_move(address: str) -> None:
    acknowledged, lost = lost_after_kills(address, "loop", KILLS)
    assert acknowledged >= 13 * KILLS
    assert lost == set()


def test_acknowledging_before_the_commit_is_caught(address: str) -> None:
    _, lost = lost_after_kills(address, "early", 1)
    assert lost


def test_two_processes_can_continue_the_same_match(address: str) -> None:
    archive = open_archive(address)
    name = archive.begin(AGREED, at=0)
    code = SetCode(Secret(TERMS.code(TERMS.hues[-1].letter * TERMS.pegs)))
    archive.add(name, 0, code, at=0)
    racers = [start_writer(address, "race", name, "29") for _ in range(2)]
    kept = [line for racer in racers for line in rest(racer)]
    assert [racer.returncode for racer in racers] == [0, 0]
    assert sorted(int(line.split()[1]) for line in kept) == list(range(1, 29))
    first = f"{name} 0 {move_line.write(Match.start(AGREED), code)}\n"
    assert {*kept, first} == stored(address)
    assert len(archive.match(MatchId(name)).moves) == 29
    archive.close()


def test_two_processes_can_create_an_archive_at_the_same_time(address: str) -> None:
    writers = [start_writer(address, "loop") for _ in range(2)]
    kept = [line for process in writers for line in read(process, 60)]
    for process in writers:
        process.kill()
    kept += [line for process in writers for line in rest(process)]
    assert len(kept) >= 120
    assert set(kept) <= stored(address)
