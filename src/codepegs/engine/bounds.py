"""Bounds: what breaking n codes costs at least, counted by classes alone.

A guess ends at most one code, and parts the others into at most K classes. So at most
one code can be broken by the first guess, K by the second, K² by the third, and so on;
filling these places from the front costs no more than any strategy does. Codes may have
weights: then a place takes at most what the heaviest code weighs.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

INFINITE = 1 << 40
"""The cost of what cannot be done."""


@lru_cache(maxsize=64)
def costs(classes: int, most: int, *, heaviest: int = 1) -> NDArray[np.int64]:
    """At [w] the least cost of codes that weigh w, up to `most`, with so many classes a guess.

    >>> costs(2, 8).tolist()
    [0, 1, 3, 5, 8, 11, 14, 17, 21]
    """
    depths = np.empty(most, np.int64)
    depth, room, filled = 1, heaviest, 0
    while filled < most:
        depths[filled : filled + room] = depth
        filled += room
        depth, room = depth + 1, min(room * classes, most)
    table = np.concatenate([[0], np.cumsum(depths)])
    table.flags.writeable = False
    return table


def split_cost(table: NDArray[np.int64], parts: int, weight: int) -> int:
    """The least cost, by a table of costs, of codes that fall into exactly so many parts.

    The table is convex, so an even split is the cheapest.
    """
    if weight < parts or not parts:
        return 0 if weight == parts else INFINITE
    size, larger = divmod(weight, parts)
    return int((parts - larger) * table[size] + (larger * table[size + 1] if larger else 0))


def breakable(classes: int, guesses: int) -> int:
    """How many codes so many guesses can break at most."""
    return sum(classes**depth for depth in range(guesses)) if guesses < 30 else INFINITE
