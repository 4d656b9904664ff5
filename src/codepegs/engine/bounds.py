"""Lower bounds on the cost of breaking n codes, from class counts and the guesses left alone.

A guess breaks at most one code and splits the others into at most K classes. So the first
guess breaks at most one code, the second K, the third K², and so on. Filling these slots
from the front costs no more than any strategy. Codes may have weights: then each slot
takes at most the weight of the heaviest code.

If guesses are limited, the codes that find no slot are lost. The cost of a lost code is the
guesses that it takes, and LOST. So one number puts the chance to break the code first, and
the expected guesses second.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LOST = 1 << 25
"""The cost of a code that is not broken, besides its guesses: more than all guesses of all codes."""
INFINITE = 1 << 50
"""The cost of the impossible."""
UNLIMITED = 99
"""Stands for guesses without a limit."""


def after(left: int) -> int:
    """Return the guesses left after one more."""
    return left if left == UNLIMITED else left - 1


@lru_cache(maxsize=256)
def costs(classes: int, most: int, *, heaviest: int = 1, left: int = UNLIMITED) -> NDArray[np.int64]:
    """Return a table whose entry [w] bounds the cost of codes of total weight w, up to `most`.

    `classes` is the most parts that a guess can leave.

    >>> costs(2, 8).tolist()
    [0, 1, 3, 5, 8, 11, 14, 17, 21]
    >>> (costs(2, 5, left=2) % LOST).tolist(), (costs(2, 5, left=2) // LOST).tolist()
    ([0, 1, 3, 5, 7, 9], [0, 0, 0, 0, 1, 2])
    """
    depths = np.full(most, left + LOST, np.int64)
    depth, room, filled = 1, heaviest, 0
    while filled < most and (depth <= left or left == UNLIMITED):
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
