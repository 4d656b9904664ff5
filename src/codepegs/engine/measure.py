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
"""The number of candidates in each class (columns), for each guess (lines)."""
Values = NDArray[np.int64]
"""The value of each guess: integers, so that guesses with equal splits compare as equal."""

BIT = 1 << 32
"""One bit of information, in the fixed-point units of entropy."""


@dataclass(frozen=True)
class Measure:
    """A value for each part size; the value of a guess is the sum, or the maximum, over its parts."""

    worth: Callable[[int], Values]
    """Returns the values of parts of size 0 up to the given size."""
    largest: bool = False

    def __call__(self, splits: Splits) -> Values:
        worth = self.worth(int(splits.max(initial=0)))[splits]
        return np.asarray(worth.max(axis=1) if self.largest else worth.sum(axis=1), np.int64)


def _sizes(most: int) -> Values:
    """Part sizes; with the maximum, this is the worst case (Knuth 1977)."""
    return np.arange(most + 1)


def _squares(most: int) -> Values:
    """Squares; their sum is the expected number of codes left, up to a factor (Irving 1978)."""
    return np.arange(most + 1) ** 2


def _information(most: int) -> Values:
    """n log n; the sum is the missing information, up to a factor (Neuwirth 1982)."""
    # Tables up to powers of two, so that few are computed.
    return _logarithms(1 << most.bit_length())[: most + 1] * np.arange(most + 1)


def _parts(most: int) -> Values:
    """-1 per part, because more parts are better (Kooi 2005)."""
    return -np.minimum(np.arange(most + 1), 1)


@lru_cache(maxsize=4)
def _logarithms(most: int) -> Values:
    """Return the logarithms of numbers up to `most`, in units of 1 / BIT.

    Only those of primes are rounded, and the others are sums of these. So splits that are
    mathematically equal (4 1 1 1 1 and 2 2 2 2) are equal here too.
    """
    logarithms = np.zeros(most + 1, np.int64)
    for prime in range(2, most + 1):
        if logarithms[prime]:
            continue  # it has factors
        power = prime
        while power <= most:
            logarithms[power::power] += round(log2(prime) * BIT)
            power *= prime
    return logarithms


MEASURES = MappingProxyType(
    {
        "largest": Measure(_sizes, largest=True),
        "expected": Measure(_squares),
        "entropy": Measure(_information),
        "parts": Measure(_parts),
    }
)
"""Every measure by its name."""
