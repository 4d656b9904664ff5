"""Measure the strategy for large boards: average, standard error, and slowest guess.

uv run --dev python bench/large.py 5x8 6x9 8x10 10x12 12x26 --games 200
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from codepegs.engine.sampling.strategy import SamplingGuesser
from codepegs.rules import Board, Code, Edition, find_edition, mark


def play(terms: Edition, seed: int) -> tuple[int, float]:
    """Return the guesses for a random code, at most 30, and the seconds of the slowest guess."""
    random = Random(seed)
    draw = random.choices if terms.code_repeats else random.sample
    secret = Code(tuple(draw(terms.kinds, k=terms.pegs)))
    strategy, board, slowest = SamplingGuesser(terms, random), Board(terms), 0.0
    while not board.broken:
        started = perf_counter()
        guess = strategy.guess(board)
        slowest = max(slowest, perf_counter() - started)
        assert guess is not None
        board = board.guess(guess).answer(mark(guess, secret))
    return len(board.rows), slowest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="+", help="pegs x colours, as 6x9; 6x9n without repeats")
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    print("| board | games | average | standard error | longest game | slowest guess, s | seconds a game |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for board in given.boards:
        pegs, colours = map(int, board.rstrip("n").split("x"))
        repeats = not board.endswith("n")
        terms = find_edition(
            "super", pegs=pegs, colours=colours, rows=30, code_repeats=repeats, guess_repeats=repeats
        )
        started = perf_counter()
        games = [play(terms, seed) for seed in range(given.games)]
        lengths = [length for length, _ in games]
        error = stdev(lengths) / sqrt(len(lengths))
        slowest = max(seconds for _, seconds in games)
        each = (perf_counter() - started) / len(games)
        print(
            f"| {board} | {len(games)} | {fmean(lengths):.3f} | {error:.3f} | {max(lengths)} "
            f"| {slowest:.2f} | {each:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
