"""Guesser for boards too large to list: judges guesses by a sample of the candidates."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from codepegs.engine.choice import rows_left
from codepegs.engine.codespace import Rows
from codepegs.engine.marking import Classes, count_classes, mark_all
from codepegs.engine.measure import BIT, MEASURES, Values
from codepegs.engine.sampling.sample import SAMPLE_SIZE, Effort, draw_sample, random_rows
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

_CANDIDATE_BONUS = 3 * BIT // 4
"""Bonus, in units of entropy, for a guess that may be the code itself."""
_OPENING_CODES = 20_000
"""Sample size for judging first guesses."""
_BLOCK = 1 << 22
"""Marks per block."""


class SamplingGuesser:
    """Guesses what gives the most information about a sample of the codes that fit.

    In the last row it guesses a code that fits, and with two rows left what makes the most parts.
    It compares the `codes` sampled codes and `others` other guesses: half of these are sampled
    codes with a peg or two changed, half are random. With equal randomness two guessers
    guess alike.
    """

    def __init__(
        self,
        edition: Edition,
        random: Random,
        *,
        codes: int = SAMPLE_SIZE,
        others: int = SAMPLE_SIZE,
        effort: Effort | None = None,
    ) -> None:
        self._edition, self._random = edition, random
        self._codes, self._others, self._effort = codes, others, effort

    def guess(self, board: Board) -> Code | None:
        """Return the next guess, or None if no code fits `board`. Raises Undecided if that takes too long."""
        rows = rows_left(board)
        if not board.answered and rows != 1:
            return self._code(opening(self._edition))
        fitting = draw_sample(board, self._random, most=self._codes, effort=self._effort).codes
        if not len(fitting):
            return None
        if len(fitting) <= 2 or rows == 1:
            # Nothing splits two better than one of them.
            return self._code(fitting[0])
        guesses = np.concatenate([fitting, self._other_guesses(fitting)])
        if rows == 2:
            # The first of equal guesses fits.
            return self._code(guesses[_values(self._edition, guesses, fitting, "parts").argmin()])
        values = _values(self._edition, guesses, fitting)
        values[: len(fitting)] -= _CANDIDATE_BONUS
        return self._code(guesses[values.argmin()])

    def _other_guesses(self, codes: Rows) -> Rows:
        """Draw guesses that need not fit: some near the codes, some random."""
        edition, generator = self._edition, np.random.default_rng(self._random.getrandbits(64))
        far = random_rows(edition, self._others // 2, generator, repeats=edition.guess_repeats)
        near = codes[generator.integers(len(codes), size=self._others - len(far))]
        near = mutate(edition, near, generator)
        again = generator.random(len(near)) < 0.5
        near[again] = mutate(edition, near[again], generator)
        return np.concatenate([near, far])

    def _code(self, row: Rows) -> Code:
        return Code(tuple(self._edition.kinds[number] for number in row))


def mutate(edition: Edition, rows: Rows, generator: np.random.Generator) -> Rows:
    """Return the rows with a random kind at one random place of each.

    Half of the time, and always if guesses may not repeat a kind, places that had the new
    kind get the old one.
    """
    lines = np.arange(len(rows))
    places = generator.integers(edition.pegs, size=len(rows))
    new = generator.integers(len(edition.kinds), size=len(rows), dtype=np.uint8)
    old = rows[lines, places]
    swapped = (generator.random(len(rows)) < 0.5) | (not edition.guess_repeats)
    rows = np.where((rows == new[:, None]) & swapped[:, None], old[:, None], rows)
    rows[lines, places] = new
    return rows


def opening(edition: Edition) -> Rows:
    """Return the most informative first guess. Only its colour counts matter."""
    shape = (edition.pegs, edition.colours, edition.blanks, edition.code_repeats, edition.guess_repeats)
    if shape not in _openings:
        kinds = len(edition.kinds)
        guesses = [
            [kind for kind, count in enumerate(counts) for _ in range(count)]
            for counts in _partitions(edition.pegs, edition.pegs if edition.guess_repeats else 1)
            if len(counts) <= kinds
        ]
        # A fixed seed: the opening depends on the board only.
        generator = np.random.default_rng(0)
        codes = random_rows(edition, _OPENING_CODES, generator, repeats=edition.code_repeats)
        rows = np.array(guesses, np.uint8)
        _openings[shape] = rows[_values(edition, rows, codes).argmin()]
    return _openings[shape]


_openings: dict[tuple[int, int, bool, bool, bool], Rows] = {}


def _partitions(total: int, most: int) -> Iterator[list[int]]:
    """Yield the partitions of `total` into parts of at most `most`, largest first."""
    if not total:
        yield []
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield [first, *rest]


def _values(edition: Edition, guesses: Rows, codes: Rows, measure: str = "entropy") -> Values:
    """Return the value of each guess over `codes` by a measure."""
    classes, kinds = Classes(edition.pegs), len(edition.kinds)
    values = np.empty(len(guesses), np.int64)
    step = max(1, _BLOCK // len(codes))
    for start in range(0, len(guesses), step):
        block = slice(start, start + step)
        found = mark_all(guesses[block], codes, classes, colours=kinds)
        values[block] = MEASURES[measure](count_classes(found, len(classes)))
    return values
