"""Marking of whole code spaces at once: the fast twin of `rules.mark`, in numpy and in C."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.engine import kernel as fast
from codepegs.rules.feedback import Feedback

_BLOCK = 1 << 24
"""Marks per block, so that temporary arrays stay in the cache."""


class Classes:
    """The possible answers to a guess, numbered in order; all black comes last."""

    def __init__(self, pegs: int) -> None:
        self.feedbacks = sorted(
            Feedback(black, white)
            for black in range(pegs + 1)
            for white in range(pegs + 1 - black)
            if (black, white) != (pegs - 1, 1)
        )
        self.win = len(self.feedbacks) - 1
        self._pegs = pegs
        self._numbers = {feedback: number for number, feedback in enumerate(self.feedbacks)}
        # By black and black + white, as `mark_all` counts them.
        self.by_sums = np.full((pegs + 1) * (pegs + 1), 255, np.uint8)
        for feedback, number in self._numbers.items():
            self.by_sums[feedback.black * (pegs + 1) + feedback.black + feedback.white] = number

    def __len__(self) -> int:
        return len(self.feedbacks)

    def number(self, feedback: Feedback) -> int | None:
        """Return the class of an answer; None if the answer is impossible."""
        return self._numbers.get(feedback)


def mark_all(
    guesses: NDArray[np.uint8],
    codes: NDArray[np.uint8],
    classes: Classes,
    *,
    colours: int,
    kernel: bool | None = None,
) -> NDArray[np.uint8]:
    """Return the class of each guess (lines) against each code (columns), with colours from 0.

    `rules.mark` is the definition; tests compare it with both versions.
    """
    if fast.use_kernel(kernel):
        return fast.mark_all(guesses, codes, colours)
    found = np.empty((len(guesses), len(codes)), np.uint8)
    step = max(1, _BLOCK // max(1, len(codes)))
    pegs = guesses.shape[1]
    often_guessed, often_hidden = _counts(guesses, colours), _counts(codes, colours)
    for start in range(0, len(guesses), step):
        block = slice(start, start + step)
        # pegs + 1 for each black and 1 for each shared peg: one byte holds both.
        sums = np.zeros((len(guesses[block]), len(codes)), np.uint8)
        for colour in range(colours):
            sums += np.minimum(often_guessed[colour, block, None], often_hidden[colour])
        for place in range(pegs):
            sums += (guesses[block, place, None] == codes[None, :, place]) * np.uint8(pegs + 1)
        found[block] = classes.by_sums[sums]
    return found


def count_classes(found: NDArray[np.uint8], classes: int, *, kernel: bool | None = None) -> NDArray[np.int64]:
    """Count the marks of each class in each line."""
    if fast.use_kernel(kernel):
        return fast.split_all(found, np.arange(found.shape[0]), np.arange(found.shape[1]), classes)
    lines = np.arange(len(found), dtype=np.int64)[:, None] * classes
    return np.bincount((found + lines).ravel(), minlength=len(found) * classes).reshape(-1, classes)


def _counts(rows: NDArray[np.uint8], colours: int) -> NDArray[np.uint8]:
    """Return how many pegs of each colour (lines) each row (columns) has."""
    return np.stack([(rows == colour).sum(axis=1, dtype=np.uint8) for colour in range(colours)])
