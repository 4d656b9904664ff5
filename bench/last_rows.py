#!/usr/bin/env -S uv run --dev python
"""Check and time the advice for the last rows of a game. From the root of the project:

    bench/last_rows.py                     classic-1 and hasbro-2010
    bench/last_rows.py --games 20 mini     fewer games, another edition

It collects the positions with two codes left or more that three kinds of play reach: perfect play (every
part of the bundled tree), guesses that fit, and random guesses. In each it leaves one, two and three rows,
and asks the level `perfect` and the hints for a guess. Then it tries every guess, without the search of the
engine, and counts the positions in which another guess has a better chance to break the code in the rows
left. The output has for each edition and number of rows: positions, and those tried in full; then for the
level and for the hints the positions with worse advice, those with a guess that has no chance at all, and
milliseconds of CPU time, median and slowest. It exits with 1 if a guess was worse.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time

import numpy as np
from numpy.typing import NDArray

from codepegs.analysis.hint import find_hint
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.optimal_strategy import OptimalGuesser
from codepegs.notation import edition_line
from codepegs.rules import Board, Code, Edition, Row, mark
from codepegs.rules.edition import MAX_ROWS

MAX_TRIED = 1_500_000
"""Limit of parts to try in one position, so that it takes seconds."""


class Brute:
    """The most codes that can be broken in one to three rows, by trying every guess."""

    def __init__(self, space: CodeSpace) -> None:
        self._space = space
        marks = space.marks(np.arange(len(space.guesses)), space.codes)
        self._bits = (np.uint32(1) << marks.T.astype(np.uint32)).copy()
        """By code and guess, the bit of the answer."""
        self._most_parts: dict[bytes, int] = {}

    def broken(self, guess: int, codes: Indices, rows: int) -> int:
        """Count the codes that are broken if this guess comes next and the best ones follow."""
        parts = self._space.split(guess, codes)
        win = self._space.classes.win
        return sum(1 if answer == win else self._most(part, rows - 1) for answer, part in parts)

    def most(self, codes: Indices, rows: int) -> int | None:
        """Return the most codes that can be broken; None if there are too many parts to try."""
        if rows < 3:
            return self._most(codes, rows)
        marks = self._space.marks(np.arange(len(self._space.guesses)), codes)
        _, first = np.unique(marks, axis=0, return_index=True)
        if len(first) * len(codes) > MAX_TRIED:
            return None
        return max(self.broken(int(guess), codes, rows) for guess in first)

    def _most(self, codes: Indices, rows: int) -> int:
        if rows < 2 or len(codes) < 3:
            return min(rows, len(codes))
        key = codes.tobytes()
        if key not in self._most_parts:
            found: NDArray[np.uint32] = np.bitwise_or.reduce(self._bits[self._space.columns(codes)], axis=0)
            self._most_parts[key] = int(np.bitwise_count(found).max())
        return self._most_parts[key]


def perfect_play(edition: Edition) -> Iterator[Board]:
    """Yield every position of the best strategy, by following its guesses for every answer."""
    guesser = OptimalGuesser(edition)
    space, boards = guesser.space, [Board(edition)]
    while boards:
        board = boards.pop()
        yield board
        guess = guesser.guess(board)
        assert guess is not None
        for answer, part in space.split(space.number(guess), space.candidates(board)):
            if answer != space.classes.win and len(part) > 1:
                boards.append(Board(edition, (*board.rows, Row(guess, space.classes.feedbacks[answer]))))


def random_play(edition: Edition, random: Random, games: int, *, fitting: bool) -> Iterator[Board]:
    """Yield the positions of some games with random guesses, or with random guesses that fit."""
    space = CodeSpace.of(edition)
    for _ in range(games):
        secret = space.code(int(random.choice(space.codes)))
        board = Board(edition)
        while len(codes := space.candidates(board)) > 1 and len(board.rows) < MAX_ROWS - 3:
            yield board
            guess: Code = space.code(int(random.choice(codes if fitting else range(len(space.guesses)))))
            if guess == secret:
                break
            board = Board(edition, (*board.rows, Row(guess, mark(guess, secret))))


def positions(edition: Edition, games: int) -> list[Board]:
    """Return the positions of all kinds of play, one for each set of codes left."""
    endless, random, found = edition.with_rules(rows=MAX_ROWS), Random(1), dict[bytes, Board]()
    space = CodeSpace.of(edition)
    for boards in (
        perfect_play(endless),
        random_play(endless, random, games, fitting=True),
        random_play(endless, random, games, fitting=False),
    ):
        for board in boards:
            found.setdefault(space.candidates(board).tobytes(), board)
    return [*found.values()]


def check(line: str, games: int) -> int:
    """Print a line of the table for each number of rows left; return how often advice was worse."""
    edition = edition_line.read(line)
    space, met = CodeSpace.of(edition), positions(edition, games)
    brute, all_worse = Brute(space), 0
    for board in met[:20]:
        hinted(board)  # loads what is loaded once
    for rows in (1, 2, 3):
        tried, hopeless, worse = 0, [0, 0], [0, 0]
        seconds: tuple[list[float], list[float]] = ([], [])
        for endless in met:
            board = Board(edition.with_rules(rows=len(endless.rows) + rows), endless.rows)
            codes = space.candidates(board)
            most = brute.most(codes, rows)
            tried += most is not None
            for place, ask in enumerate((guessed, hinted)):
                begun = process_time()
                guess = ask(board)
                seconds[place].append(process_time() - begun)
                broken = brute.broken(space.number(guess), codes, rows)
                hopeless[place] += not broken
                worse[place] += most is not None and broken < most
        times = [f"{1000 * median(each):.1f}, {1000 * max(each):.1f}" for each in seconds]
        show(f"`{line}`", rows, len(met), tried, *worse, *hopeless, *times)
        all_worse += sum(worse)
    return all_worse


def guessed(board: Board) -> Code:
    """Return the guess of the level `perfect`."""
    guess = OptimalGuesser(board.edition).guess(board)
    assert guess is not None
    return guess


def hinted(board: Board) -> Code:
    return find_hint(board).best.guess


def show(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=["classic-1", "hasbro-2010"])
    parser.add_argument("--games", type=int, default=100)
    asked = parser.parse_args()
    advisers = ("level", "hint")
    titles = [f"{what}, {adviser}" for what in ("worse", "no chance", "ms") for adviser in advisers]
    show("edition", "rows", "positions", "tried", *titles)
    show("---", *["---:"] * 9)
    return 1 if sum([check(line, asked.games) for line in asked.editions]) else 0


if __name__ == "__main__":
    sys.exit(main())
