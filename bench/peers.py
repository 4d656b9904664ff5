#!/usr/bin/env -S uv run --dev python
"""Run somebody else's exact solver and ours by turns. From the root of the project:

    bench/peers.py --peer ./solver                                4x6, 4of8, 5x5, 4of9, 4x7, 4of10 and 4x8
    bench/peers.py --peer ./solver --words "-p {pegs} -c {colours}" 4x6 4x7
    bench/peers.py --peer ./solver --words "{pegs} {colours} {repeats}" --runs 5

4x6 has four pegs and six colours, 4of8 four pegs of eight colours without repeats. The solver is started once
for each run, with --words as its arguments, where {repeats} is 1 or 0. The total must be one of the numbers
that it prints.

Prints the best CPU seconds of each, and how many times as long the peer takes. Ours are those of the table
of answers and the search, without the start of Python; the peer's are those of its whole process.
"""

from __future__ import annotations

import argparse
import re
import resource
import shlex
import subprocess
import sys

BOARDS = ("4x6", "4of8", "5x5", "4of9", "4x7", "4of10", "4x8")
OURS = """
import sys, time
from codepegs.engine import CodeSpace, Optimum
from codepegs.rules import find_edition
pegs, colours, repeats = map(int, sys.argv[1:])
rules = {"pegs": pegs, "colours": colours, "code_repeats": bool(repeats), "guess_repeats": bool(repeats)}
begun = time.process_time()
space = CodeSpace(find_edition("classic-1", **rules))
print(Optimum(space).solve(space.codes).lower, time.process_time() - begun)
"""


def run_ours(board: dict[str, int]) -> tuple[int, float]:
    """Return the total of a board, and the CPU seconds of its proof."""
    words = [sys.executable, "-c", OURS, *map(str, board.values())]
    total, seconds = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return int(total), float(seconds)


def run_peer(path: str, words: str, board: dict[str, int]) -> tuple[set[int], float]:
    """Return the numbers that the peer prints, and its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    given = [path, *(word.format(**board) for word in shlex.split(words))]
    shown = subprocess.run(given, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {int(number) for number in re.findall(r"\d+", shown.replace(",", ""))}, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("boards", nargs="*", default=BOARDS, metavar="BOARD")
    parser.add_argument("--peer", required=True, metavar="PATH")
    parser.add_argument("--words", default="{pegs} {colours} {repeats}")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    for name in given.boards:
        pegs, kind, colours = re.fullmatch(r"(\d+)(x|of)(\d+)", name).groups()  # type: ignore[union-attr]
        board = {"pegs": int(pegs), "colours": int(colours), "repeats": int(kind == "x")}
        ours, theirs = list[float](), list[float]()
        for _ in range(given.runs):
            total, seconds = run_ours(board)
            ours.append(seconds)
            numbers, seconds = run_peer(given.peer, given.words, board)
            theirs.append(seconds)
            if total not in numbers:
                raise SystemExit(f"{name}: the peer does not print {total:,}, which is our total.")
        best = min(ours), min(theirs)
        print(f"{name:6}{total:>8} {best[0]:9.3f} s {best[1]:9.3f} s {best[1] / best[0]:8.1f}", flush=True)


if __name__ == "__main__":
    main()
