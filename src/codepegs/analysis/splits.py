"""Guesses by how they split the codes left. This says nothing about the guesses that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from codepegs.analysis.budget import check_size
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.optimal_strategy import lazy_space
from codepegs.engine.strategy import split_all
from codepegs.engine.symmetry import Symmetry, all_symmetries, fixing, representatives
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

MAX_MARKS = 1 << 23
"""Limit of marks for comparing guesses: below a second with the kernel."""


@dataclass(frozen=True, slots=True)
class Split:
    """How a guess splits the codes left."""

    guess: Code
    possible: bool
    """Whether it can be the code itself."""
    leaves: float
    """Expected number of codes left after it."""
    leaves_at_most: int
    parts: int
    """Number of different answers that it can get."""


def compare_splits(board: Board, most: int = 5) -> tuple[Split, ...]:
    """Return the guesses that leave the fewest codes on average, best first; none if there are too many.

    If two guesses are equal, the one that can be the code comes first. If the rows so far do not tell
    guesses apart, such as one in other colours, only the lowest is listed.
    """
    check_size(board.edition)
    space = lazy_space(board.edition)
    candidates = space.candidates(board)
    guesses = np.arange(len(space.guesses)) if board.rows else representatives(space)
    if not len(candidates) or len(candidates) * len(guesses) > MAX_MARKS:
        return ()
    symmetries = all_symmetries(space.pegs)
    for row in board.rows:
        if row.guess is not None:
            symmetries = fixing(symmetries, space.guesses[space.number(row.guess)].tolist())
    return _compare(space, guesses, candidates, most, symmetries)


def compare_openings(edition: Edition) -> tuple[Split, ...]:
    """Return one first guess of each pattern, best first; none if there are too many codes.

    Before the first answer only the pattern counts: all guesses with two pairs are alike.
    """
    check_size(edition)
    space = lazy_space(edition)
    guesses = representatives(space)
    if len(space.codes) * len(guesses) > MAX_MARKS:
        return ()
    return _compare(space, guesses, space.codes, len(guesses))


def _compare(
    space: CodeSpace, guesses: Indices, candidates: Indices, most: int, symmetries: Sequence[Symmetry] = ()
) -> tuple[Split, ...]:
    splits = split_all(space, guesses, candidates)
    possible = np.isin(guesses, candidates)
    expected = (splits**2).sum(axis=1)
    order = np.lexsort((guesses, splits.max(axis=1), ~possible, expected))
    pegs = space.guesses[guesses]
    lowest = (
        place for place in order if not any(each.maps_lower(pegs[place].tolist()) for each in symmetries)
    )
    return tuple(
        Split(
            space.code(int(guesses[place])),
            bool(possible[place]),
            float(expected[place]) / len(candidates),
            int(splits[place].max()),
            int((splits[place] > 0).sum()),
        )
        for place in islice(lowest, most)
    )
