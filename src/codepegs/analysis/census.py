"""The census: a strategy against every code of an edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.strategy import Strategy
from codepegs.rules.code import Code


@dataclass(frozen=True, slots=True)
class Census:
    """How many guesses a strategy needs, the winning one included."""

    first: Code
    histogram: tuple[int, ...]
    """How many codes were broken with 1, 2, 3, … guesses."""

    @property
    def codes(self) -> int:
        return sum(self.histogram)

    @property
    def total(self) -> int:
        return sum(guesses * codes for guesses, codes in enumerate(self.histogram, start=1))

    @property
    def average(self) -> float:
        return self.total / self.codes

    @property
    def worst(self) -> int:
        return len(self.histogram)


def census(
    space: CodeSpace, strategy: Strategy, *, done: Callable[[int], None] = lambda codes: None
) -> Census:
    """Play `strategy` on all codes at once: those that get the same answers share their guesses.

    `done` hears how many codes have been broken, as they are.
    """
    histogram: list[int] = []

    def play(candidates: Indices, guesses: int) -> int:
        """Break `candidates` after so many guesses; the number of the guess that comes first."""
        guess = strategy.guess(space, candidates)
        marks = space.marks(np.array([guess]), candidates)[0]
        for answer in np.unique(marks):
            if answer != space.classes.win:
                play(candidates[marks == answer], guesses + 1)
                continue
            histogram.extend([0] * (guesses + 1 - len(histogram)))
            histogram[guesses] += 1
            done(1)
        return guess

    first = play(space.codes, 0)
    return Census(space.code(first), tuple(histogram))
