"""The exact search of the kernel, with the manners of its twin in numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import _kernel
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.search_numpy import NONE, Found, Report, Technique, Weights

MAX_CLASSES = 64
"""Answers a row can get, at most, for the kernel to search: up to nine pegs."""
MEMO_SIZE = 1 << 24
"""Parts that are remembered at most, in 32 bytes each."""


class KernelSearch:
    """A search over some codes of a space, which remembers what it has found."""

    def __init__(
        self,
        space: CodeSpace,
        codes: Indices,
        table: NDArray[np.uint8],
        *,
        consistent: bool = False,
        limited: bool = False,
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
            limited=limited,
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
    ) -> Found:
        """The least cost of a part of three codes or more, if it is within the budget."""
        found = self._search.solve(
            part.astype(np.uint16),
            np.array(history, np.int32),
            symmetric,
            budget,
            left,
            steps,
            lambda lower, upper, guess: report(Found(lower, upper, guess)),
        )
        return Found(*found)
