#!/usr/bin/env -S uv run --dev python
"""Measure the CPU seconds of exact searches. From the root of the project:

    bench/optima.py                        4x6, 4of8, 5x5, 4of9, 4x7, 4of10 and 4x8; three runs each
    bench/optima.py 4x6 4x7 --runs 9       these boards
    bench/optima.py --other PYTHON         by turns with the version that this interpreter has installed

4x6 has four pegs and six colours, 4of8 four pegs of eight colours without repeats. Prints the best run of
the search alone: the table of marks is made before. With `--other` the last column is the ratio of this
version to the other. The optima must agree.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

BOARDS = ("4x6", "4of8", "5x5", "4of9", "4x7", "4of10", "4x8")
PROGRAM = """
import re, sys, time
from codepegs.engine import CodeSpace
from codepegs.engine.optimum import Optimum
from codepegs.rules import find_edition
pegs, kind, colours = re.fullmatch(r"(\\d+)(x|of)(\\d+)", sys.argv[1]).groups()
repeats = kind == "x"
rules = {"pegs": int(pegs), "colours": int(colours), "code_repeats": repeats, "guess_repeats": repeats}
space = CodeSpace(find_edition("classic-1", **rules))
space.table
begun = time.process_time()
total = Optimum(space).solve(space.codes).lower
print(total, time.process_time() - begun)
"""


def measure(python: str, board: str) -> tuple[int, float]:
    """Return the optimum of a board and the CPU seconds of its proof, in a process of its own."""
    shown = subprocess.run([python, "-c", PROGRAM, board], check=True, capture_output=True, text=True).stdout
    total, seconds = shown.split()
    return int(total), float(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("boards", nargs="*", default=BOARDS, metavar="BOARD")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--other", metavar="PYTHON")
    given = parser.parse_args()
    versions = [sys.executable] if given.other is None else [sys.executable, given.other]
    sums = [0.0] * len(versions)
    for board in given.boards:
        runs = [[measure(python, board) for python in versions] for _ in range(given.runs)]
        totals = {total for run in runs for total, _ in run}
        if len(totals) > 1:
            raise SystemExit(f"{board}: the optima differ: {sorted(totals)}")
        best = [min(run[version][1] for run in runs) for version in range(len(versions))]
        sums = [total + seconds for total, seconds in zip(sums, best, strict=True)]
        show(board, totals.pop(), best)
    show("sum", None, sums)


def show(board: str, total: int | None, seconds: list[float]) -> None:
    ratio = f"{seconds[0] / seconds[1]:8.2f}" if len(seconds) == 2 else ""
    print(f"{board:6}{'' if total is None else total:>8}", *(f"{each:9.3f} s" for each in seconds), ratio)


main()
