"""From a strategy to the tree that writes it out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.tree import Tree
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition


def plan(edition: Edition, choose: Callable[[Indices, int], int]) -> Tree:
    """The tree of whoever chooses the guess for some candidates after so many guesses."""
    space = CodeSpace.of(edition)
    guesses: list[Code] = []

    def grow(candidates: Indices, depth: int) -> None:
        if len(candidates) <= 2:
            return
        guess = choose(candidates, depth)
        guesses.append(space.code(guess))
        marks = space.marks(np.array([guess]), candidates)[0]
        for answer in np.unique(marks):
            if answer != space.classes.win:
                grow(candidates[marks == answer], depth + 1)

    grow(space.codes, 0)
    return Tree(edition, tuple(guesses))
