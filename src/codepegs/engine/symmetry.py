"""Symmetries: permutations of colours and places that fix the guesses so far.

If a symmetry maps one guess to another, both have the same value, so that only one of them
has to be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices

MAX_PEGS = 6
"""Limit for listing all permutations of the places."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A permutation of the places, and of the colours as far as the guesses so far determine it."""

    places: tuple[int, ...]
    colours: dict[int, int] = field(default_factory=dict)

    def fixing(self, guess: Sequence[int]) -> Symmetry | None:
        """Return this symmetry with its colours extended so that it fixes `guess`; None if it cannot."""
        colours = dict(self.colours)
        taken = set(colours.values())
        for place, colour in zip(self.places, guess, strict=True):
            old = guess[place]
            if old not in colours and colour not in taken:
                colours[old] = colour
                taken.add(colour)
            elif colours.get(old) != colour:
                return None
        return Symmetry(self.places, colours)

    def maps_lower(self, guess: Sequence[int]) -> bool:
        """Whether it maps `guess` to a lower one if undetermined colours are mapped as low as possible."""
        colours = dict(self.colours)
        taken = set(colours.values())
        free = 0
        for place, colour in zip(self.places, guess, strict=True):
            old = guess[place]
            if old not in colours:
                while free in taken:
                    free += 1
                colours[old] = free
                taken.add(free)
            if colours[old] != colour:
                return colours[old] < colour
        return False


def all_symmetries(pegs: int) -> list[Symmetry]:
    """Return all symmetries before any guess; none if there would be too many."""
    return [Symmetry(places) for places in permutations(range(pegs))] if pegs <= MAX_PEGS else []


def fixing(symmetries: Iterable[Symmetry], guess: Sequence[int]) -> list[Symmetry]:
    """Return the symmetries that fix a guess: the stabilizer."""
    return [fixed for symmetry in symmetries if (fixed := symmetry.fixing(guess)) is not None]


def find_symmetry(guess: Sequence[int], other: Sequence[int], kinds: int) -> Symmetry | None:
    """Return a symmetry that maps `guess` to `other`; None if their colour counts differ."""

    def by_count(row: Sequence[int]) -> list[int]:
        return sorted(range(kinds), key=lambda colour: -row.count(colour))

    colours = dict(zip(by_count(guess), by_count(other), strict=True))
    if any(guess.count(old) != other.count(new) for old, new in colours.items()):
        return None
    places: dict[int, list[int]] = {new: [] for new in colours.values()}
    for place, old in enumerate(guess):
        places[colours[old]].append(place)
    return Symmetry(tuple(places[new].pop(0) for new in other), colours)


def representatives(space: CodeSpace) -> Indices:
    """Return the lowest first guess of each type."""
    _, first = np.unique(types(space), return_index=True)
    return np.sort(first)


def types(space: CodeSpace) -> Indices:
    """Return the type of each guess, as a number. Symmetries map a guess to every other of its type.

    Only the colour counts matter: 1123 and 4454 are of one type, 1122 is of another. An empty
    hole is a colour like any other.
    """
    return np.unique(np.sort(space.counts, axis=1), axis=0, return_inverse=True)[1]
