"""What looking back may cost, and what it will: counted, so that no result depends on the machine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from codepegs.engine import kernel
from codepegs.engine.best import TABLE
from codepegs.engine.codespace import MOST, CodeSpace
from codepegs.engine.follower import on_shelf
from codepegs.engine.sample import MOST as SAMPLE
from codepegs.rules.edition import Edition

_NUMPY, _PEGS = 1 / 100, 9
"""What numpy does while the kernel makes one step; pegs that the kernel searches at most."""
_GUESSES = 4_096
"""Guesses of a board, from which on a step takes longer in proportion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """How much a review, or a hint, may look at. What is not found within it is estimated, and says so."""

    steps: int = 400_000
    """Guesses that one exact search looks at: some three seconds with the kernel. Without it, and on boards
    of many guesses, steps take longer and fewer are made: see `steps_for`."""
    misses: int = 2
    """Searches that may end without a proof before only short ones are made."""
    codes: int = SAMPLE
    """Codes that are drawn on a board too large to list."""
    seed: int = 0
    """What is drawn: the same seed finds the same."""

    def steps_for(self, edition: Edition) -> int:
        """The steps of one search on a board of this edition."""
        share = 1.0 if kernel.available and edition.pegs <= _PEGS else _NUMPY
        return int(self.steps * share * min(1.0, _GUESSES / _guesses(edition)))


QUICK = Allowance(steps=20_000, misses=1, codes=300)
"""For somebody who waits: a hint, or a review while others wait too."""


class Way(Enum):
    """How a board can be judged."""

    PROVED = "proved"
    """The best strategy from the first guess on comes with the package; the rest is searched in a moment."""
    SEARCHED = "searched"
    """Every code is listed. Positions are searched exactly within the allowance, and estimated beyond it."""
    SAMPLED = "sampled"
    """There are too many codes to list: all but the end of a game is estimated from a sample."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What judging a number of rows takes, known beforehand and at once; short searches come on top of it."""

    way: Way
    steps: int
    """Guesses that long searches in vain look at, at most: some 100,000 a second. Proofs take far less."""
    samples: int
    """Samples that are drawn: a second or more each on the largest boards, far less on others."""


def cost(edition: Edition, rows: int, allowance: Allowance | None = None) -> Cost:
    """What it takes to review a game of so many rows, or, for one row, to give a hint."""
    allowance, guesses = allowance or Allowance(), _guesses(edition)
    if guesses > MOST:
        return Cost(Way.SAMPLED, 0, 2 * (rows + 1))
    steps = allowance.misses * allowance.steps_for(edition)
    if edition.size * guesses <= TABLE:
        tree = on_shelf(CodeSpace.of(edition))
        if tree is not None and tree.proved:
            return Cost(Way.PROVED, steps, 0)
    return Cost(Way.SEARCHED, steps, 0)


def _guesses(edition: Edition) -> int:
    return edition.house(code_repeats=edition.guess_repeats).size
