"""Strategies: which guess comes next, given the codes that are left."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Protocol

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES, Measure, Splits
from codepegs.engine.symmetry import representatives
from codepegs.errors import UnknownStrategy

MARKS, SAMPLE = 1 << 24, 2_000
"""Marks made, at most, to compare every guess while somebody waits; the size of a sample beyond that."""


class Strategy(Protocol):
    """Chooses a guess."""

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        """The number of the next guess. There is at least one candidate; they are in order."""
        ...


class FirstConsistent:
    """The first code, in order, that fits every answer."""

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        return int(candidates[0])


class RandomConsistent:
    """Any code that fits every answer, each as likely as the other."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        return int(candidates[self._random.randrange(len(candidates))])


class OneStep:
    """The guess whose split is best by a measure; of equals a candidate, and of those the lowest.

    With `soon`, where it would take more than MARKS marks to compare every guess, a
    sample of the candidates, always the same, stands for both guesses and candidates.
    """

    def __init__(self, measure: Measure, *, soon: bool = False) -> None:
        self._measure, self._soon = measure, soon

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        if len(candidates) <= 2:
            # Nothing splits two better than one of them.
            return int(candidates[0])
        if not self.thorough(space, candidates):
            chosen = Random(0).sample(range(len(candidates)), min(SAMPLE, len(candidates)))
            sample = candidates[np.sort(chosen)]
            return int(sample[self._measure(splits(space, sample, sample)).argmin()])
        guesses = self._guesses(space, candidates)
        values = self._measure(splits(space, guesses, candidates))
        best = guesses[values == values.min()]
        good = np.intersect1d(best, candidates, assume_unique=True)
        return int(good[0] if len(good) else best[0])

    def thorough(self, space: CodeSpace, candidates: Indices) -> bool:
        """Whether every guess is compared, and not a sample."""
        return not self._soon or len(self._guesses(space, candidates)) * len(candidates) <= MARKS

    def _guesses(self, space: CodeSpace, candidates: Indices) -> Indices:
        """All guesses; before the first one, one of each kind."""
        if len(candidates) == len(space.codes):
            return representatives(space)
        return np.arange(len(space.guesses))


def splits(space: CodeSpace, guesses: Indices, candidates: Indices) -> Splits:
    """How many of `candidates` fall into each class, for each of `guesses`."""
    classes = len(space.classes)
    found = np.empty((len(guesses), classes), np.int64)
    step = max(1, (1 << 22) // len(candidates))
    for start in range(0, len(guesses), step):
        marks = space.marks(guesses[start : start + step], candidates)
        lines = np.arange(len(marks), dtype=np.int64)[:, None] * classes
        counts = np.bincount((marks + lines).ravel(), minlength=len(marks) * classes)
        found[start : start + step] = counts.reshape(-1, classes)
    return found


STRATEGIES: MappingProxyType[str, Callable[[Random], Strategy]] = MappingProxyType(
    {
        "first-consistent": lambda random: FirstConsistent(),
        "random-consistent": RandomConsistent,
        "largest": lambda random: OneStep(MEASURES["largest"]),
        "expected": lambda random: OneStep(MEASURES["expected"]),
        "entropy": lambda random: OneStep(MEASURES["entropy"]),
        "parts": lambda random: OneStep(MEASURES["parts"]),
        "optimal": lambda random: _optimal(),
    }
)
"""Every strategy by its name, made with the randomness that it may want."""


def _optimal() -> Strategy:
    # The search behind it begins with a one-step strategy, so it imports this module.
    from codepegs.engine.best import Optimal

    return Optimal()


def strategy(name: str, random: Random) -> Strategy:
    """The strategy of that name."""
    if name not in STRATEGIES:
        raise UnknownStrategy(name, tuple(STRATEGIES))
    return STRATEGIES[name](random)
