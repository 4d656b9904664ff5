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


def _sizes(most: int) -> Values:
    """The worst that can be left (Knuth 1977), where the largest counts."""
    return np.arange(most + 1)


def _squares(most: int) -> Values:
    """The number left on average, but for a factor (Irving 1978)."""
    return np.arange(most + 1) ** 2


def _information(most: int) -> Values:
    """The information still missing, but for a factor (Neuwirth 1982): n log n."""
    # A table up to the next power of two serves many sizes.
    return _logarithms(1 << most.bit_length())[: most + 1] * np.arange(most + 1)


def _parts(most: int) -> Values:
    """One for each part, negative, as more are better (Kooi 2005)."""
    return -np.minimum(np.arange(most + 1), 1)


@lru_cache(maxsize=4)
def _logarithms(most: int) -> Values:
    """Logarithms of numbers up to `most`, in parts of a bit.

    They are rounded for primes only and added up for all others, so that splits which are
    equally good by arithmetic (4 1 1 1 1 and 2 2 2 2) are equal here too.
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
