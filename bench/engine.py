#!/usr/bin/env -S uv run --dev python
"""Measure the speed of the engine. From the root of the project:

    bench/engine.py                          everything, with numpy and with the kernel
    bench/engine.py --only proof --repeat 9  one of: marks, marks-large, tree, proof, moves, rows

Prints CPU seconds: the best and the median of several runs. bench/README.md explains the names.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time

import numpy as np

from codepegs.engine import CodeSpace, kernel, marking
from codepegs.engine.codespace import Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.optimum import Optimum
from codepegs.engine.strategy import OneStep
from codepegs.engine.tree import build_tree
from codepegs.rules import Edition, find_edition

POSITIONS = 50
ENOUGH = 20.0
"""Seconds after which a measurement is not repeated again."""


def board(name: str) -> Edition:
    repeats = "x" in name
    pegs, colours = map(int, name.split("x" if repeats else "of"))
    return find_edition("classic-1", pegs=pegs, colours=colours, code_repeats=repeats, guess_repeats=repeats)


def timed(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


def show(name: str, by: str, measure: Callable[[], float], repeat: int, *, pairs: int = 0) -> float:
    """Measure `repeat` times, or until it took long enough; print and return the best."""
    found: list[float] = []
    while len(found) < repeat and sum(found) < ENOUGH:
        found.append(measure())
    best, usual = (
        f"{pairs / each / 1e6:7,.0f} M pairs/s" if pairs else seconds(each)
        for each in (min(found), median(found))
    )
    print(f"{name:14}{by:10}{best} best {usual} median  {len(found)} runs", flush=True)
    return min(found)


def seconds(value: float) -> str:
    return f"{value:9.3f} s " if value >= 0.1 else f"{value * 1000:9.3f} ms"


def show_ratio(best: list[float], first: str, second: str) -> None:
    print(f"{'':14}{first} takes {best[0] / best[1]:.2f} times as long as {second}")


def works(name: str, use_kernel: bool) -> tuple[Callable[[], float], int]:
    """Return the measurement of that name, and its number of marks if it is measured in marks."""
    if name in ("marks", "marks-large"):
        space = CodeSpace(board("4x6" if name == "marks" else "5x8"))
        guesses, codes = space.guesses[:2_048], space.guesses
        return lambda: timed(
            lambda: marking.mark_all(
                guesses, codes, space.classes, colours=len(space.kinds), kernel=use_kernel
            )
        ), len(guesses) * len(codes)
    terms = board("4x6")
    space = CodeSpace.of(terms)
    assert space.table is not None  # made once, and not measured
    if name == "tree":
        one_step = OneStep(MEASURES["entropy"], kernel=use_kernel)
        return lambda: timed(lambda: build_tree(terms, lambda left, depth: one_step.guess(space, left))), 0
    if name == "proof":
        return lambda: timed(lambda: Optimum(space, kernel=use_kernel).solve(space.codes)), 0
    met = [*positions(space, Random(0))]
    return lambda: timed(lambda: moves(space, met, use_kernel)) / len(met), 0


def moves(
    space: CodeSpace, met: list[tuple[list[int], Indices]], use_kernel: bool | None, rows: int | None = None
) -> None:
    """Find the best guess in each position, with one search and its memo, on a board with `rows`."""
    optimum = Optimum(space, kernel=use_kernel)
    for history, candidates in met:
        left = None if rows is None else rows - len(history)
        optimum.solve(candidates, history, rows=left)
        optimum.guess(candidates, left)


def compare_rows(slug: str, repeat: int) -> None:
    """Measure by turns how long a move takes with the rows of an edition, and without a limit."""
    terms = find_edition(slug)
    space = CodeSpace.of(terms)
    assert space.table is not None  # made once, and not measured
    met = [*positions(space, Random(0))]
    limited, endless = list[float](), list[float]()
    for _ in range(3 * repeat):
        limited.append(timed(lambda: moves(space, met, None, terms.rows)) / len(met))
        endless.append(timed(lambda: moves(space, met, None)) / len(met))
    best = [min(limited), min(endless)]
    print(f"{'rows':14}{slug:14}{seconds(best[0])} with rows {seconds(best[1])} without", flush=True)
    show_ratio(best, f"with {terms.rows} rows it", "without a limit")


def positions(space: CodeSpace, random: Random) -> Iterator[tuple[list[int], Indices]]:
    """Return boards of one to three random guesses, with the codes that fit them."""
    for _ in range(POSITIONS):
        candidates, history = space.codes, list[int]()
        secret = int(space.codes[random.randrange(len(space.codes))])
        for _ in range(random.randint(1, 3)):
            history.append(random.randrange(len(space.guesses)))
            answers = space.marks(np.array(history[-1:]), candidates)[0]
            candidates = candidates[answers == answers[candidates == secret]]
        yield history, candidates


def main() -> None:
    names = ("marks", "marks-large", "tree", "proof", "moves", "rows")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", choices=names, action="append")
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    ways = {"numpy": False, "kernel": True} if kernel.available else {"numpy": False}
    for name in given.only or names:
        if name == "rows":
            for slug in ("classic-1", "hasbro-2010"):
                compare_rows(slug, given.repeat)
            continue
        best = []
        for way, use_kernel in ways.items():
            measure, pairs = works(name, use_kernel)
            best.append(show(name, way, measure, given.repeat, pairs=pairs))
        if len(best) == 2:
            show_ratio(best, "numpy", "kernel")


if __name__ == "__main__":
    main()
