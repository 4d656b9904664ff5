"""Measures: how well a guess splits the candidates. Lower is better in all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import log2
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

Splits = NDArray[np.int64]
"""For each guess (lines) how many candidates each class (columns) has."""
Values = NDArray[np.int64]
"""For each guess what a measure says of it: whole numbers, so that guesses which split alike are equal."""

BIT = 1 << 32
"""One bit of information, as entropy counts it."""


@dataclass(frozen=True)
class Measure:
    """What a part is worth by its size; a guess is judged by the sum over its parts, or by the largest."""

    worth: Callable[[int], Values]
    """For sizes from 0 up to some number, what a part of that size is worth."""
    largest: bool = False

    def __call__(self, splits: Splits) -> Values:
        worth = self.worth(int(splits.max(initial=0)))[splits]
        return np.asarray(worth.max(axis=1) if self.largest else worth.sum(axis=1), np.int64)


@lru_cache(maxsize=4)
def _information(most: int) -> Values:
    """n log n, in 32nd powers of a bit, for n up to a number.

    Logarithms are rounded for primes only and added up for all others, so that splits
    which are equally good by arithmetic (4 1 1 1 1 and 2 2 2 2) are equal here too.
    """
    logarithms = np.zeros(most + 1, np.int64)
    for prime in range(2, most + 1):
        if logarithms[prime]:
            continue  # it has factors
        power = prime
        while power <= most:
            logarithms[power::power] += round(log2(prime) * BIT)
            power *= prime
    return np.arange(most + 1) * logarithms


def _rounded(most: int) -> int:
    """The next power of two less one, so that few tables of information are made."""
    return (1 << most.bit_length()) - 1


MEASURES = MappingProxyType(
    {
        # Knuth 1977: the worst that can be left.
        "largest": Measure(lambda most: np.arange(most + 1), largest=True),
        # Irving 1978: the sum of squares; the number left on average, but for a factor.
        "expected": Measure(lambda most: np.arange(most + 1) ** 2),
        # Neuwirth 1982: the sum of n log n; the information still missing, but for a factor.
        "entropy": Measure(lambda most: _information(_rounded(most))[: most + 1]),
        # Kooi 2005: the number of parts, negative, as more are better.
        "parts": Measure(lambda most: -np.minimum(np.arange(most + 1), 1)),
    }
)
"""Every measure by its name."""
