#!/usr/bin/env -S uv run --dev python
"""Measure how many rows each level needs. From the root of the project:

    bench/levels.py                          every edition, 1,000 games each
    bench/levels.py --games 300 super        one edition, or several
    bench/levels.py "classic-1 pegs=8 colours=12 rows=15"
    bench/levels.py --codemaker perfect      against the codes that this level hides

Each level guesses in whole matches, against codes of one level. Codes and guesses come from one seed, so a
run can be repeated. Boards have 30 rows, so that nearly every code is broken. The output has the average,
its standard error, and in brackets the share of games that end within the rows of the edition. The slowest
guess of a level goes to stderr.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from codepegs.notation import edition_line
from codepegs.players import LEVELS, Computer, Level, play_match
from codepegs.rules import CATALOGUE, Act, Agreement, Edition, Ending, Match, MatchView, Move
from codepegs.rules.agreement import MAX_GAMES
from codepegs.rules.edition import MAX_ROWS


class Timed(Computer):
    """A computer that notes how long its longest guess has taken. Another one hides its codes."""

    longest = 0.0
    codemaker = Computer(Random(0))

    def move(self, view: MatchView) -> Move:
        if Act.SET_CODE in view.legal:
            return self.codemaker.move(view)
        started = perf_counter()
        try:
            return super().move(view)
        finally:
            self.longest = max(self.longest, perf_counter() - started)


def rows_needed(terms: Edition, computer: Computer, games: int) -> list[int]:
    """The rows of so many games; a code that is never broken counts one row more than there are."""
    needed: list[int] = []
    board = terms.with_rules(rows=MAX_ROWS, even=False)
    while len(needed) < games:
        names = ("computer", "computer 2")
        agreed = Agreement(board, names, min(MAX_GAMES, games - len(needed)))
        for game in play_match(Match.start(agreed), (computer, computer)).games:
            broken = game.ending is Ending.BROKEN
            needed.append(len(game.board.rows) if broken else MAX_ROWS + 1)
    return needed


def cell(terms: Edition, level: Level, codemaker: Level, games: int, seed: int) -> str:
    computer = Timed(Random(seed), level=level)
    computer.codemaker = Computer(Random(seed + 1), level=codemaker)
    needed = rows_needed(terms, computer, games)
    print(f"{terms.slug} {level.name}: {computer.longest:.2f} s at most for a guess", file=sys.stderr)
    within = fmean(rows <= terms.rows for rows in needed)
    return f"{fmean(needed):.2f} ± {stdev(needed) / sqrt(games):.2f} ({within:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=list(CATALOGUE))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--codemaker", choices=LEVELS, default="medium")
    asked = parser.parse_args()
    print("| " + " | ".join(["edition", *LEVELS]) + " |")
    print("| --- " + "| ---: " * len(LEVELS) + "|")
    for line in asked.editions:
        terms = edition_line.read(line)
        codemaker = LEVELS[asked.codemaker]
        cells = [cell(terms, level, codemaker, asked.games, asked.seed) for level in LEVELS.values()]
        print("| " + " | ".join([f"`{line}`", *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
