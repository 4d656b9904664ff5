"""Lookup of guesses in a strategy tree by the candidates that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import numpy as np

from codepegs.engine import tree
from codepegs.engine.choice import Choice, find_obvious
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.symmetry import find_symmetry
from codepegs.engine.tree import UNPROVED, Tree, bundled_trees
from codepegs.errors import NotationError
from codepegs.rules.edition import Edition


class TreeLookup:
    """Index of a tree by the candidates of its parts.

    The best guess for some candidates does not depend on how they were reached, so a board
    can follow the tree whenever its candidates are a part of it and the rows left are enough
    for the guesses that the tree needs. If the tree is the best only because its edition has
    few rows (`limited`), exactly as many rows must be left as in the tree. This does not
    verify the tree. Without `proved`, choices have no total.
    """

    def __init__(self, space: CodeSpace, source: Tree, *, proved: bool = True, limited: bool = False) -> None:
        self._space, self.proved, self._limited = space, proved, limited
        self._choices: dict[tuple[bytes, int | None], Choice] = {}
        kinds = {kind: number for number, kind in enumerate(source.edition.kinds)}
        self._numbers = {row: number for number, row in enumerate(map(bytes, space.guesses))}
        rows = (bytes(kinds[peg] for peg in code.pegs) for code in source.guesses)
        self._first = self._add(space.codes, (self._numbers[row] for row in rows), source.edition.rows).guess

    def find(
        self, candidates: Indices, history: Sequence[int] = (), rows: int | None = None
    ) -> Choice | None:
        """Return the choice for candidates, which are in order; None if the tree has none.

        With a `history`, the guesses so far, it also tries the symmetries that map one of these
        guesses to the first guess of the tree.
        """
        if len(candidates) <= 2:
            return find_obvious(self._space, candidates, rows)
        found = self._find(candidates, rows)
        turned = (self._find_symmetric(candidates, guess, rows) for guess in history)
        return found or next(filter(None, turned), None)

    def _find(self, candidates: Indices, rows: int | None) -> Choice | None:
        found = self._choices.get(self._key(candidates, rows))
        if found is None or rows is None or found.worst is None or found.worst <= rows:
            return found
        return None

    def _find_symmetric(self, candidates: Indices, guess: int, rows: int | None) -> Choice | None:
        codes = self._space.guesses
        change = find_symmetry(codes[guess].tolist(), codes[self._first].tolist(), len(self._space.kinds))
        if change is None:
            return None
        places = list(change.places)
        new = np.array([change.colours[old] for old in range(len(self._space.kinds))], np.uint8)
        part = np.sort([self._numbers[bytes(row)] for row in new[codes[candidates][:, places]]])
        found = self._find(part, rows)
        if found is None:
            return None
        back = np.empty_like(codes[0])
        back[places] = np.argsort(new)[codes[found.guess]]
        return replace(found, guess=self._numbers[bytes(back)])

    def _add(self, part: Indices, guesses: Iterator[int], rows: int) -> Choice:
        """Add a part and its subparts to the index; return its choice, with its total."""
        obvious = find_obvious(self._space, part, None)
        if obvious is not None:
            return obvious
        guess = next(guesses, None)
        if guess is None:
            raise NotationError("The tree has fewer guesses than its parts need.")
        total, worst = len(part), 0
        for answer, codes in self._space.split(guess, part):
            if answer != self._space.classes.win:
                after = self._add(codes, guesses, rows - 1)
                total, worst = total + (after.total or 0), max(worst, after.worst or 0)
        choice = Choice(guess, total, worst=worst + 1)
        self._choices[self._key(part, rows)] = choice if self.proved else replace(choice, total=None)
        return choice

    def _key(self, candidates: Indices, rows: int | None) -> tuple[bytes, int | None]:
        return candidates.astype(np.int32).tobytes(), rows if self._limited else None


@dataclass(frozen=True, slots=True, order=True)
class BundledTree:
    """A tree that comes with the package: the total and the worst case of its header, and its text."""

    total: int
    name: str
    text: str = field(repr=False)
    worst: int
    rows: int
    """The rows of its edition."""
    limited: bool
    """Whether it is the best only because its edition has few rows."""

    @property
    def proved(self) -> bool:
        return self.name not in UNPROVED

    def serves(self, rows: int) -> bool:
        """Return whether it is the best tree for boards with this many rows."""
        return rows == self.rows if self.limited else rows >= self.worst

    def lookup(self) -> TreeLookup:
        """Return an index of this tree, built once."""
        return _build_lookup(self)


@lru_cache(maxsize=16)
def _build_lookup(bundled: BundledTree) -> TreeLookup:
    source = tree.read_trusted(bundled.text)
    space = CodeSpace.of(source.edition)
    return TreeLookup(space, source, proved=bundled.proved, limited=bundled.limited)


def look_up(
    space: CodeSpace, candidates: Indices, history: Sequence[int] = (), rows: int | None = None
) -> Choice | None:
    """Return the choice of a bundled tree for boards like this one; None if there is none.

    Only the numbers of pegs, kinds, codes and guesses matter, not other house rules or the
    names of colours.
    """
    for bundled in find_bundled((space.pegs, len(space.kinds), len(space.codes), len(space.guesses))):
        if not bundled.limited or (rows is not None and rows <= bundled.rows):
            found = bundled.lookup().find(candidates, history, rows)
            if found is not None:
                return found
    return None


def find_bundled(shape: tuple[int, ...]) -> tuple[BundledTree, ...]:
    """Return the bundled trees for boards of this shape, the least total first."""
    return _bundled_by_shape().get(shape, ())


def shape_of(edition: Edition) -> tuple[int, ...]:
    """Return what a tree depends on: the numbers of pegs, kinds, codes and guesses."""
    guesses = edition.with_rules(code_repeats=edition.guess_repeats).size
    return edition.pegs, len(edition.kinds), edition.size, guesses


@cache
def _bundled_by_shape() -> dict[tuple[int, ...], tuple[BundledTree, ...]]:
    """Return all bundled trees, of which only the headers are read."""
    found: dict[tuple[int, ...], tuple[BundledTree, ...]] = {}
    headings = {name: (tree.read_heading(text), text) for name, text in bundled_trees().items()}
    # The best tree of a shape has no limit. Others are there because they need fewer rows.
    for name, (heading, text) in sorted(headings.items(), key=lambda item: int(item[1][0].total)):
        before = found.get(shape_of(heading.edition), ())
        bundled = BundledTree(
            int(heading.total), name, text, int(heading.worst), heading.edition.rows, limited=bool(before)
        )
        found[shape_of(heading.edition)] = (*before, bundled)
    return found
