"""From a strategy to the tree that writes it out."""

from __future__ import annotations

from collections.abc import Callable

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
        for answer, part in space.split(guess, candidates):
            if answer != space.classes.win:
                grow(part, depth + 1)

    grow(space.codes, 0)
    return Tree(edition, tuple(guesses))
