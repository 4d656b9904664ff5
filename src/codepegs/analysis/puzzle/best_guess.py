"""The unique best guess of a position with few codes left, with a proof."""

from __future__ import annotations

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.marking import count_classes, mark_all
from codepegs.engine.measure import Splits
from codepegs.engine.optimum import Optimum

ALONE, PAIR = 1, 3
"""The cost of one code, and of two: guessed one after the other."""


class Comparison:
    """Compares guesses on some codes by their cost: the total of guesses if the best ones follow."""

    def __init__(self, space: CodeSpace, codes: Indices) -> None:
        self._space, self.codes = space, codes
        self._optimum = Optimum(space, codes=codes)
        self._costs: dict[bytes, int] = {}

    def total(self, guess: int) -> int:
        """Return the total of guesses over all codes if `guess` comes next."""
        parts = self._space.split(guess, self.codes)
        win = self._space.classes.win
        return len(self.codes) + sum(self._cost(part) for answer, part in parts if answer != win)

    def best(self) -> tuple[int, ...]:
        """Return the best guess, or two of them if several are equally good.

        The exact search finds the least total. A guess is skipped if the lower bounds of its
        parts already exceed it.
        """
        least = self._optimum.solve(self.codes).lower
        found: list[int] = []
        for guess in np.flatnonzero(self._bounds() <= least):
            if self.total(int(guess)) == least:
                found.append(int(guess))
                if len(found) == 2:
                    break
        return tuple(found)

    def _cost(self, part: Indices) -> int:
        if len(part) <= 2:
            return PAIR if len(part) == 2 else ALONE
        key = part.tobytes()
        if key not in self._costs:
            self._costs[key] = self._optimum.solve(part).lower
        return self._costs[key]

    def _bounds(self) -> Splits:
        """Return a lower bound of the total for each guess: a part of n codes costs at least 2n - 1."""
        space = self._space
        rows = space.guesses
        marks = mark_all(rows, rows[self.codes], space.classes, colours=len(space.kinds))
        sizes = count_classes(marks, len(space.classes))[:, : space.classes.win]
        bounds: Splits = len(self.codes) + np.where(sizes > 0, 2 * sizes - 1, 0).sum(axis=1)
        return bounds
