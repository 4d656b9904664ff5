"""Evaluated guesses: how a guess splits the codes left, and what follows with the best play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, hypot, log2

import numpy as np

from codepegs.engine.marking import Classes, count_classes, mark_all
from codepegs.engine.sampling.sample import random_rows
from codepegs.engine.sampling.strategy import opening
from codepegs.notation.review import Outlook, PossibleAnswer, RatedGuess
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

_CODES = 20_000
"""Sample size for the information of the first guess."""
_LAST = 0.92
"""Added to the guesses that the missing bits require; measured in `bench/review.md`."""
_ERROR = 0.1
"""The standard error of an estimate."""
_SPREAD, _ENOUGH = 1.4, 0.98
"""Parts of a good guess, per number that its bits can tell apart; the estimated chance that counts as 1. The
first is measured in `bench/review.md`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A possible answer to a guess: its chance, the codes it leaves, and what follows."""

    answer: Feedback
    chance: float
    codes: int
    """Codes left after it; 1 for the winning answer."""
    to_go: Outlook
    """Expectation after this guess; no more guesses for the winning answer."""


@dataclass(frozen=True, slots=True)
class EvaluatedGuess:
    """A guess on a board, evaluated before its answer is known."""

    guess: Code
    possible: bool
    """Whether it can be the code itself."""
    parts: tuple[Part, ...]
    """In the order of the answers; only answers that some code left would give."""
    to_go: Outlook
    """Expectation from here on with the best strategy after it. The guesses include this one."""
    rows: int | None
    """Rows left, including this one; None for no limit."""

    @property
    def codes(self) -> int:
        """Number of codes left before it."""
        return sum(part.codes for part in self.parts)

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


def evaluate(guess: Code, possible: bool, parts: tuple[Part, ...], rows: int | None) -> EvaluatedGuess:
    """Combine the parts of a guess into its evaluation."""
    if all(part.to_go.proved for part in parts):
        # Sum integers, so that equally good guesses get exactly equal values.
        codes = sum(part.codes for part in parts)
        total = sum(round(part.codes * part.to_go.guesses) for part in parts)
        lost = sum(round(part.codes * (1 - part.to_go.chance)) for part in parts)
        value = Outlook((codes + total) / codes, chance=1 - lost / codes)
    else:
        mean = sum(part.chance * part.to_go.guesses for part in parts)
        error = hypot(*(part.chance * part.to_go.error for part in parts))
        lost_chance = sum(part.chance * (1 - part.to_go.chance) for part in parts)
        value = Outlook(1 + mean, error, 1 - lost_chance)
    return EvaluatedGuess(guess, possible, parts, value, rows)


def adjust_to(found: EvaluatedGuess, value: Outlook) -> EvaluatedGuess:
    """Set the value of a guess to a proved one, and change its estimated parts to match."""
    loose = [part for part in found.parts if not part.to_go.proved]
    if found.to_go.proved or not loose:
        return found
    shift = (value.guesses - found.to_go.guesses) / sum(part.chance for part in loose)
    hoped = sum(part.chance * part.to_go.chance for part in loose)
    factor = 1 - (found.to_go.chance - value.chance) / hoped if hoped else 1.0

    def adjusted(part: Part) -> Part:
        to_go = part.to_go
        chance = min(1.0, max(0.0, to_go.chance * factor))
        return replace(part, to_go=Outlook(to_go.guesses + shift, to_go.error, chance))

    parts = tuple(part if part.to_go.proved else adjusted(part) for part in found.parts)
    return replace(found, parts=parts, to_go=value)


def as_unproved(found: EvaluatedGuess) -> EvaluatedGuess:
    """Mark the value of a guess as an estimate, because it is not proved to be the best."""
    if found.possible and found.largest <= 1:
        return found
    return replace(found, to_go=replace(found.to_go, error=max(_ERROR, found.to_go.error)))


def compare(best: EvaluatedGuess, other: EvaluatedGuess) -> tuple[EvaluatedGuess, EvaluatedGuess]:
    """Return the better of two guesses, and `other` with a consistent value.

    If the value of `best` is proved, no guess is better, and a better estimate is lowered to it.
    """
    if best.to_go.proved:
        if other.to_go.rank < best.to_go.rank:
            other = adjust_to(other, replace(best.to_go, error=other.to_go.error))
        as_good = other.to_go.proved and other.to_go.rank <= best.to_go.rank
        return (other if as_good else best), other
    return (as_unproved(other) if other.to_go.rank <= best.to_go.rank else best), other


def estimate_outlook(edition: Edition, codes: int, rows: int | None) -> Outlook:
    """Estimate what to expect of `codes` codes if nothing else is known about them.

    The model: every good guess gives about as many bits as the first one, and the last guess
    mostly confirms what is known.
    """
    if codes <= 2:
        return Outlook(1.5 if codes == 2 else 1.0)
    needed = log2(codes) / bits(edition)
    guesses, chance = max(2 - 1 / codes, _LAST + needed), 1.0
    if rows is not None:
        guesses = min(guesses, rows)
        chance = _estimate_broken(codes, rows, _SPREAD * 2 ** bits(edition)) / codes
    return Outlook(guesses, _ERROR, 1.0 if chance > _ENOUGH else chance)


def _estimate_broken(codes: float, rows: int, parts: float) -> float:
    """Estimate how many codes are broken in some rows if a guess makes this many parts, of equal size."""
    if codes <= 1 or rows == 1:
        return min(codes, 1.0)
    if rows == 2:
        # Some parts stay empty if there are few codes.
        return 1 + parts * (1 - exp((1 - codes) / parts))
    return min(codes, 1 + parts * _estimate_broken((codes - 1) / parts, rows - 1, parts))


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
