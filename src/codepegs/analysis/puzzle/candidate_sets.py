"""Sifting: which codes some rows leave, for every choice of rows, and what they settle."""

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
"""Codes, and guesses, that are looked through for a puzzle at most: a second's work."""

CodeSet = int
"""A set of codes: bit i stands for the i-th code of the edition."""


class CandidateSets:
    """The codes of one edition, as sets that rows can be laid over each other in."""

    def __init__(self, edition: Edition) -> None:
        # Before anything is listed: the space would list far more.
        if edition.size > MAX_CODES:
            raise TooLarge(edition.size, MAX_CODES, done="looked through for a puzzle")
        self.space = CodeSpace.of(edition)
        if len(self.space.guesses) > MAX_CODES:
            raise TooLarge(len(self.space.guesses), MAX_CODES, done="looked through for a puzzle")
        self._codes = self.space.guesses[self.space.codes]
        self.all: CodeSet = (1 << len(self._codes)) - 1

    def fits(self, row: Row) -> CodeSet:
        """The codes that fit a row, which has its answer."""
        assert row.guess is not None
        assert row.feedback is not None
        space = self.space
        wanted = space.classes.number(row.feedback)
        if wanted is None:
            return 0
        guess = np.array([[space.kinds.index(colour) for colour in row.guess.pegs]], np.uint8)
        return _bits(mark_all(guess, self._codes, space.classes, colours=len(space.kinds))[0] == wanted)

    def codes(self, bits: CodeSet) -> list[Code]:
        """The codes of a set, in order."""
        found = []
        while bits:
            lowest = bits & -bits
            found.append(self.space.code(int(self.space.codes[lowest.bit_length() - 1])))
            bits ^= lowest
        return found

    def intersect(self, parts: Iterable[CodeSet]) -> CodeSet:
        """The codes that all of these sets have."""
        left = self.all
        for part in parts:
            left &= part
        return left

    def find_needed(self, parts: Sequence[CodeSet]) -> list[int]:
        """Which of the sets to keep, so that each of them matters and the same codes are left.

        One after the other, from the first on, is left out if the others leave no more.
        """
        kept = [*range(len(parts))]
        left = self.intersect(parts)
        for number in range(len(parts)):
            others = [other for other in kept if other != number]
            if self.intersect(parts[other] for other in others) == left:
                kept = others
        return kept

    def fixed_holes(self, bits: CodeSet) -> list[tuple[int, Colour]]:
        """The holes, from 0, that hold the same in all codes of a set, with what they hold."""
        return [
            (hole, kind)
            for hole, holding in enumerate(self._holding)
            for kind, codes in zip(self.space.kinds, holding, strict=True)
            if bits & codes == bits
        ]

    def find_foothold(self, parts: Sequence[CodeSet], hole: int | None = None) -> tuple[int, ...]:
        """The fewest sets, by number from 0, that together settle a hole; of several, the first in order.

        Any hole will do where none is given. Where no sets settle it, none are given back.
        """
        for size in range(1, len(parts) + 1):
            for numbers in combinations(range(len(parts)), size):
                settled = self.fixed_holes(self.intersect(parts[number] for number in numbers))
                if any(hole in (None, found) for found, _ in settled):
                    return numbers
        return ()

    @cached_property
    def _holding(self) -> list[list[CodeSet]]:
        """For each hole and each kind the codes that hold it there."""
        return [[_bits(column == kind) for kind in range(len(self.space.kinds))] for column in self._codes.T]


@lru_cache(maxsize=4)
def sets_for(edition: Edition) -> CandidateSets:
    """The sift of an edition, made once. Raises TooLarge where there are too many codes, or guesses."""
    return CandidateSets(edition)


def _bits(which: NDArray[np.bool_]) -> CodeSet:
    return int.from_bytes(np.packbits(which, bitorder="little").tobytes(), "little")
