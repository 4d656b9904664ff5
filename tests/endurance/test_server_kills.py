"""A server that is killed while many play: nothing acknowledged is lost, and nothing is there twice."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from codepegs.storage import MatchId, open_tables
from codepegs.table import moves as line
from tests.support.load_player import Match
from tests.support.restarts import Nursery
from tests.support.rounds import ROUNDS

KILLS, TABLES = 30, 6


@dataclass
class Report:
    """What became of what was acknowledged."""

    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


async def killed(nursery: Nursery, kills: int, random: Random) -> Report:
    """Play at several tables while the server dies so often, then look what is kept."""
    nursery.start()
    nursery.reachable()
    matches = [Match(nursery.url) for _ in range(TABLES)]
    heard: asyncio.Queue[None] = asyncio.Queue()
    playing = [asyncio.create_task(match.play(nursery.url, heard, random)) for match in matches]
    for _ in range(kills):
        for _ in range(random.choice((1, 2, 3, random.randrange(5, 60)))):
            await next_of(heard, matches)
        # A few turns of the loop more, so that it dies at any point between two answers.
        for _ in range(random.randrange(20)):
            await asyncio.sleep(0)
        await asyncio.to_thread(nursery.kill)
        nursery.start()
    for _ in range(TABLES):
        await next_of(heard, matches)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await asyncio.to_thread(nursery.kill)
    return reported(nursery, matches)


async def next_of(heard: asyncio.Queue[None], matches: list[Match]) -> None:
    """The next acknowledgement, unless something was wrong already."""
    while not any(match.wrong for match in matches):
        try:
            async with asyncio.timeout(1):
                await heard.get()
                return
        except TimeoutError:
            pass


def reported(nursery: Nursery, matches: list[Match]) -> Report:
    report = Report()
    tables = open_tables(nursery.archive)
    for match in matches:
        report.acknowledged += len(match.answers)
        report.wrong += match.wrong
        kept = tables.match(MatchId(match.table))
        keys = tables.keys(MatchId(match.table))
        played = [line.write(kept, move) for move in kept.moves]
        expected = [text.replace("code RRRR", "code hidden") for text in match.moves()]
        # One more may have been kept whose answer got lost with the server.
        if played[: len(expected)] != expected or len(played) > len(expected) + 1:
            report.wrong.append(f"{len(expected)} moves acknowledged, and kept are {len(played)}")
        if {int(key[1:]): number for (_, key), number in keys.items()} != {n: n for n in range(len(played))}:
            report.wrong.append("a key is missing, or of another move")
    tables.close()
    return report


def test_a_killed_server_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    total = Report()
    with Nursery(tmp_path, "safe") as nursery:
        for round_ in range(ROUNDS):
            report = asyncio.run(killed(nursery, KILLS, Random(round_)))
            total.acknowledged += report.acknowledged
            total.wrong += report.wrong
            kills = KILLS * (round_ + 1)
            print(f"{kills} kills, {total.acknowledged} acknowledged, wrong: {total.wrong}", flush=True)
    assert total.acknowledged >= KILLS * ROUNDS
    assert total.wrong == []
    assert not [told for told in (tmp_path / "log").read_text().splitlines() if '"error"' in told]


@pytest.mark.parametrize("twin", ["early", "keyless"])
def test_a_server_that_would_lose_or_double_is_caught(twin: str, tmp_path: Path) -> None:
    with Nursery(tmp_path, twin) as nursery:
        assert asyncio.run(killed(nursery, 10, Random(1))).wrong
