"""Strategies: which guess comes next, given the codes that are left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Protocol, runtime_checkable

import numpy as np

from codepegs.engine import kernel as fast
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.marking import count_classes
from codepegs.engine.measure import MEASURES, Measure, Splits, Values
from codepegs.engine.symmetry import representatives
from codepegs.errors import UnknownStrategy

MARKS, SAMPLE = 1 << 24, 2_000
"""Limit of a quick comparison of every guess, in marks; the sample size above it."""


class Strategy(Protocol):
    """Chooses the next guess."""

    def guess(self, space: CodeSpace, candidates: Indices, rows: int | None = None) -> int:
        """Return the number of the next guess. There is at least one candidate; they are in order.

        `rows` is the number of rows left, at least one; None for no limit.
        """
        ...


@runtime_checkable
class Branching(Strategy, Protocol):
    """Random strategy that can derive a separate random stream for each sequence of answers.

    Its guesses then depend neither on the order of calls nor on the process.
    """

    def branch(self, answers: Sequence[int]) -> Strategy:
        """Return the strategy with the random stream of these answers, given as classes."""
        ...


class FirstConsistent:
    """Guesses the first code, in order, that fits every answer."""

    def guess(self, space: CodeSpace, candidates: Indices, rows: int | None = None) -> int:
        return int(candidates[0])


class RandomConsistent:
    """Guesses a random code that fits every answer."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def guess(self, space: CodeSpace, candidates: Indices, rows: int | None = None) -> int:
        return int(candidates[self._random.randrange(len(candidates))])

    def branch(self, answers: Sequence[int]) -> RandomConsistent:
        return RandomConsistent(Random(f"{self._seed} {bytes(answers).hex()}"))

    @cached_property
    def _seed(self) -> int:
        """The seed that all branches share, drawn on first use."""
        return self._random.getrandbits(64)


class OneStep:
    """Guesses what splits the candidates best by a measure; ties prefer candidates, then the lowest.

    In the last row it guesses a candidate, and with two rows left what makes the most parts,
    whatever the measure: the last guess breaks one code of each part. With `consistent` it
    guesses only candidates. With `quick`, if comparing every guess takes more than MARKS marks,
    a fixed sample of the candidates stands for both guesses and candidates.
    """

    def __init__(
        self, measure: Measure, *, consistent: bool = False, quick: bool = False, kernel: bool | None = None
    ) -> None:
        self._measure, self._consistent, self._quick, self._kernel = measure, consistent, quick, kernel

    def guess(self, space: CodeSpace, candidates: Indices, rows: int | None = None) -> int:
        if len(candidates) <= 2 or rows == 1:
            # Nothing splits two better than one of them.
            return int(candidates[0])
        if len(candidates) <= len(space.classes):
            apart = self._telling_apart(space, candidates)
            if apart is not None:
                return apart
        guesses = self._guesses(space, candidates)
        if self._quick and len(guesses) * len(candidates) > MARKS:
            chosen = Random(0).sample(range(len(candidates)), min(SAMPLE, len(candidates)))
            guesses = candidates = candidates[np.sort(chosen)]
        measure = MEASURES["parts"] if rows == 2 else self._measure
        values = judge_all(space, measure, guesses, candidates, kernel=self._kernel)
        best = guesses[values == values.min()]
        good = np.intersect1d(best, candidates, assume_unique=True)
        return int(good[0] if len(good) else best[0])

    def _guesses(self, space: CodeSpace, candidates: Indices) -> Indices:
        """Return the guesses to compare; before the first guess, one of each symmetry class."""
        if self._consistent:
            return candidates
        if len(candidates) == len(space.codes):
            return representatives(space)
        return np.arange(len(space.guesses))

    def _telling_apart(self, space: CodeSpace, candidates: Indices) -> int | None:
        """Return the lowest candidate that tells all of them apart: no guess is better."""
        in_order = np.sort(space.marks(candidates, candidates), axis=1)
        apart = candidates[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
        return int(apart[0]) if len(apart) else None


_BLOCK = 1 << 22
"""Marks per block if there is no table of them."""


def split_all(
    space: CodeSpace, guesses: Indices, candidates: Indices, *, kernel: bool | None = None
) -> Splits:
    """Count the candidates in each class, for each guess."""
    classes = len(space.classes)
    if fast.use_kernel(kernel) and space.table is not None:
        return fast.split_all(space.table, guesses, space.columns(candidates), classes)
    found = np.empty((len(guesses), classes), np.int64)
    step = max(1, _BLOCK // len(candidates))
    for start in range(0, len(guesses), step):
        marks = space.marks(guesses[start : start + step], candidates)
        found[start : start + step] = count_classes(marks, classes, kernel=kernel)
    return found


def judge_all(
    space: CodeSpace, measure: Measure, guesses: Indices, candidates: Indices, *, kernel: bool | None = None
) -> Values:
    """Return the value of each guess by a measure."""
    if fast.use_kernel(kernel) and space.table is not None:
        places, worth = space.columns(candidates), measure.worth(len(candidates))
        classes = len(space.classes)
        return fast.judge_all(space.table, guesses, places, classes, worth, largest=measure.largest)
    return measure(split_all(space, guesses, candidates, kernel=kernel))


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
"""Every strategy by its name, as a factory that takes a source of randomness."""


def _optimal() -> Strategy:
    # Its search uses a one-step strategy, so it imports this module.
    from codepegs.engine.optimal_strategy import Optimal

    return Optimal()


def find_strategy(name: str, random: Random) -> Strategy:
    """Return the strategy of that name."""
    if name not in STRATEGIES:
        raise UnknownStrategy(name, tuple(STRATEGIES))
    return STRATEGIES[name](random)
