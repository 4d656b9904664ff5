from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

def mark(guesses: Bytes, codes: Bytes, pegs: int, colours: int, found: Bytes, /) -> None: ...
def split(
    marks: Bytes, stride: int, guesses: Numbers, candidates: Numbers, classes: int, counts: Numbers, /
) -> None: ...
def judge(
    marks: Bytes,
    stride: int,
    guesses: Numbers,
    candidates: Numbers,
    classes: int,
    worth: Numbers,
    largest: bool,
    values: Numbers,
    /,
) -> None: ...

class Search:
    def __new__(
        cls,
        rows: Bytes,
        marks: Bytes,
        guess_of: NDArray[np.int32],
        weights: NDArray[np.int32] | None,
        pegs: int,
        colours: int,
        classes: int,
        consistent: bool,
        memo_size: int,
        without: int,
        helped: Search | None = None,
    ) -> Search: ...
    def solve(
        self,
        part: NDArray[np.uint16],
        history: NDArray[np.int32],
        symmetric: bool,
        budget: int,
        left: int,
        steps: int,
        value_only: bool,
        callback: Callable[[int, int, int, int], bool] | None,
        /,
    ) -> tuple[int, int, int, int]: ...
    def ranks(self, part: NDArray[np.uint16], ranks: Bytes, /) -> None: ...
