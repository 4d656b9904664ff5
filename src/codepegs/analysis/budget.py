"""What looking back may cost: counted, so that no result depends on the machine."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.engine import kernel
from codepegs.engine.codespace import MAX_GUESSES
from codepegs.errors import TooLarge
from codepegs.rules.edition import Edition

_NUMPY, _PEGS = 1 / 100, 9
"""What numpy does while the kernel makes one step; pegs that the kernel searches at most."""
_GUESSES = 4_096
"""Guesses of a board, from which on a step takes longer in proportion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """How much a review, or a hint, may look at. What is not found within it is estimated, and says so."""

    steps: int = 400_000
    """Guesses that one exact search looks at: some three seconds with the kernel. Without it, and on boards
    of many guesses, steps take longer and fewer are made: see `steps_for`."""
    misses: int = 2
    """Searches that may end without a proof before only short ones are made."""

    def steps_for(self, edition: Edition) -> int:
        """The steps of one search on a board of this edition."""
        share = 1.0 if kernel.available and edition.pegs <= _PEGS else _NUMPY
        return int(self.steps * share * min(1.0, _GUESSES / _guesses(edition)))

    def max_wasted_steps(self, edition: Edition) -> int:
        """The most steps that long searches make in vain, some 100,000 per second. Proofs take far less."""
        return self.misses * self.steps_for(edition)


QUICK = SearchBudget(steps=20_000, misses=1)
"""For somebody who waits: a hint, or a review while others wait too."""


def check_size(edition: Edition) -> None:
    """Raise TooLarge if an edition has too many codes, or guesses, to list them all."""
    if (size := _guesses(edition)) > MAX_GUESSES:
        raise TooLarge(
            size, MAX_GUESSES, done="analysed", remedy="You can play it, but without hints and reviews."
        )


def _guesses(edition: Edition) -> int:
    return edition.with_rules(code_repeats=edition.guess_repeats).size
