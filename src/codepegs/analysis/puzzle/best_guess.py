"""The best guess of a position with few codes left, and the proof that no other is as good."""

from __future__ import annotations

import numpy as np

from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.marking import count_classes, mark_all
from codepegs.engine.measure import Splits
from codepegs.engine.optimum import Optimum

ALONE, PAIR = 1, 3
"""What one code costs, and what two cost: guessed one after the other."""


class Comparison:
    """What every guess costs on some codes: the guesses needed in all, if the best ones follow."""

    def __init__(self, space: CodeSpace, codes: Indices) -> None:
        self._space, self.codes = space, codes
        self._optimum = Optimum(space, codes=codes)
        self._costs: dict[bytes, int] = {}

    def total(self, guess: int) -> int:
        """What the codes cost in all if `guess` comes next; it may tell nothing, and then costs one each."""
        parts = self._space.split(guess, self.codes)
        win = self._space.classes.win
        return len(self.codes) + sum(self._cost(part) for answer, part in parts if answer != win)

    def best(self) -> tuple[int, ...]:
        """The best guess; or two of them where several are as good.

        The exact search says how little the codes can cost. A guess whose parts would cost
        more, even if every part were as cheap as any of its size can be, is not looked at.
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
        """For each guess, what the codes cost at least: n codes that are left cost 2n - 1 or more."""
        space = self._space
        rows = space.guesses
        marks = mark_all(rows, rows[self.codes], space.classes, colours=len(space.kinds))
        sizes = count_classes(marks, len(space.classes))[:, : space.classes.win]
        bounds: Splits = len(self.codes) + np.where(sizes > 0, 2 * sizes - 1, 0).sum(axis=1)
        return bounds
