#!/usr/bin/env -S uv run --dev python
"""CPU time per move of several servers, compared by turns. From the root of the project:

    bench/load_ratio.py                            SQLite, PostgreSQL, PostgreSQL with two processes
    bench/load_ratio.py --against DIR              another checkout (with its own .venv), then this one
    bench/load_ratio.py --rounds 5 --rate 1000     more turns, and more load

Each turn is a run of bench/load.py of its checkout, with a new server. Ratios are to the first server in the
same round, because the speed of a machine changes by the minute. PostgreSQL runs in a temporary folder with
settings that survive a power cut. Its own CPU time, of the whole turn with opening the matches, comes on top.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.postgresql import SAFE, OwnCluster  # noqa: E402


@dataclass
class Variant:
    """A server to measure, and its figures by round: milliseconds per move, and of the slowest 1 %."""

    name: str
    options: Callable[[], list[str]] = list
    """Returns options of bench/load.py for a turn."""
    checkout: Path = ROOT
    cluster: OwnCluster | None = None
    cpu: list[float] = field(default_factory=list)
    database: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)

    def run(self, load: list[str]) -> None:
        """Run a turn and note its figures."""
        python = self.checkout / ".venv" / "bin" / "python"
        options, before = self.options(), self._database_cpu()
        shown = subprocess.run(
            [python, self.checkout / "bench" / "load.py", *options, *load],
            cwd=self.checkout,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        moves = int(_find(r"^kept +([0-9,]+) moves", shown).replace(",", ""))
        self.cpu.append(float(_find(r"^a move +([0-9.]+) ms", shown)))
        self.p99.append(float(_find(r"^answer .*p99 ([0-9.]+)", shown)))
        self.database.append(1000 * (self._database_cpu() - before) / moves)

    def _database_cpu(self) -> float:
        """Seconds of CPU time that PostgreSQL and its processes have used, also those that have ended."""
        if self.cluster is None:
            return 0
        pid = int((self.cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        # The server itself comes last, because it has the time of a child that ends meanwhile.
        return sum([_cpu(process) for process in (*children, str(pid))])


def _cpu(pid: str) -> float:
    """Return the seconds of CPU time of a process and its children that have ended, 0 if it has ended too."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _find(pattern: str, shown: str) -> str:
    found = re.search(pattern, shown, re.MULTILINE)
    if found is None:
        raise SystemExit(f"bench/load.py has not printed {pattern}:\n{shown}")
    return found[1]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the CPU time per move of several servers.")
    parser.add_argument("--against", type=Path, metavar="DIR", help="another checkout with its own .venv")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--rate", type=float, default=400, help="moves per second")
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    load = [f"--matches={asked.matches}", f"--rate={asked.rate}", f"--seconds={asked.seconds}"]
    with ExitStack() as stack:
        if asked.against is not None:
            variants = [Variant("theirs", checkout=asked.against.resolve()), Variant("ours")]
        else:
            cluster = stack.enter_context(OwnCluster(SAFE))
            variants = [
                Variant("SQLite"),
                Variant("PostgreSQL", lambda: [f"--archive={cluster.new_database()}"], cluster=cluster),
            ]
        for number in range(asked.rounds):
            for variant in variants:
                variant.run(load)
                cpu, ratio = variant.cpu[-1], variant.cpu[-1] / variants[0].cpu[-1]
                database, p99 = variant.database[-1], variant.p99[-1]
                print(
                    f"round {number + 1}  {variant.name:<12} {cpu:.2f} ms per move, ratio {ratio:.2f}, "
                    f"database {database:.2f} ms, p99 {p99:.0f} ms",
                    flush=True,
                )
    for variant in variants:
        ratios = [mine / first for mine, first in zip(variant.cpu, variants[0].cpu, strict=True)]
        print(
            f"median   {variant.name:<12} {median(variant.cpu):.2f} ms per move, "
            f"ratio {median(ratios):.2f} [{min(ratios):.2f} to {max(ratios):.2f}], "
            f"database {median(variant.database):.2f} ms, p99 {median(variant.p99):.0f} ms"
        )


if __name__ == "__main__":
    main()
