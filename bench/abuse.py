#!/usr/bin/env -S uv run --dev python
"""What other players notice while one address attacks a server. From the root of the project:

    bench/abuse.py                          all attacks of bench/attacks.py, 8 seconds each
    bench/abuse.py claims puzzles           some of them
    bench/abuse.py --seconds 20 --games 100 for longer, and with the longest match

Each attack gets a new server with default settings. Two people play at it from another address, ten
moves per second, and set a code for a computer every second: first at the quiet server, then during
the attack, which runs in a process of its own. `ack` is the time until a move is acknowledged, and
`guess` the longest until the computer's first guess; `n` says how many of both there were.

It fails if a player was refused, or if the server grew, wrote a long log, or met an error of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import attacks  # noqa: E402
from clients import PATIENCE, Innocent, Target  # noqa: E402
from tests.support.serving import Server  # noqa: E402

LEAD = 5.0
"""Seconds that an attack has to prepare its tables."""
QUIET = 4.0
DESCRIPTORS = 1024
"""Files that the server can open: the default of most systems."""
MORE_MEMORY, MORE_LOG = 64 << 20, 256 << 10
"""Bytes by which the memory may grow during an attack, and the log in each second of it."""


@dataclass
class Times:
    """Seconds until acknowledgements, and until first guesses."""

    ack: list[float] = field(default_factory=list)
    guess: list[float] = field(default_factory=list)
    failed: int = 0

    def __str__(self) -> str:
        ordered = sorted(self.ack) or [float("nan")]
        p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
        guess = max(self.guess, default=float("nan"))
        shown = f"{1000 * median(ordered):6.0f} {1000 * p99:6.0f} {1000 * guess:6.0f}"
        return f"{shown} {len(self.ack):4} {len(self.guess):3}" + (
            f" {self.failed} failed" * bool(self.failed)
        )


async def measure(target: Target, seconds: float) -> Times:
    """Play for some time, and note how long everything took."""
    times, until = Times(), perf_counter() + seconds

    async def play(source: str) -> None:
        try:
            async with Innocent(target, source) as player:
                while perf_counter() < until:
                    times.ack.append(await player.move())
                    await asyncio.sleep(max(0.0, 0.1 - times.ack[-1]))
        except (OSError, TimeoutError, AssertionError):
            times.failed += 1

    async def challenge() -> None:
        player = Innocent(target, "127.0.0.3")
        while perf_counter() < until:
            try:
                times.guess.append(await player.computer_guess())
                await asyncio.sleep(max(0.0, 1 - times.guess[-1]))
            except (OSError, TimeoutError, AssertionError):
                times.failed += 1
                await asyncio.sleep(1)

    await asyncio.gather(play("127.0.0.2"), play("127.0.0.4"), challenge())
    return times


async def attack(target: Target, name: str, seconds: float) -> bool:
    """Measure the quiet server, attack it, and print both. Return whether nothing broke."""
    await target.describe()
    await Innocent(target, "127.0.0.3").computer_guess()  # the first one starts a worker
    quiet = await measure(target, QUIET)
    memory, log = target.memory(), target.log_size()
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, attacks.__file__, target.url, str(target.pid), str(target.log),
        target.large, name, "127.0.0.1", str(LEAD + seconds), stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await asyncio.sleep(LEAD)
    during = await measure(target, seconds)
    grown, written = target.memory() - memory, target.log_size() - log
    try:
        async with asyncio.timeout(PATIENCE):
            told, _ = await attacker.communicate()
    except TimeoutError:
        attacker.kill()
        told = b""
    tally = json.loads(told or b"{}")
    print(f"{name:20} {quiet} | {during} | {grown >> 20:5} MB {written >> 10:6} KB  {tally}", flush=True)
    wrong = await target.internal_errors() or b'"level": "error"' in target.log.read_bytes()[log:]
    small = grown < MORE_MEMORY and written < MORE_LOG * (LEAD + seconds)
    return bool(tally) and small and not wrong and not during.failed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(attacks.ATTACKS))
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--games", type=int, default=30, help="games of the long match, of 61 moves each")
    given = parser.parse_args()
    columns = f"{'ack':>6} {'p99':>6} {'guess':>6} {'n':>4} {'n':>3}"
    print(f"{'':20} {'quiet, ms':^29} | {'attacked, ms':^29} | growth of memory and log, responses")
    print(f"{'attack':20} {columns} | {columns} |", flush=True)
    with TemporaryDirectory() as folder:
        large = ""
        with Server.unlimited(Path(folder)) as server:
            target = Target(server.address, server.process.pid, server.log)
            large = asyncio.run(attacks.play_long_match(target, given.games))
        broken = []
        for name in given.attacks or attacks.ATTACKS:
            with Server(Path(folder), descriptors=DESCRIPTORS) as server:
                target = Target(server.address, server.process.pid, server.log, large)
                if not asyncio.run(attack(target, name, given.seconds)):
                    broken.append(name)
                server.kill()
    if broken:
        sys.exit(f"broken by {', '.join(broken)}")


if __name__ == "__main__":
    main()
