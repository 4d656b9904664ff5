"""Judging guesses where the codes are too many to list: by a sample of those that fit."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from random import Random

import numpy as np

from codepegs.analysis.allowance import Allowance
from codepegs.analysis.option import Count, Option, Part, Worth, doubted, estimate, option
from codepegs.engine.codespace import Rows
from codepegs.engine.marks import Classes, counted, marked
from codepegs.engine.measure import MEASURES
from codepegs.engine.sample import Effort, Sample, sample
from codepegs.engine.sampled import Sampled
from codepegs.errors import IllegalCode
from codepegs.notation import position
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

_LEAST = 100
"""Codes that are drawn once there is no time for more."""


class Drawn:
    """Judges guesses on boards of one edition. What it draws depends on the seed and the board alone.

    Once `stop` says yes, samples are small. Undecided is raised where even a search finds
    no fitting code.
    """

    def __init__(self, edition: Edition, allowance: Allowance, stop: Callable[[], bool]) -> None:
        self._edition, self._allowance, self._stop = edition, allowance, stop
        self._classes = Classes(edition.pegs)
        self._samples: dict[Board, Sample] = {}

    def count(self, board: Board) -> Count:
        """About how many codes fit a board; exactly, where they are few."""
        found = self._sample(board)
        return Count(round(found.size), found.whole)

    def codes(self, board: Board) -> tuple[Code, ...]:
        """Codes that fit a board: all of them if their count is exact, else some."""
        return tuple(map(self._named, self._sample(board).codes))

    def judge(self, board: Board, guess: Code) -> Option:
        """What a guess does on a board that some code fits."""
        found = self._sample(board)
        marks = self._marks(self._rows(guess), found.codes)
        sizes = counted(marks, len(self._classes))[0]
        parts = []
        for answer in map(int, np.flatnonzero(sizes)):
            chance = int(sizes[answer]) / len(found)
            codes = int(sizes[answer]) if found.whole else max(1.0, chance * found.size)
            won = answer == self._classes.win
            worth = Worth(0.0) if won else self._worth(found, marks[0] == answer, codes)
            parts.append(Part(self._classes.feedbacks[answer], chance, 1 if won else codes, worth))
        noise = 0.0
        if not found.whole:
            mean = sum(part.chance * part.to_go.guesses for part in parts)
            spread = sum(part.chance * (part.to_go.guesses - mean) ** 2 for part in parts)
            noise = sqrt(spread / len(found)) or 1 / len(found)
        return option(guess, self._possible(board, guess), tuple(parts), noise=noise)

    def best(self, board: Board) -> Option:
        """A good guess on a board that some code fits; the best where one of few codes tells all apart."""
        found = self._sample(board)
        if found.whole and (telling := self._apart(found.codes)) is not None:
            return self.judge(board, telling)
        most = self._most
        guess = Sampled(self._edition, self._random(board), codes=most, others=most, effort=self._effort)
        code = guess.guess(board)
        assert code is not None  # some code fits
        return doubted(self.judge(board, code))

    def telling(self, board: Board) -> Option:
        """Of the drawn codes, all of which can be the code, one that tells most, in bits."""
        codes = self._sample(board).codes
        values = MEASURES["entropy"](counted(self._marks(codes, codes), len(self._classes)))
        return self.judge(board, self._named(codes[values.argmin()]))

    @property
    def patterns(self) -> None:
        """Nobody knows the best strategy of such a board."""

    def _sample(self, board: Board) -> Sample:
        if board not in self._samples:
            found = sample(board, self._random(board), most=self._most, effort=self._effort)
            order = np.lexsort(found.codes.T[::-1])
            self._samples[board] = Sample(found.codes[order], found.whole, found.uniform, found.size)
        return self._samples[board]

    @property
    def _most(self) -> int:
        return min(_LEAST, self._allowance.codes) if self._stop() else self._allowance.codes

    @property
    def _effort(self) -> Effort | None:
        return Effort(draws=40_000, heads=1_000, steps=100_000) if self._stop() else None

    def _random(self, board: Board) -> Random:
        return Random(f"{self._allowance.seed} {position.write(board)}")

    def _worth(self, found: Sample, part: np.ndarray[tuple[int], np.dtype[np.bool_]], codes: float) -> Worth:
        """What a part of the sample is worth: that is known where it is all there is, and one of it tells."""
        if found.whole and codes > 2 and self._apart(found.codes[part]) is not None:
            return Worth((2 * codes - 1) / codes)
        return estimate(self._edition, codes, counted=found.whole)

    def _apart(self, codes: Rows) -> Code | None:
        """The first of some codes that tells all of them apart: no guess is better than that."""
        if len(codes) > len(self._classes):
            return None
        in_order = np.sort(self._marks(codes, codes), axis=1)
        apart = (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
        return self._named(codes[apart.argmax()]) if apart.any() else None

    def _possible(self, board: Board, guess: Code) -> bool:
        try:
            self._edition.check_secret(guess)
        except IllegalCode:
            return False
        return board.fits(guess)

    def _marks(self, guesses: Rows, codes: Rows) -> Rows:
        return marked(guesses, codes, self._classes, colours=len(self._edition.kinds))

    def _rows(self, code: Code) -> Rows:
        return np.array([[self._edition.kinds.index(colour) for colour in code.pegs]], np.uint8)

    def _named(self, row: Rows) -> Code:
        return Code(tuple(self._edition.kinds[int(number)] for number in row))
