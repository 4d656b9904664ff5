"""The code space: all guesses and all codes of an edition, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import perm

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import marking
from codepegs.errors import TooLarge
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

MAX_GUESSES = 1_000_000
"""Limit for listing guesses: the arrays of larger boards would not fit in memory."""

MAX_TABLE_SIZE = 1 << 28
"""Limit for the table of all marks, in bytes; larger spaces compute marks on demand."""

Rows = NDArray[np.uint8]
"""Rows of pegs, one per line, with colours numbered from 0 without gaps."""
Indices = NDArray[np.intp]
"""Numbers of guesses or codes in a space."""


class CodeSpace:
    """The guesses and codes that an edition allows.

    `guesses` lists every guess in order. `codes` has the indices in `guesses` of those that
    can be secrets: fewer than all if guesses may repeat a colour but codes may not. An empty
    hole is the last colour.
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
        """Return the cached space of an edition. Editions that differ only in other rules share it."""
        shape = (edition.pegs, edition.colours, edition.blanks, edition.code_repeats, edition.guess_repeats)
        if shape not in _spaces:
            _spaces[shape] = cls(edition)
        return _spaces[shape]

    def __reduce__(self) -> tuple[Callable[[Edition], CodeSpace], tuple[Edition]]:
        """Pickle only the edition: another process builds the arrays itself, once."""
        return _space_of, (self.edition,)

    @cached_property
    def classes(self) -> marking.Classes:
        return marking.Classes(self.pegs)

    @cached_property
    def counts(self) -> Rows:
        """How many pegs of each colour each guess has."""
        colours = np.arange(len(self.kinds))
        counts: Rows = (self.guesses[:, :, None] == colours).sum(axis=1, dtype=np.uint8)
        return counts

    @cached_property
    def table(self) -> Rows | None:
        """The class of every guess against every code, or None if the table would be too large."""
        if len(self.guesses) * len(self.codes) > MAX_TABLE_SIZE:
            return None
        return self._mark(np.arange(len(self.guesses)), self.codes)

    def marks(self, guesses: Indices, codes: Indices) -> Rows:
        """Return the class of each guess (lines) against each code (columns), both given as guess numbers."""
        if self.table is None:
            return self._mark(guesses, codes)
        return self.table[np.ix_(guesses, self.columns(codes))]

    def split(self, guess: int, candidates: Indices) -> list[tuple[int, Indices]]:
        """Return the parts of `candidates` with their classes, in order; the winning one is the last."""
        table: Rows | None = self.__dict__.get("table")  # not built for a single guess
        if table is None:
            marking = self._mark(np.array([guess]), candidates)[0]
        else:
            marking = table[guess, self.columns(candidates)]
        sizes = np.bincount(marking)
        found, ends = np.flatnonzero(sizes), np.cumsum(sizes)
        in_order = candidates[marking.argsort(kind="stable")]
        return [(int(answer), in_order[ends[answer] - sizes[answer] : ends[answer]]) for answer in found]

    def columns(self, codes: Indices) -> Indices:
        """Return the columns of some codes in the table."""
        return self._code_number[codes]

    def candidates(self, board: Board) -> Indices:
        """Return the codes that fit a board, as guess numbers. Its guesses need not be in this space."""
        fitting = self.codes
        for guess, feedback in board.answered:
            wanted = self.classes.number(feedback)
            found = self._mark_rows(np.array([self._row(guess)]), self.guesses[fitting])[0]
            fitting = fitting[found == wanted] if wanted is not None else fitting[:0]
        return fitting

    def number(self, code: Code) -> int:
        """Return the number of a guess."""
        found = np.flatnonzero((self.guesses == self._row(code)).all(axis=1))
        return int(found[0])

    def code(self, number: int) -> Code:
        """Return the guess with that number."""
        return Code(tuple(self.kinds[colour] for colour in self.guesses[number]))

    @cached_property
    def _code_number(self) -> Indices:
        """The column of each guess in the table; -1 for a guess that cannot be a secret."""
        numbers = np.full(len(self.guesses), -1)
        numbers[self.codes] = np.arange(len(self.codes))
        return numbers

    def _row(self, code: Code) -> Rows:
        return np.array([self.kinds.index(colour) for colour in code.pegs], np.uint8)

    def _mark(self, guesses: Indices, codes: Indices) -> Rows:
        return self._mark_rows(self.guesses[guesses], self.guesses[codes])

    def _mark_rows(self, guesses: Rows, codes: Rows) -> Rows:
        return marking.mark_all(guesses, codes, self.classes, colours=len(self.kinds))


def _space_of(edition: Edition) -> CodeSpace:
    """Unpickle a space. Not every cluster can import a method by its name."""
    return CodeSpace.of(edition)


_spaces: dict[tuple[int, int, bool, bool, bool], CodeSpace] = {}


def _list(pegs: int, kinds: int, *, repeats: bool) -> Rows:
    """Return all rows in order, built peg by peg, so that memory holds no rejected rows."""
    rows = np.empty((1, 0), np.uint8)
    for _ in range(pegs):
        longer = np.empty((len(rows), kinds, rows.shape[1] + 1), np.uint8)
        longer[:, :, :-1] = rows[:, None, :]
        longer[:, :, -1] = np.arange(kinds)
        flat = longer.reshape(-1, rows.shape[1] + 1)
        rows = flat if repeats else flat[~(flat[:, :-1] == flat[:, -1:]).any(axis=1)]
    return rows
