"""Measure how long reviews take, and the errors of their estimates.

uv run --dev python bench/review.py --games 50
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from time import perf_counter

import numpy as np

from codepegs.analysis.budget import SearchBudget
from codepegs.analysis.guess import estimate_outlook
from codepegs.analysis.review.review import review_game
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.tree_lookup import look_up
from codepegs.notation import edition_line
from codepegs.rules import Agreement, Board, Code, Edition, Game, Guess, Secret, SetCode

BOARDS = (
    "classic-1",
    "classic-2",
    "hasbro-2010",
    "bulls-and-cows",
    "classic-1 colours=8",
    "super",
)
SLOW = ("classic-1 colours=8", "super")
PROVED = ("classic-1", "classic-2", "hasbro-2010", "bulls-and-cows", "mini")


def played(terms: Edition, random: Random) -> Game:
    """Return a game of five rows: four random guesses, then the code."""

    def code(*, repeats: bool) -> Code:
        return Code(tuple((random.choices if repeats else random.sample)(terms.kinds, k=terms.pegs)))

    secret = code(repeats=terms.code_repeats)
    game = Game(1, 0, Board(terms)).play(SetCode(Secret(secret)))
    for _ in range(4):
        guess = code(repeats=terms.guess_repeats)
        game = game if guess == secret else game.play(Guess(guess))
    return game.play(Guess(secret))


def times(line: str, games: int) -> str:
    """Time reviews of random games. The first one also fills the caches."""
    terms, random = edition_line.read(line), Random(0)
    taken, proved, rows = [], 0, 0
    for _ in range(games):
        game = played(terms, random)
        begun = perf_counter()
        found = review_game(Agreement(terms, ("Ada", "Bob"), 2), game, SearchBudget())
        taken.append(perf_counter() - begun)
        proved += sum(row.regret is not None and row.regret.proved for row in found.rows)
        rows += len(found.rows)
    first, *others = taken
    median = sorted(others)[len(others) // 2]
    return f"| `{line}` | {games} | {first:.2f} | {median:.2f} | {max(others):.2f} | {proved / rows:.0%} |"


def errors(line: str) -> str:
    """Measure the error of the estimate on the parts of the best strategy, weighted by frequency."""
    terms = edition_line.read(line)
    space = CodeSpace.of(terms)
    parts, off, weights = [space.codes], list[float](), list[int]()
    while parts:
        part = parts.pop()
        choice = look_up(space, part)
        assert choice is not None
        assert choice.total is not None
        if len(part) > 2:
            off.append(estimate_outlook(terms, len(part), None).guesses - choice.total / len(part))
            weights.append(len(part))
        parts += [left for answer, left in space.split(choice.guess, part) if answer != space.classes.win]
    mean = np.average(off, weights=weights)
    spread = sqrt(np.average((np.array(off) - mean) ** 2, weights=weights))
    return f"| `{line}` | {len(off)} | {mean:+.3f} | {spread:.3f} | {max(map(abs, off)):.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    given = parser.parse_args()
    print("| board | games | first, s | median, s | slowest, s | rows proved |")
    print("|---|---:|---:|---:|---:|---:|")
    for line in BOARDS:
        print(times(line, min(given.games, 8) if line in SLOW else given.games), flush=True)
    print("\n| board | positions | mean error | spread | largest |")
    print("|---|---:|---:|---:|---:|")
    for line in PROVED:
        print(errors(line))


if __name__ == "__main__":
    main()
