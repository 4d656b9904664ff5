"""Bounds: what breaking n codes costs at least, counted by classes alone.

A guess ends at most one code, and parts the others into at most K classes. So at most
one code can be broken by the first guess, K by the second, K² by the third, and so on;
filling these places from the front costs no more than any strategy does.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate

INFINITE = 1 << 40
"""The cost of what cannot be done."""


@lru_cache(maxsize=256)
def costs(classes: int, most: int) -> list[int]:
    """At [n] the least cost of breaking n codes, n up to `most`, with so many classes a guess.

    >>> costs(2, 8)
    [0, 1, 3, 5, 8, 11, 14, 17, 21]
    """
    depths: list[int] = []
    depth, room = 1, 1
    while len(depths) < most:
        depths += [depth] * min(room, most - len(depths))
        depth, room = depth + 1, room * classes
    return [0, *accumulate(depths)]


@lru_cache(maxsize=1 << 16)
def split_cost(classes: int, parts: int, codes: int, most: int) -> int:
    """The least cost of `codes` codes that fall into exactly so many parts.

    `costs` is convex, so an even split is the cheapest.
    """
    if not parts:
        return INFINITE if codes else 0
    if codes < parts:
        return INFINITE
    size, larger = divmod(codes, parts)
    table = costs(classes, most)
    return (parts - larger) * table[size] + (larger * table[size + 1] if larger else 0)


def breakable(classes: int, guesses: int) -> int:
    """How many codes so many guesses can break at most."""
    return sum(classes**depth for depth in range(guesses)) if guesses < 30 else INFINITE
