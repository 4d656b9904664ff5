"""Sets of the codes that fit each row of a puzzle, as bit sets, and what their intersections fix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from codepegs.engine.codespace import CodeSpace
from codepegs.engine.marking import mark_all
from codepegs.errors import TooLarge
from codepegs.rules.board import Row
from codepegs.rules.code import Code, Colour
from codepegs.rules.edition import Edition

MAX_CODES = 100_000
"""Limit of codes and of guesses for puzzles: about a second of work."""

CodeSet = int
"""A set of codes as a bit set: bit i is the i-th code of the edition."""


class CandidateSets:
    """Computes and intersects sets of the codes of one edition."""

    def __init__(self, edition: Edition) -> None:
        # Check first: building the space lists all codes, up to a far higher limit.
        if edition.size > MAX_CODES:
            raise TooLarge(edition.size, MAX_CODES, done="looked through for a puzzle")
        self.space = CodeSpace.of(edition)
        if len(self.space.guesses) > MAX_CODES:
            raise TooLarge(len(self.space.guesses), MAX_CODES, done="looked through for a puzzle")
        self._codes = self.space.guesses[self.space.codes]
        self.all: CodeSet = (1 << len(self._codes)) - 1

    def fits(self, row: Row) -> CodeSet:
        """Return the codes that fit an answered row."""
        assert row.guess is not None
        assert row.feedback is not None
        space = self.space
        wanted = space.classes.number(row.feedback)
        if wanted is None:
            return 0
        guess = np.array([[space.kinds.index(colour) for colour in row.guess.pegs]], np.uint8)
        return _bits(mark_all(guess, self._codes, space.classes, colours=len(space.kinds))[0] == wanted)

    def codes(self, bits: CodeSet) -> list[Code]:
        """List the codes of a set, in order."""
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.space.code(int(self.space.codes[lowest.bit_length() - 1])))
            bits ^= lowest
        return found

    def intersect(self, parts: Iterable[CodeSet]) -> CodeSet:
        """Return the intersection of some sets."""
        left = self.all
        for part in parts:
            left &= part
        return left

    def find_needed(self, parts: Sequence[CodeSet]) -> list[int]:
        """Return the indices of a minimal selection of sets with the same intersection.

        It drops each set in turn, from the first on, if the others leave no more codes.
        """
        kept = [*range(len(parts))]
        left = self.intersect(parts)
        for number in range(len(parts)):
            others = [other for other in kept if other != number]
            if self.intersect(parts[other] for other in others) == left:
                kept = others
        return kept

    def fixed_holes(self, bits: CodeSet) -> list[tuple[int, Colour]]:
        """Return the holes, from 0, with the same peg in all codes of a set, and that peg."""
        return [
            (hole, kind)
            for hole, holding in enumerate(self._holding)
            for kind, codes in zip(self.space.kinds, holding, strict=True)
            if bits & codes == bits
        ]

    def find_foothold(self, parts: Sequence[CodeSet], hole: int | None = None) -> tuple[int, ...]:
        """Return the indices of the fewest sets that together fix a hole, or any hole if none is given.

        Of several selections it takes the first in order. It is empty if no sets fix the hole.
        """
        for size in range(1, len(parts) + 1):
            for numbers in combinations(range(len(parts)), size):
                settled = self.fixed_holes(self.intersect(parts[number] for number in numbers))
                if any(hole in (None, found) for found, _ in settled):
                    return numbers
        return ()

    @cached_property
    def _holding(self) -> list[list[CodeSet]]:
        """The codes that have a given kind in a given hole, by hole and kind."""
        return [[_bits(column == kind) for kind in range(len(self.space.kinds))] for column in self._codes.T]


@lru_cache(maxsize=4)
def sets_for(edition: Edition) -> CandidateSets:
    """Return the cached sets of an edition. Raises TooLarge if there are too many codes or guesses."""
    return CandidateSets(edition)


def _bits(which: NDArray[np.bool_]) -> CodeSet:
    return int.from_bytes(np.packbits(which, bitorder="little").tobytes(), "little")
