"""Archives among processes that race with each other, and that are killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

from codepegs.notation import move_line
from codepegs.rules import Match, Secret, SetCode
from codepegs.storage import MatchId, open_archive
from tests.support.archive_writer import AGREED, TERMS
from tests.support.strategies import prefixes

ROOT = Path(__file__).resolve().parents[2]
KILLS = 6


def keeper(*arguments: str) -> subprocess.Popen[str]:
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
    """What was still printed, after the process has ended; a line that broke off was not."""
    assert process.stdout is not None
    left = [line for line in process.stdout if line.endswith("\n")]
    process.stdout.close()
    process.wait()
    return left


def stored(address: str) -> set[str]:
    """Every move that the archive has, as a keeper prints it; each match is played again for it."""
    archive = open_archive(address)
    found = set()
    for entry in archive.entries(limit=1_000_000):
        match = archive.match(entry.id)
        for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False)):
            found.add(f"{entry.id} {number} {move_line.write(before, move)}\n")
    archive.close()
    return found


def lost_after_kills(address: str, mode: str) -> tuple[int, set[str]]:
    """How many moves were acknowledged by processes that were killed, and which are not there."""
    random, acknowledged = Random(1), set()
    for _ in range(KILLS):
        process = keeper(address, mode)
        # After a number of lines, not of seconds; no multiple of ten, at which the twin commits.
        acknowledged.update(read(process, 10 * random.randrange(1, 12) + random.randrange(3, 8)))
        process.kill()
        acknowledged.update(rest(process))
        assert process.returncode == -9
    return len(acknowledged), acknowledged - stored(address)


def test_no_acknowledged_move_is_lost_when_processes_are_killed(tmp_path: Path) -> None:
    acknowledged, lost = lost_after_kills(f"sqlite:///{tmp_path}/matches.db", "loop")
    assert acknowledged >= 13 * KILLS
    assert lost == set()


def test_acknowledging_before_the_commit_is_caught(tmp_path: Path) -> None:
    _, lost = lost_after_kills(f"sqlite:///{tmp_path}/matches.db", "early")
    assert lost


def test_two_processes_that_go_on_with_one_match_share_its_numbers(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/matches.db"
    archive = open_archive(address)
    name = archive.begin(AGREED, at=0)
    code = SetCode(Secret(TERMS.code(TERMS.hues[-1].letter * TERMS.pegs)))
    archive.add(name, 0, code, at=0)
    racers = [keeper(address, "race", name, "29") for _ in range(2)]
    kept = [line for racer in racers for line in rest(racer)]
    assert [racer.returncode for racer in racers] == [0, 0]
    assert sorted(int(line.split()[1]) for line in kept) == list(range(1, 29))
    first = f"{name} 0 {move_line.write(Match.start(AGREED), code)}\n"
    assert {*kept, first} == stored(address)
    assert len(archive.match(MatchId(name)).moves) == 29
    archive.close()


def test_two_processes_that_open_a_new_archive_at_once_both_keep_their_matches(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/matches.db"
    keepers = [keeper(address, "loop") for _ in range(2)]
    kept = [line for process in keepers for line in read(process, 60)]
    for process in keepers:
        process.kill()
    kept += [line for process in keepers for line in rest(process)]
    assert len(kept) >= 120
    assert set(kept) <= stored(address)
