"""Options: what a guess does to the codes that are left, and how many guesses that is worth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot, log2

import numpy as np

from codepegs.engine.marking import Classes, count_classes, mark_all
from codepegs.engine.sampling.sample import random_rows
from codepegs.engine.sampling.strategy import opening
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

_CODES = 20_000
"""Random codes by which the first guess is measured."""
_LAST = 0.92
"""What the estimate adds to the guesses that bits ask for: `bench/review.md` measures it."""
_ERROR, _DRIFT = 0.1, 0.05
"""The standard error of an estimate, and the share by which all of a board can be off together."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Guesses still to come on average over all codes that are left, the winning ones included.

    They are those of the best strategy that there is. `error` is the standard error of an
    estimate beside other estimates of the same board, and 0 where the number is proved.
    """

    guesses: float
    error: float = 0.0

    @property
    def proved(self) -> bool:
        return not self.error

    @property
    def margin(self) -> float:
        """The error of an estimate taken alone: larger, as all estimates of a board may be off together."""
        return self.error + _DRIFT * abs(self.guesses) if self.error else 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """One answer that a guess can get: how likely it is, what it leaves, and what follows."""

    answer: Feedback
    chance: float
    codes: int
    """Codes left after it. The winning answer leaves the code."""
    to_go: Estimate
    """Guesses after this one: none after the winning answer."""


@dataclass(frozen=True, slots=True)
class EvaluatedGuess:
    """A guess on a board, judged before its answer is known."""

    guess: Code
    possible: bool
    """Whether it can itself be the code."""
    parts: tuple[Part, ...]
    """In the order of the answers: only those that some code left would give."""
    to_go: Estimate
    """Guesses from here on if it is played, itself included, and the best strategy follows."""

    @property
    def average(self) -> float:
        """Codes that it leaves on average."""
        return sum(part.chance * part.codes for part in self.parts)

    @property
    def largest(self) -> int:
        """Codes that it leaves at most."""
        return max(part.codes for part in self.parts)

    @property
    def bits(self) -> float:
        """What it tells, in bits."""
        return -sum(part.chance * log2(part.chance) for part in self.parts) + 0.0

    def part(self, answer: Feedback) -> Part | None:
        """What an answer would leave; None for one that no code left would give."""
        return next((part for part in self.parts if part.answer == answer), None)


def evaluate(guess: Code, possible: bool, parts: tuple[Part, ...]) -> EvaluatedGuess:
    """The option of these parts."""
    if all(part.to_go.proved for part in parts):
        # Summed in whole numbers, so that equally good guesses are worth the same to the last bit.
        codes = sum(part.codes for part in parts)
        total = sum(round(part.codes * part.to_go.guesses) for part in parts)
        return EvaluatedGuess(guess, possible, parts, Estimate((codes + total) / codes))
    mean = sum(part.chance * part.to_go.guesses for part in parts)
    error = hypot(*(part.chance * part.to_go.error for part in parts))
    return EvaluatedGuess(guess, possible, parts, Estimate(1 + mean, error))


def adjust_to(found: EvaluatedGuess, worth: Estimate) -> EvaluatedGuess:
    """A guess whose worth is proved to be `worth`, or at least that: its estimated parts make up for it."""
    short = worth.guesses - found.to_go.guesses
    loose = sum(part.chance for part in found.parts if not part.to_go.proved)
    if found.to_go.proved or not loose:
        return found
    parts = tuple(
        part
        if part.to_go.proved
        else replace(part, to_go=Estimate(part.to_go.guesses + short / loose, part.to_go.error))
        for part in found.parts
    )
    return replace(found, parts=parts, to_go=worth)


def as_unproved(found: EvaluatedGuess) -> EvaluatedGuess:
    """A guess that is good, but not proved to be the best, even if its own worth is known."""
    if found.possible and found.largest <= 1:
        return found
    return replace(found, to_go=Estimate(found.to_go.guesses, max(_ERROR, found.to_go.error)))


def compare(best: EvaluatedGuess, other: EvaluatedGuess) -> tuple[EvaluatedGuess, EvaluatedGuess]:
    """The better of two guesses, where `best` is the best if that is proved; and `other`.

    An estimate is never better than what is proved to be the best.
    """
    if best.to_go.proved:
        if other.to_go.guesses < best.to_go.guesses:
            other = adjust_to(other, Estimate(best.to_go.guesses, other.to_go.error))
        as_good = other.to_go.proved and other.to_go.guesses <= best.to_go.guesses
        return (other if as_good else best), other
    return (as_unproved(other) if other.to_go.guesses <= best.to_go.guesses else best), other


def estimate_guesses(edition: Edition, codes: int) -> Estimate:
    """What so many codes are worth if nothing else is known of them.

    A good guess tells about as many bits as the first one does, and the last guess of a
    game mostly confirms what is known by then.
    """
    if codes <= 2:
        return Estimate(1.5 if codes == 2 else 1.0)
    needed = log2(codes) / bits(edition)
    return Estimate(max(2 - 1 / codes, _LAST + needed), _ERROR)


def bits(edition: Edition) -> float:
    """The bits that a good first guess tells."""
    return _bits(edition.with_rules(rows=1, time_limit=None))


@lru_cache(maxsize=64)
def _bits(edition: Edition) -> float:
    classes = Classes(edition.pegs)
    codes = random_rows(edition, _CODES, np.random.default_rng(0), repeats=edition.code_repeats)
    marks = mark_all(opening(edition)[None], codes, classes, colours=len(edition.kinds))
    shares = count_classes(marks, len(classes))[0] / _CODES
    return max(0.1, float(-(shares[shares > 0] * np.log2(shares[shares > 0])).sum()))
