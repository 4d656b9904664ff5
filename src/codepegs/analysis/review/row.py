"""Review of one row: what the guess cost, and how lucky the answer was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import hypot

from codepegs.analysis.guess import Estimate, EvaluatedGuess
from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback

ZERO = Estimate(0.0)


class Grade(Enum):
    """How good a guess was, by its regret."""

    BEST = "best"
    GOOD = "good"
    FAIR = "fair"
    WEAK = "weak"
    BAD = "bad"
    WASTED = "wasted"
    """It gave no information and could not be the code, or time ran out."""


LIMITS = ((0.0005, Grade.BEST), (0.05, Grade.GOOD), (0.15, Grade.FAIR), (0.4, Grade.WEAK), (1.0, Grade.BAD))
"""The largest regret for each grade."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowReview:
    """Review of a row. Values that could not be computed are None.

    Every row satisfies `1 = before - after + regret - luck`, in guesses, and a row out of time
    `1 = spent`.
    """

    row: int
    guess: Code | None
    """None if time ran out."""
    answer: Feedback | None
    left: int
    """Codes that fit the answers before this row."""
    left_after: int
    before: Estimate | None
    """Expected guesses before this row, with the best play from there."""
    after: Estimate | None
    """The same after its answer; None if no code fits."""
    played: EvaluatedGuess | None
    best: EvaluatedGuess | None
    """The best guess; the one played if none is better."""
    continuation: tuple[tuple[Code, Feedback], ...] = ()
    """The best play from here against the code, if all of it is proved."""

    @property
    def regret(self) -> Estimate | None:
        """Expected guesses lost compared with the best guess: from 0 to 1, for no information."""
        if self.played is None or self.before is None or self.best is None:
            return None
        if self.played.guess == self.best.guess:
            return ZERO if self.before.proved else Estimate(0.0, self.before.error)
        error = hypot(self.played.to_go.error, self.best.to_go.error)
        lost = self.played.to_go.guesses - self.before.guesses
        # No guess costs more than itself, except for rounding.
        return Estimate(max(0.0, lost) if error else min(1.0, lost), error)

    @property
    def luck(self) -> Estimate | None:
        """Guesses that the answer saved, compared with the average answer to the same guess."""
        if self.played is None or self.after is None:
            return None
        saved = self.played.to_go.guesses - 1 - self.after.guesses
        return Estimate(saved, hypot(self.played.to_go.error, self.after.error))

    @property
    def spent(self) -> int:
        """1 for a row out of time."""
        return int(self.guess is None)

    @property
    def grade(self) -> Grade | None:
        if self.spent:
            return Grade.WASTED
        if self.played is None or self.regret is None:
            return None
        if len(self.played.parts) == 1 and not self.played.possible:
            return Grade.WASTED
        return next((grade for most, grade in LIMITS if self.regret.guesses <= most), Grade.BAD)

    @property
    def skill(self) -> float | None:
        """From 0, for no information, to 100, for the best guess."""
        if self.spent:
            return 0.0
        return None if self.regret is None else 100 * max(0.0, 1 - self.regret.guesses)

    @property
    def fortune(self) -> float | None:
        """From 0 to 100: the chance of a worse answer, plus half that of an equally good one.

        None if only one answer was possible, so that luck played no part.
        """
        if self.played is None or self.after is None or self.answer is None or len(self.played.parts) < 2:
            return None
        got = self.played.part(self.answer)
        to_go = self.after.guesses if got is None else got.to_go.guesses
        worse = sum(part.chance for part in self.played.parts if part.to_go.guesses > to_go)
        equal = sum(part.chance for part in self.played.parts if part.to_go.guesses == to_go)
        return 100 * (worse + equal / 2)
