"""Strategies: which guess comes next, given the codes that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.measure import MEASURES, Measure, Splits
from codepegs.engine.symmetry import representatives
from codepegs.errors import UnknownStrategy


class Strategy(Protocol):
    """Chooses a guess."""

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        """The number of the next guess. There is at least one candidate; they are in order."""
        ...


@runtime_checkable
class Branching(Strategy, Protocol):
    """Chooses at random, and can be asked to do so from a beginning of its own after each answer.

    Then what it does there depends neither on the order in which it is asked nor on the
    process it is asked in.
    """

    def branch(self, answers: Sequence[int]) -> Strategy:
        """The same strategy with the chances that belong to these answers, given as classes."""
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

    def branch(self, answers: Sequence[int]) -> RandomConsistent:
        return RandomConsistent(Random(f"{self._seed} {bytes(answers).hex()}"))

    @cached_property
    def _seed(self) -> int:
        """What all branches have in common: drawn when the first is asked for."""
        return self._random.getrandbits(64)


class OneStep:
    """The guess whose split is best by a measure; of equals a candidate, and of those the lowest."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        if len(candidates) <= 2:
            # Nothing splits two better than one of them.
            return int(candidates[0])
        guesses = np.arange(len(space.guesses))
        if len(candidates) == len(space.codes):
            guesses = representatives(space)
        values = self._measure(splits(space, guesses, candidates))
        best = guesses[values == values.min()]
        good = np.intersect1d(best, candidates, assume_unique=True)
        return int(good[0] if len(good) else best[0])


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
    }
)
"""Every strategy by its name, made with the randomness that it may want."""


def strategy(name: str, random: Random) -> Strategy:
    """The strategy of that name."""
    if name not in STRATEGIES:
        raise UnknownStrategy(name, tuple(STRATEGIES))
    return STRATEGIES[name](random)
