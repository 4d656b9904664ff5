"""Adapter: the C search behind the same interface as `NumpySearch`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import _kernel
from codepegs.engine.codespace import CodeSpace, Indices
from codepegs.engine.search_numpy import NONE, Found, Report, Technique, Weights

MAX_CLASSES = 64
"""Limit of the kernel: boards of up to nine pegs."""
MEMO_SIZE = 1 << 24
"""Capacity of the memo, in parts of 24 bytes."""
_FOREVER = 1 << 60


class KernelSearch:
    """Exact search over some codes of a space, with a memo.

    With `threads`, all of them solve the same part. They share the memo, and leave to the end what
    another one is at work on. The value is the same as with one; the guess may be another one of the best.
    """

    def __init__(
        self,
        space: CodeSpace,
        codes: Indices,
        table: NDArray[np.uint8],
        *,
        consistent: bool = False,
        weights: Weights | None = None,
        without: Technique = NONE,
        threads: int = 1,
    ) -> None:
        def search(helped: _kernel.Search | None) -> _kernel.Search:
            return _kernel.Search(
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
                helped=helped,
            )

        self._search = search(None)
        self._helpers = [search(self._search) for _ in range(1, threads)]

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

        With `value_only`, a cost that the memo knows has no guess. `steps` limits each thread.
        """
        before, after = (
            (part.astype(np.uint16), np.array(history, np.int32), symmetric, budget, left),
            value_only,
        )
        if not self._helpers:
            return Found(*self._search.solve(*before, steps, after, lambda *found: report(Found(*found))))
        ended, results = threading.Event(), list[Found]()

        def help_with(search: _kernel.Search) -> None:
            stopped = False

            def stop(*found: int) -> bool:
                nonlocal stopped
                stopped = ended.is_set()
                return stopped

            found = Found(*search.solve(*before, _FOREVER, after, stop))
            if not stopped:
                results.append(found)
                ended.set()

        with ThreadPoolExecutor(len(self._helpers)) as executor:
            helping = [executor.submit(help_with, search) for search in self._helpers]
            try:
                found = self._search.solve(
                    *before, steps, after, lambda *found: ended.is_set() or report(Found(*found))
                )
            finally:
                ended.set()
        for each in helping:
            each.result()
        return results[0] if results else Found(*found)
