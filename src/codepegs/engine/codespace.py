"""The code space: every guess and every code of an edition, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import perm

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import marking as marks
from codepegs.errors import TooLarge
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

MAX_GUESSES = 1_000_000
"""Guesses that are listed at most: the arrays of larger boards would fill the memory."""

MAX_TABLE_SIZE = 1 << 28
"""Marks that are kept in a table at most; beyond that they are made where they are needed."""

Rows = NDArray[np.uint8]
"""Rows of pegs, one a line, their colours counted from 0 without gaps."""
Indices = NDArray[np.intp]
"""Guesses, or codes, by their number in a space."""


class CodeSpace:
    """What an edition lets players hide and guess.

    `guesses` has every guess in order, and `codes` the numbers, in `guesses`, of those
    that can be hidden: all of them, or fewer where a code may not repeat a colour and a
    guess may. An empty hole is the last colour.
    """

    def __init__(self, edition: Edition) -> None:
        kinds = len(edition.kinds)
        size = kinds**edition.pegs if edition.guess_repeats else perm(kinds, edition.pegs)
        if size > MAX_GUESSES:
            raise TooLarge(size, MAX_GUESSES)
        self.edition = edition
        self.pegs, self.kinds = edition.pegs, edition.kinds
        self.guesses = _list(edition.pegs, kinds, repeats=edition.guess_repeats)
        self.codes: Indices = np.arange(size)
        if edition.guess_repeats and not edition.code_repeats:
            in_order = np.sort(self.guesses, axis=1)
            self.codes = np.flatnonzero((np.diff(in_order, axis=1) > 0).all(axis=1))

    @classmethod
    def of(cls, edition: Edition) -> CodeSpace:
        """The space of an edition; editions that differ in other rules share it."""
        shape = (edition.pegs, edition.colours, edition.blanks, edition.code_repeats, edition.guess_repeats)
        if shape not in _spaces:
            _spaces[shape] = cls(edition)
        return _spaces[shape]

    def __reduce__(self) -> tuple[Callable[[Edition], CodeSpace], tuple[Edition]]:
        """Another process is sent the edition and makes the arrays itself, once."""
        return CodeSpace.of, (self.edition,)

    @cached_property
    def classes(self) -> marks.Classes:
        return marks.Classes(self.pegs)

    @cached_property
    def counts(self) -> Rows:
        """How often each colour stands in each guess."""
        colours = np.arange(len(self.kinds))
        counts: Rows = (self.guesses[:, :, None] == colours).sum(axis=1, dtype=np.uint8)
        return counts

    @cached_property
    def table(self) -> Rows | None:
        """The class of every guess against every code, or None where that is too much to keep."""
        if len(self.guesses) * len(self.codes) > MAX_TABLE_SIZE:
            return None
        return self._mark(np.arange(len(self.guesses)), self.codes)

    def marks(self, guesses: Indices, codes: Indices) -> Rows:
        """The class of each of `guesses` (lines) against each of `codes` (columns), both as guess numbers."""
        if self.table is None:
            return self._mark(guesses, codes)
        return self.table[np.ix_(guesses, self.columns(codes))]

    def split(self, guess: int, candidates: Indices) -> list[tuple[int, Indices]]:
        """The parts of `candidates` by their class, in order, each in order; the winning one is the last."""
        table: Rows | None = self.__dict__.get("table")  # which takes too long to be made for one guess
        if table is None:
            marks = self._mark(np.array([guess]), candidates)[0]
        else:
            marks = table[guess, self.columns(candidates)]
        sizes = np.bincount(marks)
        found, ends = np.flatnonzero(sizes), np.cumsum(sizes)
        in_order = candidates[marks.argsort(kind="stable")]
        return [(int(answer), in_order[ends[answer] - sizes[answer] : ends[answer]]) for answer in found]

    def columns(self, codes: Indices) -> Indices:
        """The places of some codes among all of them."""
        return self._code_number[codes]

    def candidates(self, board: Board) -> Indices:
        """The codes that fit a board, as guess numbers."""
        fitting = self.codes
        for guess, feedback in board.answered:
            wanted = self.classes.number(feedback)
            found = self._mark(np.array([self.number(guess)]), fitting)[0]
            fitting = fitting[found == wanted] if wanted is not None else fitting[:0]
        return fitting

    def number(self, code: Code) -> int:
        """The number of a guess."""
        row = [self.kinds.index(colour) for colour in code.pegs]
        found = np.flatnonzero((self.guesses == row).all(axis=1))
        return int(found[0])

    def code(self, number: int) -> Code:
        """The guess of that number."""
        return Code(tuple(self.kinds[colour] for colour in self.guesses[number]))

    @cached_property
    def _code_number(self) -> Indices:
        """For each guess its place among the codes; -1 for one that cannot be hidden."""
        numbers = np.full(len(self.guesses), -1)
        numbers[self.codes] = np.arange(len(self.codes))
        return numbers

    def _mark(self, guesses: Indices, codes: Indices) -> Rows:
        rows = self.guesses
        return marks.mark_all(rows[guesses], rows[codes], self.classes, colours=len(self.kinds))


_spaces: dict[tuple[int, int, bool, bool, bool], CodeSpace] = {}


def _list(pegs: int, kinds: int, *, repeats: bool) -> Rows:
    """Every row in order, built peg by peg so that none is made only to be thrown away."""
    rows = np.empty((1, 0), np.uint8)
    for _ in range(pegs):
        longer = np.empty((len(rows), kinds, rows.shape[1] + 1), np.uint8)
        longer[:, :, :-1] = rows[:, None, :]
        longer[:, :, -1] = np.arange(kinds)
        flat = longer.reshape(-1, rows.shape[1] + 1)
        rows = flat if repeats else flat[~(flat[:, :-1] == flat[:, -1:]).any(axis=1)]
    return rows
