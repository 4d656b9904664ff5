"""Wrapper for the C kernel, which is optional; numpy does the same, slower.

The kernel is compiled when the package is installed on a machine with a C compiler.
`CODEPEGS_KERNEL=off` in the environment switches it off. Functions that can use it take
`kernel`: True for C, False for numpy, None for C if it is available.
"""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

try:
    from codepegs.engine import _kernel
except ImportError:  # not compiled
    compiled = False
else:
    compiled = True

available = compiled and os.environ.get("CODEPEGS_KERNEL", "").casefold() not in ("off", "no", "false", "0")

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.intp]


def use_kernel(kernel: bool | None) -> bool:
    """Return whether to use the kernel, given a caller's `kernel` argument."""
    if kernel and not compiled:
        raise ValueError("this installation has no kernel")
    return available if kernel is None else kernel


def mark_all(guesses: Bytes, codes: Bytes, colours: int) -> Bytes:
    """Return the class of each guess (lines) against each code (columns)."""
    found = np.empty((len(guesses), len(codes)), np.uint8)
    guesses, codes = np.ascontiguousarray(guesses), np.ascontiguousarray(codes)
    _kernel.mark(guesses, codes, guesses.shape[1], colours, found)
    return found


def split_all(marks: Bytes, guesses: Numbers, candidates: Numbers, classes: int) -> NDArray[np.int64]:
    """Count the candidates (columns of `marks`) in each class, for each guess (a line of it)."""
    counts = np.empty((len(guesses), classes), np.int64)
    _kernel.split(marks, marks.shape[1], _numbers(guesses), _numbers(candidates), classes, counts)
    return counts


def judge_all(
    marks: Bytes, guesses: Numbers, candidates: Numbers, classes: int, worth: Numbers, *, largest: bool
) -> NDArray[np.int64]:
    """Return for each guess the sum, or the maximum, of `worth[size]` over its parts."""
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
    """Return a contiguous copy, as the kernel needs it."""
    return np.ascontiguousarray(given, np.int64)
