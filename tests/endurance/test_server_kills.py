"""Killing a server during play loses no acknowledged move, and stores none twice."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from codepegs.storage import MatchId, open_tables
from codepegs.table import moves
from tests.support.load_player import Match
from tests.support.restarts import ServerLauncher
from tests.support.rounds import ROUNDS

KILLS, TABLES = 12, 6


@dataclass
class Report:
    """Number of acknowledged moves, and what is wrong with them."""

    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


async def play_with_kills(launcher: ServerLauncher, kills: int, random: Random) -> Report:
    """Play at several tables while the server is killed, then check what is stored."""
    launcher.start()
    launcher.wait_until_reachable()
    matches = [Match(launcher.url) for _ in range(TABLES)]
    acknowledgements: asyncio.Queue[None] = asyncio.Queue()
    playing = [asyncio.create_task(match.play(launcher.url, acknowledgements, random)) for match in matches]
    for _ in range(kills):
        if any(match.wrong for match in matches):
            break
        for _ in range(random.choice((1, 2, 3, random.randrange(5, 60)))):
            await next_of(acknowledgements, matches)
        # Some more turns of the event loop, so that it dies at any point between two responses.
        for _ in range(random.randrange(20)):
            await asyncio.sleep(0)
        await asyncio.to_thread(launcher.kill)
        launcher.start()
    for _ in range(TABLES):
        await next_of(acknowledgements, matches)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.to_thread(launcher.kill)
    return check(launcher, matches)


async def next_of(acknowledgements: asyncio.Queue[None], matches: list[Match]) -> None:
    """Wait for the next acknowledgement, unless something is wrong already."""
    while not any(match.wrong for match in matches):
        try:
            async with asyncio.timeout(1):
                await acknowledgements.get()
                return
        except TimeoutError:
            pass


def check(launcher: ServerLauncher, matches: list[Match]) -> Report:
    report = Report()
    tables = open_tables(launcher.archive)
    for match in matches:
        report.acknowledged += len(match.answers)
        report.wrong += match.wrong
        stored = tables.match(MatchId(match.table))
        keys = tables.keys(MatchId(match.table))
        played = [moves.write(stored, move) for move in stored.moves]
        expected = [text.replace("code RRRR", "code hidden") for text in match.moves()]
        # One more may be stored, whose response was lost with the server.
        if played[: len(expected)] != expected or len(played) > len(expected) + 1:
            report.wrong.append(f"{len(expected)} moves acknowledged, {len(played)} stored")
        if {int(key[1:]): number for (_, key), number in keys.items()} != {n: n for n in range(len(played))}:
            report.wrong.append("a key is missing or belongs to another move")
    tables.close()
    return report


def test_a_killed_server_loses_and_repeats_no_move(tmp_path: Path) -> None:
    total = Report()
    with ServerLauncher(tmp_path, "safe") as launcher:
        for round_ in range(ROUNDS):
            report = asyncio.run(play_with_kills(launcher, KILLS, Random(round_)))
            total.acknowledged += report.acknowledged
            total.wrong += report.wrong
            kills = KILLS * (round_ + 1)
            print(f"{kills} kills, {total.acknowledged} acknowledged, wrong: {total.wrong}", flush=True)
    assert total.acknowledged >= KILLS * ROUNDS
    assert total.wrong == []
    assert not [told for told in (tmp_path / "log").read_text().splitlines() if '"error"' in told]


@pytest.mark.parametrize("twin", ["early", "keyless"])
@pytest.mark.night
def test_a_server_that_loses_or_repeats_moves_is_caught(twin: str, tmp_path: Path) -> None:
    with ServerLauncher(tmp_path, twin) as launcher:
        assert asyncio.run(play_with_kills(launcher, 10, Random(1))).wrong
