"""Evaluated guesses: how a guess splits the codes left, and how many guesses follow on average."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, log2

import numpy as np

from codepegs.engine.marking import Classes, count_classes, mark_all
from codepegs.engine.sampling.sample import random_rows
from codepegs.engine.sampling.strategy import opening
from codepegs.notation.review import Estimate, PossibleAnswer, RatedGuess
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

_CODES = 20_000
"""Sample size for the information of the first guess."""
_LAST = 0.92
"""Added to the guesses that the missing bits require; measured in `bench/review.md`."""
_ERROR = 0.1
"""The standard error of an estimate."""


@dataclass(frozen=True, slots=True)
class Part:
    """A possible answer to a guess: its chance, the codes it leaves, and the guesses that follow."""

    answer: Feedback
    chance: float
    codes: int
    """Codes left after it; 1 for the winning answer."""
    to_go: Estimate
    """Guesses after this one; 0 for the winning answer."""


@dataclass(frozen=True, slots=True)
class EvaluatedGuess:
    """A guess on a board, evaluated before its answer is known."""

    guess: Code
    possible: bool
    """Whether it can be the code itself."""
    parts: tuple[Part, ...]
    """In the order of the answers; only answers that some code left would give."""
    to_go: Estimate
    """Guesses from here on, including this one, with the best strategy after it."""

    @property
    def average(self) -> float:
        """Expected number of codes left after it."""
        return sum(part.chance * part.codes for part in self.parts)

    @property
    def largest(self) -> int:
        """Largest number of codes left after it."""
        return max(part.codes for part in self.parts)

    @property
    def bits(self) -> float:
        """Expected information, in bits."""
        return -sum(part.chance * log2(part.chance) for part in self.parts) + 0.0

    def part(self, answer: Feedback) -> Part | None:
        """Return the part of an answer; None if no code left would give it."""
        return next((part for part in self.parts if part.answer == answer), None)


def rate(edition: Edition, guess: EvaluatedGuess) -> RatedGuess:
    """Return a guess as plain values."""
    return RatedGuess(
        guess=edition.spell(guess.guess),
        possible=guess.possible,
        leaves=guess.average,
        leaves_at_most=guess.largest,
        bits=guess.bits,
        to_go=guess.to_go,
        answers=tuple(
            PossibleAnswer(str(part.answer), part.chance, part.codes, part.to_go) for part in guess.parts
        ),
    )


def evaluate(guess: Code, possible: bool, parts: tuple[Part, ...]) -> EvaluatedGuess:
    """Combine the parts of a guess into its evaluation."""
    if all(part.to_go.proved for part in parts):
        # Sum integers, so that equally good guesses get exactly equal values.
        codes = sum(part.codes for part in parts)
        total = sum(round(part.codes * part.to_go.guesses) for part in parts)
        return EvaluatedGuess(guess, possible, parts, Estimate((codes + total) / codes))
    mean = sum(part.chance * part.to_go.guesses for part in parts)
    error = hypot(*(part.chance * part.to_go.error for part in parts))
    return EvaluatedGuess(guess, possible, parts, Estimate(1 + mean, error))


def adjust_to(found: EvaluatedGuess, value: Estimate) -> EvaluatedGuess:
    """Set the value of a guess to a proved one, and shift its estimated parts to match."""
    short = value.guesses - found.to_go.guesses
    loose = sum(part.chance for part in found.parts if not part.to_go.proved)
    if found.to_go.proved or not loose:
        return found
    parts = tuple(
        part
        if part.to_go.proved
        else replace(part, to_go=Estimate(part.to_go.guesses + short / loose, part.to_go.error))
        for part in found.parts
    )
    return replace(found, parts=parts, to_go=value)


def as_unproved(found: EvaluatedGuess) -> EvaluatedGuess:
    """Mark the value of a guess as an estimate, because it is not proved to be the best."""
    if found.possible and found.largest <= 1:
        return found
    return replace(found, to_go=Estimate(found.to_go.guesses, max(_ERROR, found.to_go.error)))


def compare(best: EvaluatedGuess, other: EvaluatedGuess) -> tuple[EvaluatedGuess, EvaluatedGuess]:
    """Return the better of two guesses, and `other` with a consistent value.

    If the value of `best` is proved, no guess is better, and a lower estimate is raised to it.
    """
    if best.to_go.proved:
        if other.to_go.guesses < best.to_go.guesses:
            other = adjust_to(other, Estimate(best.to_go.guesses, other.to_go.error))
        as_good = other.to_go.proved and other.to_go.guesses <= best.to_go.guesses
        return (other if as_good else best), other
    return (as_unproved(other) if other.to_go.guesses <= best.to_go.guesses else best), other


def estimate_guesses(edition: Edition, codes: int) -> Estimate:
    """Estimate the guesses that `codes` codes take if nothing else is known about them.

    The model: every good guess gives about as many bits as the first one, and the last guess
    mostly confirms what is known.
    """
    if codes <= 2:
        return Estimate(1.5 if codes == 2 else 1.0)
    needed = log2(codes) / bits(edition)
    return Estimate(max(2 - 1 / codes, _LAST + needed), _ERROR)


def bits(edition: Edition) -> float:
    """Return the information of a good first guess, in bits."""
    return _bits(edition.with_rules(rows=1, time_limit=None))


@lru_cache(maxsize=64)
def _bits(edition: Edition) -> float:
    classes = Classes(edition.pegs)
    codes = random_rows(edition, _CODES, np.random.default_rng(0), repeats=edition.code_repeats)
    marks = mark_all(opening(edition)[None], codes, classes, colours=len(edition.kinds))
    shares = count_classes(marks, len(classes))[0] / _CODES
    return max(0.1, float(-(shares[shares > 0] * np.log2(shares[shares > 0])).sum()))
