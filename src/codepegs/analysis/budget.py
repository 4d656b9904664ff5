"""Search budgets, counted in steps, so that no result depends on the machine."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.engine import kernel
from codepegs.engine.codespace import MAX_GUESSES
from codepegs.errors import TooLarge
from codepegs.rules.edition import Edition

_NUMPY, _PEGS = 1 / 100, 9
"""Speed of numpy relative to the kernel; the most pegs that the kernel supports."""
_GUESSES = 4_096
"""On boards with more guesses a step takes proportionally longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudget:
    """Limits on the search for a review or hint. Values not proved within them are estimated."""

    steps: int = 400_000
    """Guesses examined by one exact search: about three seconds with the kernel. `steps_for` allows fewer
    without the kernel and on boards with many guesses."""
    misses: int = 2
    """Searches that may fail before only short ones are tried."""

    def steps_for(self, edition: Edition) -> int:
        """Return the steps of one search on a board of this edition."""
        share = 1.0 if kernel.available and edition.pegs <= _PEGS else _NUMPY
        return int(self.steps * share * min(1.0, _GUESSES / _guesses(edition)))

    def max_wasted_steps(self, edition: Edition) -> int:
        """Return the most steps spent on failed searches, at about 100,000 per second."""
        return self.misses * self.steps_for(edition)


QUICK = SearchBudget(steps=20_000, misses=1)
"""For interactive use: hints, and reviews on a server."""


def check_size(edition: Edition) -> None:
    """Raise TooLarge if an edition has too many codes, or guesses, to list them all."""
    if (size := _guesses(edition)) > MAX_GUESSES:
        raise TooLarge(
            size, MAX_GUESSES, done="analysed", remedy="You can play it, but without hints and reviews."
        )


def _guesses(edition: Edition) -> int:
    return edition.with_rules(code_repeats=edition.guess_repeats).size
