"""Lookup of guesses in a strategy tree by the candidates that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from codepegs.engine import tree
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.symmetry import find_symmetry
from codepegs.engine.tree import UNPROVED, Tree, bundled_trees
from codepegs.errors import NotationError
from codepegs.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Choice:
    """The number of a guess, and the total of guesses over all candidates from here on.

    `total` is None unless it is proved that no strategy needs fewer.
    """

    guess: int
    total: int | None = None


class TreeLookup:
    """Index of a tree by the candidates of its parts.

    The best guess for some candidates does not depend on how they were reached, so a board
    can follow the tree whenever its candidates are a part of it. This does not verify the
    tree. Without `proved`, choices have no total.
    """

    def __init__(self, space: CodeSpace, source: Tree, *, proved: bool = True) -> None:
        self._space, self.proved = space, proved
        self._choices: dict[bytes, Choice] = {}
        kinds = {kind: number for number, kind in enumerate(source.edition.kinds)}
        self._numbers = {row: number for number, row in enumerate(map(bytes, space.guesses))}
        rows = (bytes(kinds[peg] for peg in code.pegs) for code in source.guesses)
        self._add(space.codes, (self._numbers[row] for row in rows))

    def find(self, candidates: Indices, history: Sequence[int] = ()) -> Choice | None:
        """Return the choice for candidates, which are in order; None if they are not a part of the tree.

        With a `history`, the guesses so far, it also tries the symmetries that map one of these
        guesses to the first guess of the tree.
        """
        if 1 <= len(candidates) <= 2:
            return Choice(int(candidates[0]), 2 * len(candidates) - 1)
        turned = (self._find_symmetric(candidates, guess) for guess in history)
        return self._choices.get(_key(candidates)) or next(filter(None, turned), None)

    def _find_symmetric(self, candidates: Indices, guess: int) -> Choice | None:
        rows, first = self._space.guesses, self._choices[_key(self._space.codes)].guess
        change = find_symmetry(rows[guess].tolist(), rows[first].tolist(), len(self._space.kinds))
        if change is None:
            return None
        places = list(change.places)
        new = np.array([change.colours[old] for old in range(len(self._space.kinds))], np.uint8)
        part = np.sort([self._numbers[bytes(row)] for row in new[rows[candidates][:, places]]])
        found = self._choices.get(_key(part))
        if found is None:
            return None
        back = np.empty_like(rows[0])
        back[places] = np.argsort(new)[rows[found.guess]]
        return Choice(self._numbers[bytes(back)], found.total)

    def _add(self, part: Indices, guesses: Iterator[int]) -> int:
        """Add a part and its subparts to the index; return its total."""
        if len(part) <= 2:
            return 2 * len(part) - 1
        guess = next(guesses, None)
        if guess is None:
            raise NotationError("The tree has fewer guesses than its parts need.")
        total = len(part)
        for answer, codes in self._space.split(guess, part):
            if answer != self._space.classes.win:
                total += self._add(codes, guesses)
        self._choices[_key(part)] = Choice(guess, total if self.proved else None)
        return total


def _key(candidates: Indices) -> bytes:
    return candidates.astype(np.int32).tobytes()


def find_lookup(space: CodeSpace) -> TreeLookup | None:
    """Return a lookup in the best bundled tree for boards like this one; None if there is none.

    Only the numbers of pegs, kinds, codes and guesses matter, not other house rules or the
    names of colours. If there are several trees, the one with the least total wins.
    """
    return _find_cached(space.pegs, len(space.kinds), len(space.codes), len(space.guesses))


@lru_cache(maxsize=16)
def _find_cached(*shape: int) -> TreeLookup | None:
    found = find_bundled(shape)
    if found is None:
        return None
    source = tree.read_trusted(found.text)
    return TreeLookup(CodeSpace.of(source.edition), source, proved=found.proved)


@dataclass(frozen=True, slots=True, order=True)
class BundledTree:
    """A tree that comes with the package: the total of its header, its name and its text."""

    total: int
    name: str
    text: str

    @property
    def proved(self) -> bool:
        return self.name not in UNPROVED


def find_bundled(shape: tuple[int, ...]) -> BundledTree | None:
    """Return the bundled tree with the least total for boards of this shape; None if there is none."""
    return min(_bundled_by_shape().get(shape, ()), default=None)


def shape_of(edition: Edition) -> tuple[int, ...]:
    """Return what a tree depends on: the numbers of pegs, kinds, codes and guesses."""
    guesses = edition.with_rules(code_repeats=edition.guess_repeats).size
    return edition.pegs, len(edition.kinds), edition.size, guesses


@cache
def _bundled_by_shape() -> dict[tuple[int, ...], list[BundledTree]]:
    """Return all bundled trees, of which only the headers are read."""
    found: dict[tuple[int, ...], list[BundledTree]] = {}
    for name, text in bundled_trees().items():
        heading = tree.read_heading(text)
        found.setdefault(shape_of(heading.edition), []).append(BundledTree(int(heading.total), name, text))
    return found
