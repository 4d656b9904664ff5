"""Lower bounds on the cost of breaking n codes, from class counts alone.

A guess breaks at most one code and splits the others into at most K classes. So the first
guess breaks at most one code, the second K, the third K², and so on. Filling these slots
from the front costs no more than any strategy. Codes may have weights: then each slot
takes at most the weight of the heaviest code.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

INFINITE = 1 << 40
"""The cost of the impossible."""


@lru_cache(maxsize=64)
def costs(classes: int, most: int, *, heaviest: int = 1) -> NDArray[np.int64]:
    """Return a table whose entry [w] bounds the cost of codes of total weight w, up to `most`.

    `classes` is the most parts that a guess can leave.

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
    """Return the least cost, by a table of `costs`, of codes that fall into exactly `parts` parts.

    The table is convex, so an even split is the cheapest.
    """
    if weight < parts or not parts:
        return 0 if weight == parts else INFINITE
    size, larger = divmod(weight, parts)
    return int((parts - larger) * table[size] + (larger * table[size + 1] if larger else 0))


def breakable(classes: int, guesses: int) -> int:
    """Return the most codes that this many guesses can break."""
    return sum(classes**depth for depth in range(guesses)) if guesses < 30 else INFINITE
