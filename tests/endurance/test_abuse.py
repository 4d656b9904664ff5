"""Attacks on a real server with default settings: they are refused, and others go on playing.

Each attack comes from an address of its own and has a bound in count and time. Latencies are only
printed. `scripts/nightly` attacks for longer.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest

if not Path("/proc/self/status").exists():  # pragma: no cover
    pytest.skip("looking at processes needs /proc", allow_module_level=True)

from tests.support import attacks
from tests.support.attacks import Tally
from tests.support.loopback import PATIENCE, Client, Innocent, Target
from tests.support.rounds import ROUNDS
from tests.support.serving import Server

SECONDS = 1.5 * ROUNDS
GAMES = 6
"""Games of the long match, of 61 moves each."""
MORE_MEMORY, MORE_LOG = 64 << 20, (2 << 20) * ROUNDS
"""Bytes by which memory and log may grow during an attack."""


@dataclass
class Noticed:
    """What the attacker got, and what the innocent had to wait for, in seconds."""

    tally: Tally
    acks: list[float] = field(default_factory=list)
    guesses: list[float] = field(default_factory=list)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    folder = tmp_path_factory.mktemp("abuse")
    with Server.unlimited(folder) as server:
        large = asyncio.run(attacks.play_long_match(_target(server), GAMES))
    with Server(folder) as server:
        found = _target(server)
        found.large = large
        yield found


def _target(server: Server) -> Target:
    return Target(server.address, server.process.pid, server.log)


def noticed(target: Target, attack: Callable[[], Awaitable[Tally]]) -> Noticed:
    """Play during an attack, and check that nothing broke."""

    async def run() -> Noticed:
        await target.describe()
        memory, log = target.memory(), target.log_size()
        async with Innocent(target) as player:
            await player.computer_guess()
            attacking, seen = asyncio.ensure_future(attack()), Noticed(Tally())
            while not attacking.done() or len(seen.acks) < 5:
                seen.acks.append(await player.move())
                if len(seen.acks) % 10 == 5:
                    seen.guesses.append(await player.computer_guess())
                await asyncio.sleep(0.05)
            seen.tally = await attacking
        grown, written = target.memory() - memory, target.log_size() - log
        print(
            f"{dict(seen.tally)}; ack {1000 * median(seen.acks):.0f} ms, most {1000 * max(seen.acks):.0f}; "
            f"guess {1000 * max(seen.guesses):.0f} ms; {grown >> 20} MB, {written >> 10} KB of log"
        )
        assert grown < MORE_MEMORY
        assert written < MORE_LOG
        assert await target.internal_errors() == 0
        assert b'"level": "error"' not in target.log.read_bytes()[log:]
        return seen

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("attack", "refused"),
    [
        ("claims", {"422", "429"}),
        pytest.param("large-views", set(), marks=pytest.mark.night),
        pytest.param("large-records", set(), marks=pytest.mark.night),
        pytest.param("large-reviews", {"429"}, marks=pytest.mark.night),
        pytest.param("puzzles", {"429"}, marks=pytest.mark.night),
        pytest.param("hints", {"429"}, marks=pytest.mark.night),
        pytest.param("statistics", {"429"}, marks=pytest.mark.night),
        ("refused-sockets", {"404"}),
        ("broken-frames", set()),
        pytest.param("computers", set(), marks=pytest.mark.night),
    ],
)
def test_others_play_on_during_an_attack(attack: str, refused: set[str], target: Target) -> None:
    place = list(attacks.ATTACKS).index(attack)
    seen = noticed(target, lambda: attacks.run(attack, target, f"127.0.1.{place}", SECONDS))
    assert seen.tally
    assert not refused or refused & set(seen.tally), seen.tally


def test_unfinished_bodies_take_little_memory(target: Target) -> None:
    seen = noticed(
        target, lambda: attacks.run("unfinished-bodies", target, "127.0.1.49", PATIENCE, enough=200)
    )
    assert seen.tally["429"] + seen.tally["closed"] >= 200


@pytest.mark.parametrize("descriptors", [256, pytest.param(1024, marks=pytest.mark.night)])
def test_silent_connections_lock_nobody_out(descriptors: int, tmp_path: Path) -> None:
    count = descriptors + 300
    with Server(tmp_path, descriptors=descriptors) as server:
        target = _target(server)
        attack = attacks.silent_connections
        seen = noticed(target, lambda: attack(target, "127.0.1.50", PATIENCE, count=count, enough=count))
    assert seen.tally["closed"] + seen.tally["refused"] >= count


def test_rematches_count_as_new_tables(tmp_path: Path) -> None:
    with Server(tmp_path, address_tables=20) as server:
        target = _target(server)
        seen = noticed(target, lambda: attacks.run("rematches", target, "127.0.1.51", PATIENCE, count=150))
    assert seen.tally["tables"] == 20
    assert seen.tally["429"] > 0


# Single requests ------------------------------------------------------------------------


def test_a_worker_that_dies_is_logged_and_replaced(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        target = _target(server)

        async def run() -> None:
            await target.describe()
            async with Client(target, "127.0.1.59") as client, Innocent(target) as player:
                await player.computer_guess()
                asked = asyncio.ensure_future(client.call("GET", attacks.LONG_PUZZLE))
                while not asked.done():
                    for child in _children(target.pid):
                        os.kill(child, signal.SIGKILL)
                    await asyncio.sleep(0.05)
                assert (await asked).status == 503
                await player.move()
                await player.computer_guess()
                assert await target.internal_errors() > 0

        asyncio.run(run())
        told = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert [line for line in told if line["level"] == "error" and "-9" in str(line)]


def _children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for found in lists for child in found.read_text().split()]
