"""Measures: how well a guess splits the candidates. Lower is better in all of them."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

Splits = NDArray[np.int64]
"""For each guess (lines) how many candidates each class (columns) has."""
Values = NDArray[np.float64]
"""For each guess what a measure says of it."""
Measure = Callable[[Splits], Values]


def largest(splits: Splits) -> Values:
    """The size of the largest part (Knuth 1977): the worst that can be left."""
    return np.asarray(splits.max(axis=1), np.float64)


def expected(splits: Splits) -> Values:
    """The sum of squares (Irving 1978): the number left on average, but for a factor."""
    return np.asarray((splits * splits).sum(axis=1), np.float64)


def entropy(splits: Splits) -> Values:
    """The sum of n log n (Neuwirth 1982): the information still missing, but for a factor.

    Parts are added up in order of size, so that guesses which split alike count as equal.
    """
    sizes = np.sort(splits, axis=1)
    return np.asarray((sizes * np.log(np.maximum(sizes, 1))).sum(axis=1))


def parts(splits: Splits) -> Values:
    """The number of parts (Kooi 2005), negative, as more are better."""
    return np.asarray(-np.count_nonzero(splits, axis=1), np.float64)


MEASURES = MappingProxyType({"largest": largest, "expected": expected, "entropy": entropy, "parts": parts})
"""Every measure by its name."""
