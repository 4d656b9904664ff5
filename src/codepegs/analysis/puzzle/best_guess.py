"""The unique best guess of a position with few codes left, with a proof."""

from __future__ import annotations

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.marking import count_classes, mark_all
from codepegs.engine.measure import Splits
from codepegs.engine.optimum import Bounds, Optimum


class Comparison:
    """Compares guesses on some codes by what follows if the best guesses come after them.

    First the codes count that are broken in the `rows` left, then the total of guesses.
    """

    def __init__(self, space: CodeSpace, codes: Indices, rows: int | None) -> None:
        self._space, self.codes, self.rows = space, codes, rows
        self._optimum = Optimum(space, codes=codes)
        self._costs: dict[bytes, int] = {}

    def result(self, guess: int) -> Bounds:
        """Return the codes lost and the total of guesses over all codes if `guess` comes next."""
        cost = self._total(guess)
        return Bounds(cost, cost)

    def _total(self, guess: int) -> int:
        parts = self._space.split(guess, self.codes)
        win = self._space.classes.win
        return len(self.codes) + sum(self._cost(part) for answer, part in parts if answer != win)

    def best(self) -> tuple[int, ...]:
        """Return the best guess, or two of them if several are equally good.

        The exact search finds the least total. A guess is skipped if the lower bounds of its
        parts already exceed it.
        """
        least = self._optimum.solve(self.codes, rows=self.rows).lower
        found: list[int] = []
        for guess in np.flatnonzero(self._bounds() <= least):
            if self._total(int(guess)) == least:
                found.append(int(guess))
                if len(found) == 2:
                    break
        return tuple(found)

    def _cost(self, part: Indices) -> int:
        key = part.tobytes()
        if key not in self._costs:
            rows = None if self.rows is None else self.rows - 1
            self._costs[key] = self._optimum.solve(part, rows=rows).lower
        return self._costs[key]

    def _bounds(self) -> Splits:
        """Return a lower bound of the total for each guess: a part of n codes costs at least 2n - 1."""
        space = self._space
        rows = space.guesses
        marks = mark_all(rows, rows[self.codes], space.classes, colours=len(space.kinds))
        sizes = count_classes(marks, len(space.classes))[:, : space.classes.win]
        bounds: Splits = len(self.codes) + np.where(sizes > 0, 2 * sizes - 1, 0).sum(axis=1)
        return bounds
