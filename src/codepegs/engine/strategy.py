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
"""Marks made, at most, to compare every guess while somebody waits; the size of a sample beyond that."""


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
    """The guess whose split is best by a measure; of equals a candidate, and of those the lowest.

    With `consistent` only candidates are guessed. With `quick`, where it would take more
    than MARKS marks to compare every guess, a sample of the candidates, always the same,
    stands for both guesses and candidates.
    """

    def __init__(
        self, measure: Measure, *, consistent: bool = False, quick: bool = False, kernel: bool | None = None
    ) -> None:
        self._measure, self._consistent, self._quick, self._kernel = measure, consistent, quick, kernel

    def guess(self, space: CodeSpace, candidates: Indices) -> int:
        if len(candidates) <= 2:
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
        values = judge_all(space, self._measure, guesses, candidates, kernel=self._kernel)
        best = guesses[values == values.min()]
        good = np.intersect1d(best, candidates, assume_unique=True)
        return int(good[0] if len(good) else best[0])

    def _guesses(self, space: CodeSpace, candidates: Indices) -> Indices:
        """All that may be guessed; before the first guess, one of each kind."""
        if self._consistent:
            return candidates
        if len(candidates) == len(space.codes):
            return representatives(space)
        return np.arange(len(space.guesses))

    def _telling_apart(self, space: CodeSpace, candidates: Indices) -> int | None:
        """The lowest candidate that tells all of them apart, than which no guess is better."""
        in_order = np.sort(space.marks(candidates, candidates), axis=1)
        apart = candidates[(in_order[:, 1:] != in_order[:, :-1]).all(axis=1)]
        return int(apart[0]) if len(apart) else None


_BLOCK = 1 << 22
"""Marks that are looked at in one go where there is no table of them."""


def split_all(
    space: CodeSpace, guesses: Indices, candidates: Indices, *, kernel: bool | None = None
) -> Splits:
    """How many of `candidates` fall into each class, for each of `guesses`."""
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
    """What a measure says of each of `guesses`."""
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
"""Every strategy by its name, made with the randomness that it may want."""


def _optimal() -> Strategy:
    # The search behind it begins with a one-step strategy, so it imports this module.
    from codepegs.engine.optimal_strategy import Optimal

    return Optimal()


def find_strategy(name: str, random: Random) -> Strategy:
    """The strategy of that name."""
    if name not in STRATEGIES:
        raise UnknownStrategy(name, tuple(STRATEGIES))
    return STRATEGIES[name](random)
