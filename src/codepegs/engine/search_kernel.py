"""Adapter: the C search behind the same interface as `NumpySearch`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import _kernel
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.search_numpy import NONE, Found, Report, Technique, Weights

MAX_CLASSES = 64
"""Limit of the kernel: boards of up to nine pegs."""
MEMO_SIZE = 1 << 24
"""Capacity of the memo, in parts of 32 bytes."""


class KernelSearch:
    """Exact search over some codes of a space, with a memo."""

    def __init__(
        self,
        space: CodeSpace,
        codes: Indices,
        table: NDArray[np.uint8],
        *,
        consistent: bool = False,
        weights: Weights | None = None,
        without: Technique = NONE,
    ) -> None:
        self._search = _kernel.Search(
            rows=np.ascontiguousarray(space.guesses),
            marks=table,
            guess_of=codes.astype(np.int32),
            weights=weights,
            pegs=space.pegs,
            colours=len(space.kinds),
            classes=len(space.classes),
            consistent=consistent,
            memo_size=MEMO_SIZE,
            without=without,
        )

    def solve(
        self,
        part: Indices,
        history: Sequence[int],
        *,
        symmetric: bool,
        budget: int,
        left: int,
        steps: int,
        report: Report,
        value_only: bool = False,
    ) -> Found:
        """Find the least cost of a part of at least three codes, with `left` guesses, within the budget.

        With `value_only`, a cost that the memo knows has no guess.
        """
        found = self._search.solve(
            part.astype(np.uint16),
            np.array(history, np.int32),
            symmetric,
            budget,
            left,
            steps,
            value_only,
            lambda *found: report(Found(*found)),
        )
        return Found(*found)
