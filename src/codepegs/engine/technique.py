"""Techniques: what makes the exact search fast, each of which can be left out.

None of them changes what is found; the tests leave out one at a time to show it.
"""

from __future__ import annotations

from enum import IntFlag


class Technique(IntFlag):
    """By name; the kernel knows them by number."""

    SYMMETRY = 1
    """Of guesses that look alike only the lowest is tried."""
    MEMORY = 2
    """Parts are remembered."""
    NAMES = 4
    """Large parts that a change of places and colours turns into each other are one (kernel)."""
    COUNTING = 8
    """Bounds count the classes of a guess, and do not only say that one code at most is broken at once."""
    SMALL = 16
    """Small parts that one guess tells apart have a known cost."""
    LAZY = 32
    """Guesses are looked at closely only when those with better prospects are done with."""


NONE = Technique(0)
