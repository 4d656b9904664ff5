"""Symmetry: changes of colours and places under which the guesses so far look the same.

Two next guesses that such a change turns into each other are worth the same, so only
one of each kind has to be tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices

MAX_PEGS = 6
"""Beyond this many places their orders are too many to go through."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """An order of the places and, as far as the guesses have fixed it, new names for the colours."""

    places: tuple[int, ...]
    colours: dict[int, int] = field(default_factory=dict)

    def fixing(self, guess: Sequence[int]) -> Symmetry | None:
        """This change, its colours fixed so that it leaves `guess` as it is; None if it cannot."""
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
        """Whether it turns `guess` into a lower one, colours that are still free named as low as can be."""
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
    """All changes, before any guess; none where there would be too many."""
    return [Symmetry(places) for places in permutations(range(pegs))] if pegs <= MAX_PEGS else []


def fixing(found: Iterable[Symmetry], guess: Sequence[int]) -> list[Symmetry]:
    """Those of the changes that leave a guess as it is."""
    return [kept for change in found if (kept := change.fixing(guess)) is not None]


def find_symmetry(guess: Sequence[int], other: Sequence[int], kinds: int) -> Symmetry | None:
    """A change of places and all colours that turns `guess` into `other`; None if they are of two kinds."""

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
    """Before the first guess, one of each kind: the lowest.

    All that tells kinds apart then is how often their colours stand in them: 1123 and
    4454 are of a kind, 1122 is of another. An empty hole is a colour like any other.
    """
    shapes = np.sort(space.counts, axis=1)
    _, first = np.unique(shapes, axis=0, return_index=True)
    return np.sort(first)
