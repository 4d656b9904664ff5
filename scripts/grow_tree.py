#!/usr/bin/env -S uv run --dev python
"""Grow a good strategy for a board too large to prove, and write it out as a tree. From the root:

    scripts/grow_tree.py super 11223 -o super.tree              a minute of CPU time
    scripts/grow_tree.py super 11223 --tries 6,4 -o super.tree  half an hour, for a better one
    scripts/grow_tree.py … --cluster ADDRESS                    the same on a Dask cluster

The first guess is given, as numbers of colours. After it, while many codes are left, some of the
guesses that tell most are tried out; once few are left, the rest is searched for the best
strategy that uses guesses which tell much. The result is not proved optimal; `codepegs strategy tree
verify` shows what it needs. This script needs the kernel.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from codepegs.cli import cluster
from codepegs.cli.cores import available_cores
from codepegs.engine import MEASURES, CodeSpace, tree
from codepegs.engine.bounds import INFINITE
from codepegs.engine.codespace import Indices
from codepegs.engine.measure import BIT
from codepegs.engine.search_kernel import KernelSearch
from codepegs.engine.strategy import judge_all
from codepegs.engine.tree import build_tree
from codepegs.notation import edition_line
from codepegs.rules import Code, Colour, Edition

FEW = 80
"""Limit of candidates for the exact search."""
GUESSES, STEPS = 800, 2_000
"""Limits of the search: guesses besides the candidates, and steps."""
FOREVER = 1 << 60

Choices = dict[bytes, int]
"""The guess for each part, by its bytes."""


class Grower:
    """Finds guesses for parts of one space, and stores its choices."""

    def __init__(self, edition: Edition, tries: tuple[int, ...]) -> None:
        self.space, self._tries = CodeSpace.of(edition), tries
        self.choices: Choices = {}

    def grow(self, part: Indices, depth: int) -> int:
        """Return the cost of the best strategy found for a part."""
        if len(part) <= 2:
            return 2 * len(part) - 1
        if len(part) <= FEW:
            return self._search(part)
        best, chosen = INFINITE, -1
        for guess, split in self._promising(part, self._tries[depth] if depth < len(self._tries) else 1):
            parts = [codes for answer, codes in split if answer != self.space.classes.win]
            total = len(part) + sum(self.grow(codes, depth + 1) for codes in parts)
            if total < best:
                best, chosen = total, guess
        self.choices[part.tobytes()] = chosen
        return best

    def _missing(self, part: Indices) -> Indices:
        """Return the missing information after each guess, minus half a bit for one that may win."""
        values = judge_all(self.space, MEASURES["entropy"], np.arange(len(self.space.guesses)), part)
        values[part] -= BIT // 2
        return values

    def _promising(self, part: Indices, count: int) -> list[tuple[int, list[tuple[int, Indices]]]]:
        """Return the most informative guesses with their splits, one per multiset of part sizes."""
        found: dict[tuple[int, ...], tuple[int, list[tuple[int, Indices]]]] = {}
        for guess in np.argsort(self._missing(part), kind="stable").tolist():
            split = self.space.split(guess, part)
            found.setdefault(tuple(sorted(len(codes) for _, codes in split)), (guess, split))
            if len(found) == count:
                break
        return list(found.values())

    def _search(self, part: Indices) -> int:
        telling = np.argpartition(self._missing(part), GUESSES)[:GUESSES]
        guesses = np.union1d(telling, part)
        # Not by copy(), which would return the cached space of the edition itself.
        narrow = object.__new__(CodeSpace)
        vars(narrow).update(vars(self.space))
        narrow.guesses = self.space.guesses[guesses]
        table = self.space.marks(guesses, part)
        search = KernelSearch(narrow, np.searchsorted(guesses, part), table)

        def settle(places: Indices, steps: int) -> int:
            if len(places) <= 2:
                return 2 * len(places) - 1
            found = search.solve(
                places,
                [],
                symmetric=False,
                budget=INFINITE - 1,
                left=99,
                steps=steps,
                report=lambda found: False,
            )
            if found.guess < 0:
                return settle(places, 2 * steps)
            self.choices[part[places].tobytes()] = int(guesses[found.guess])
            answers = table[found.guess, places]
            rest = [places[answers == a] for a in np.unique(answers) if a != self.space.classes.win]
            # Its parts are known by now, and only looked up.
            return len(places) + sum(settle(codes, FOREVER) for codes in rest)

        return settle(np.arange(len(part)), STEPS)


def grown(edition: Edition, tries: tuple[int, ...], part: Indices) -> tuple[int, Choices]:
    """A job for a worker."""
    grower = Grower(edition, tries)
    return grower.grow(part, 0), grower.choices


def main() -> None:
    parser = argparse.ArgumentParser(description="Grow a good strategy for a board too large to prove.")
    parser.add_argument("edition", type=edition_line.read)
    parser.add_argument("first", help="the first guess, as numbers of colours: 11223")
    parser.add_argument("--tries", default="1", help="guesses tried at the second, third … guess")
    parser.add_argument("--workers", type=int, default=available_cores())
    parser.add_argument("--cluster", help="the address of a Dask scheduler")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    edition: Edition = options.edition
    space, tries = CodeSpace.of(edition), tuple(map(int, options.tries.split(",")))
    first = space.number(Code(tuple(Colour(int(digit) - 1) for digit in options.first)))
    choices, total = {space.codes.tobytes(): first}, len(space.codes)
    parts = [codes for answer, codes in space.split(first, space.codes) if answer != space.classes.win]
    parts.sort(key=len, reverse=True)
    address: str | None = options.cluster
    with ThreadPoolExecutor(options.workers) if address is None else cluster.connect(address) as executor:
        jobs = [(codes, executor.submit(grown, edition, tries, codes)) for codes in parts]
        for codes, job in jobs:
            cost, chosen = job.result()
            total, choices = total + cost, choices | chosen
            print(f"{len(codes):8,} codes {cost:9,} guesses {cost / len(codes):.4f}", flush=True)
    print(f"{len(space.codes):8,} codes {total:9,} guesses {total / len(space.codes):.4f}")
    written = tree.write(build_tree(edition, lambda candidates, depth: choices[candidates.tobytes()]))
    options.output.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
