"""Followers: a tree made ready to say, for the candidates at hand, what it guesses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from codepegs.engine import tree
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.symmetry import find_symmetry
from codepegs.engine.tree import UNPROVED, Tree, bundled_trees
from codepegs.errors import NotationError
from codepegs.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess by its number, and the guesses that it and what follows take over all candidates together.

    `total` is None where nobody has proved that no strategy needs fewer.
    """

    guess: int
    total: int | None = None


class TreeLookup:
    """A tree over a space of its shape, by the candidates of its parts.

    What is best for some candidates does not depend on how they came to be left, so a
    board follows the tree whenever what it leaves is a part of it. The marks are those
    of the engine: this does not verify the tree. Where nothing is proved, nothing has a total.
    """

    def __init__(self, space: CodeSpace, followed: Tree, *, proved: bool = True) -> None:
        self._space, self.proved = space, proved
        self._choices: dict[bytes, Choice] = {}
        kinds = {kind: number for number, kind in enumerate(followed.edition.kinds)}
        self._numbers = {row: number for number, row in enumerate(map(bytes, space.guesses))}
        rows = (bytes(kinds[peg] for peg in code.pegs) for code in followed.guesses)
        self._grow(space.codes, (self._numbers[row] for row in rows))

    def find(self, candidates: Indices, history: Sequence[int] = ()) -> Choice | None:
        """What the tree guesses for candidates in order; None where they are no part of it.

        With a `history`, the guesses so far, they may also be such a part after a change of
        colours and places that turns one of these guesses into the first of the tree.
        """
        if 1 <= len(candidates) <= 2:
            return Choice(int(candidates[0]), 2 * len(candidates) - 1)
        turned = (self._turned(candidates, guess) for guess in history)
        return self._choices.get(_key(candidates)) or next(filter(None, turned), None)

    def _turned(self, candidates: Indices, guess: int) -> Choice | None:
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

    def _grow(self, part: Indices, guesses: Iterator[int]) -> int:
        """Note the guesses of a part and of those it falls into; its total."""
        if len(part) <= 2:
            return 2 * len(part) - 1
        guess = next(guesses, None)
        if guess is None:
            raise NotationError("The tree has fewer guesses than its parts need.")
        total = len(part)
        for answer, codes in self._space.split(guess, part):
            if answer != self._space.classes.win:
                total += self._grow(codes, guesses)
        self._choices[_key(part)] = Choice(guess, total if self.proved else None)
        return total


def _key(candidates: Indices) -> bytes:
    return candidates.astype(np.int32).tobytes()


def find_lookup(space: CodeSpace) -> TreeLookup | None:
    """The best tree on the shelf for boards like this one, followed; None where there is none.

    All that matters is how many pegs, kinds of pegs, codes and guesses there are: other
    house rules and the names of colours change nothing. Of several trees the one with
    the least total is taken, so none that keeps within a number of guesses.
    """
    return _on_shelf(space.pegs, len(space.kinds), len(space.codes), len(space.guesses))


@lru_cache(maxsize=16)
def _on_shelf(*shape: int) -> TreeLookup | None:
    headed = [(tree.read_heading(text), name, text) for name, text in bundled_trees().items()]
    trees = [(int(head.total), name, text) for head, name, text in headed if _shape(head.edition) == shape]
    if not trees:
        return None
    _, name, text = min(trees)
    followed = tree.read_trusted(text)
    return TreeLookup(CodeSpace.of(followed.edition), followed, proved=name not in UNPROVED)


def _shape(edition: Edition) -> tuple[int, ...]:
    guesses = edition.with_rules(code_repeats=edition.guess_repeats).size
    return edition.pegs, len(edition.kinds), edition.size, guesses
