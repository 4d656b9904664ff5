"""The kernel: parts of the engine in C, where this installation has it; numpy does the same, slower.

It is compiled when the package is installed on a machine with a C compiler. With
`CODEPEGS_KERNEL=off` in the environment it is left out. What can use it takes `kernel`:
True for it, False for numpy, and None for whichever is there.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

try:
    from codepegs.engine import _kernel
except ImportError:  # it was not compiled
    compiled = False
else:
    compiled = True

available = compiled and os.environ.get("CODEPEGS_KERNEL", "").casefold() not in ("off", "no", "false", "0")

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.intp]


def use_kernel(kernel: bool | None) -> bool:
    """Whether to use the kernel, for what a caller said of it."""
    if kernel and not compiled:
        raise ValueError("this installation has no kernel")
    return available if kernel is None else kernel


def mark_all(guesses: Bytes, codes: Bytes, colours: int) -> Bytes:
    """The class of each guess (lines) against each code (columns)."""
    found = np.empty((len(guesses), len(codes)), np.uint8)
    guesses, codes = np.ascontiguousarray(guesses), np.ascontiguousarray(codes)
    _kernel.mark(guesses, codes, guesses.shape[1], colours, found)
    return found


def split_all(marks: Bytes, guesses: Numbers, candidates: Numbers, classes: int) -> NDArray[np.int64]:
    """How many candidates, columns of `marks`, each class has, for each of the guesses, its lines."""
    counts = np.empty((len(guesses), classes), np.int64)
    _kernel.split(marks, marks.shape[1], _numbers(guesses), _numbers(candidates), classes, counts)
    return counts


def judge_all(
    marks: Bytes, guesses: Numbers, candidates: Numbers, classes: int, worth: Numbers, *, largest: bool
) -> NDArray[np.int64]:
    """For each of the guesses the sum, or the largest, of what its parts are worth by their size."""
    values = np.empty(len(guesses), np.int64)
    _kernel.judge(
        marks,
        marks.shape[1],
        _numbers(guesses),
        _numbers(candidates),
        classes,
        _numbers(worth),
        largest,
        values,
    )
    return values


def _numbers(given: NDArray[np.intp]) -> NDArray[np.int64]:
    """As the kernel wants them: in one piece."""
    return np.ascontiguousarray(given, np.int64)
