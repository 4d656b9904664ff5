"""Sequential Monte Carlo sampler of fitting codes: it first counts pegs per kind, then places them.

A particle is a partial code: the counts of the first few kinds, and later the pegs in some
of the places. All particles are extended one step at a time, and those that a row rules out
are dropped: by black + white while kinds are counted, by black while pegs are placed. If too
many particles remain, they are resampled, the more promising ones with a higher chance. Each
carries a weight, one over the chance that it had to survive. So the expected weight of every
fitting code is 1 (Fearnhead and Clifford 2003), and without resampling all of them are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, inf, log

import numpy as np
from numpy.typing import NDArray

from codepegs.engine.codespace import Indices, Rows
from codepegs.rules.edition import MAX_PEGS, Edition
from codepegs.rules.feedback import Feedback

Counts = NDArray[np.int8]
Needs = Counts
"""How many key pegs each row (lines) still needs for each particle (columns)."""
Floats = NDArray[np.float64]

_LOOKAHEAD = 4
"""Particles compared before resampling, per particle that may survive; excess ones are dropped at random."""
_MIN_LOG_CHANCE = -60.0
"""The logarithm of the least chance to survive, relative to the greatest."""

_SIZES = range(MAX_PEGS + 1)
_LOG_FACTORIAL = np.array([log(factorial(n)) for n in _SIZES])
_LOG_CHOICES = np.array([[log(comb(n, k)) if k <= n else -inf for k in _SIZES] for n in _SIZES])


@dataclass(frozen=True, slots=True)
class GrownCodes:
    """Fitting codes and the logarithms of their weights.

    Unless particles were `cut`, these are all codes that fit, each with weight 1.
    """

    codes: Rows
    log_weights: Floats
    cut: bool


def grow_codes(
    edition: Edition,
    guesses: Rows,
    feedbacks: Sequence[Feedback],
    generator: np.random.Generator,
    *,
    particles: int,
) -> GrownCodes:
    """Sample codes that give `guesses` these answers, with at most `particles` particles at each step."""
    growth = _Growth(edition, guesses, generator, particles)
    growth.count(np.array([feedback.black + feedback.white for feedback in feedbacks], np.int8))
    growth.place(np.array([feedback.black for feedback in feedbacks], np.int8))
    return GrownCodes(growth.codes, growth.log_weights, growth.cut)


def draw_distinct(chances: Floats, most: int, generator: np.random.Generator) -> tuple[Indices, Floats]:
    """Draw at most `most` items without repeats; return them with their inclusion probabilities.

    These are proportional to `chances`, which are positive, but never above 1.
    """
    if len(chances) <= most:
        return np.arange(len(chances)), np.ones(len(chances))
    falling = np.sort(chances)[::-1]
    tails = np.cumsum(falling[::-1])[::-1][:most]
    # The largest are always taken: those whose chance would be above 1.
    places = most - np.arange(most)
    sure = int(np.flatnonzero(falling[:most] * places <= tails)[0])
    odds = np.minimum(1.0, chances * (places[sure] / tails[sure]))
    # Systematic sampling: marks at distance 1 along the sum of all chances hit no item twice.
    passed = np.floor(np.cumsum(odds) + generator.random())
    taken = np.flatnonzero(np.diff(passed, prepend=0.0))[:most]
    return taken, odds[taken]


class _Growth:
    """The state of all particles, one per column (one per line in `codes`)."""

    def __init__(
        self, edition: Edition, guesses: Rows, generator: np.random.Generator, particles: int
    ) -> None:
        self.pegs, self.repeats = edition.pegs, edition.code_repeats
        self.kinds = np.arange(len(edition.kinds), dtype=np.uint8)
        self.guesses, self.generator, self.max_particles = guesses, generator, particles
        self.cut = False
        self.counts = np.zeros((len(self.kinds), 1), np.uint8)
        """Pegs of each kind that a particle has, and later those that it has yet to place."""
        self.codes = np.zeros((1, self.pegs), np.uint8)
        self.log_weights = np.zeros(1)
        self.needs = np.zeros((len(guesses), 1), np.int8)

    def count(self, sums: Counts) -> None:
        """Choose the number of pegs of each kind, so that every row gets its sum."""
        had = _count_kinds(self.guesses, self.kinds)
        # Kinds in many rows are the most restrictive, so they come first.
        order = np.argsort(-had.sum(axis=0), kind="stable")
        self.needs = sums[:, None]
        rates = (sums + 0.5) / (self.pegs + 1)
        for step, kind in enumerate(order):
            ahead = had[:, order[step + 1 :]]
            self.counts[kind] = self.extend_all(self.count_options(had[:, kind, None], ahead))
            if len(self.codes) > self.max_particles:
                # Treat rows as independent: the answer gives the chance that a peg has one of its
                # kinds; these are equally likely, and so are all others.
                hit = rates * ahead.sum(axis=1) / self.pegs
                others = np.maximum(1, np.count_nonzero(had == 0, axis=1))
                miss = (1 - rates) * np.count_nonzero(ahead == 0, axis=1) / others
                chance = np.clip(hit / np.maximum(hit + miss, 1e-9), 0.02, 0.98)
                left = self.pegs - self.counts.sum(axis=0, dtype=np.int8)
                self.resample(
                    self.log_fillings(left, ahead.shape[1]) + self.log_chances(left, chance[:, None])
                )

    def count_options(self, had: Counts, ahead: Counts) -> Iterator[tuple[Indices, Needs]]:
        """Yield for 0, 1, 2 ... pegs of a kind the particles that may take them, and what rows then need."""
        left = self.pegs - self.counts.sum(axis=0, dtype=np.int8)
        later = ahead.sum(axis=1, dtype=np.int8)[:, None]
        room = self.pegs if self.repeats and ahead.shape[1] else ahead.shape[1]
        for count in range((self.pegs if self.repeats else 1) + 1):
            after = left - np.int8(count)
            particles = np.flatnonzero((after >= 0) & (after <= room))
            needs = self.needs[:, particles] - np.minimum(had, np.int8(count))
            good = ((needs >= 0) & (needs <= later) & (needs <= after[particles])).all(axis=0)
            yield particles[good], needs[:, good]

    def place(self, blacks: Counts) -> None:
        """Choose the place of each peg, so that every row gets its blacks."""
        self.needs = np.repeat(blacks[:, None], len(self.codes), axis=1)
        order = self.generator.permutation(self.pegs)
        for step, place in enumerate(order):
            ahead = order[step + 1 :]
            here = self.extend_all(self.place_options(self.guesses[:, place, None], len(ahead)))
            self.codes[:, place] = here
            self.counts[here, np.arange(len(here))] -= 1
            standing = _count_kinds(self.guesses[:, ahead], self.kinds).astype(np.float32)
            # A black needs a peg of the kind that the row has at that place.
            enough = standing @ (self.counts > 0).astype(np.float32) >= self.needs
            self.select(np.flatnonzero(enough.all(axis=0)))
            if len(self.codes) > self.max_particles:
                # Treat all orders of the pegs as equally likely, and rows as independent.
                chance = (standing @ self.counts.astype(np.float32)) / max(1, len(ahead)) ** 2
                orders = -_LOG_FACTORIAL[self.counts].sum(axis=0)
                left = np.full(len(orders), len(ahead), np.int8)
                self.resample(orders + self.log_chances(left, np.clip(chance, 0.01, 0.99)))

    def place_options(self, guessed: Rows, ahead: int) -> Iterator[tuple[Indices, Needs]]:
        """Yield for each kind the particles that may have it at a place, and what rows then need."""
        for kind in self.kinds:
            particles = np.flatnonzero(self.counts[kind])
            needs = self.needs[:, particles] - (guessed == kind).astype(np.int8)
            good = ((needs >= 0) & (needs <= ahead)).all(axis=0)
            yield particles[good], needs[:, good]

    def extend_all(self, choices: Iterator[tuple[Indices, Needs]]) -> Rows:
        """Extend every particle by each of its options; return the option that each new particle took."""
        listed = list(choices)
        particles = np.concatenate([some for some, _ in listed])
        needs = np.concatenate([some for _, some in listed], axis=1)
        here = np.repeat(np.arange(len(listed), dtype=np.uint8), [len(some) for some, _ in listed])
        looked = self.max_particles * _LOOKAHEAD
        if len(particles) > looked:
            self.cut = True
            kept = np.sort(self.generator.choice(len(particles), looked, replace=False))
            self.log_weights = self.log_weights + log(len(particles) / looked)
            particles, needs, here = particles[kept], needs[:, kept], here[kept]
        self.counts, self.codes = self.counts[:, particles], self.codes[particles]
        self.log_weights, self.needs = self.log_weights[particles], needs
        return here

    def resample(self, promise: Floats) -> None:
        """Resample the particles; `promise` is the logarithm of the expected number of codes from each."""
        self.cut = True
        likely = self.log_weights + promise
        chances = np.exp(np.maximum(likely - likely.max(), _MIN_LOG_CHANCE))
        taken, odds = draw_distinct(chances, self.max_particles, self.generator)
        self.select(taken)
        self.log_weights = self.log_weights - np.log(odds)

    def select(self, which: Indices) -> None:
        self.counts, self.codes = self.counts[:, which], self.codes[which]
        self.log_weights, self.needs = self.log_weights[which], self.needs[:, which]

    def log_fillings(self, left: Counts, kinds: int) -> Floats:
        """Return the log number of codes from each particle with `left` pegs to count, up to a constant."""
        if self.repeats:
            fillings = left * log(max(1, kinds)) - _LOG_FACTORIAL[left]
        else:
            fillings = np.array([log(max(1, comb(kinds, n))) for n in _SIZES])[left]
        return np.asarray(fillings - _LOG_FACTORIAL[self.counts].sum(axis=0))

    def log_chances(self, left: Counts, rates: NDArray[np.floating]) -> Floats:
        """Return the log chance that `left` pegs satisfy all rows, if each peg counts at these rates."""
        chances = self.needs * np.log(rates) + (left - self.needs) * np.log1p(-rates)
        return np.asarray((chances + _LOG_CHOICES[left, self.needs]).sum(axis=0))


def _count_kinds(rows: Rows, kinds: Rows) -> Counts:
    """Return how many pegs of each kind (columns) each row (lines) has."""
    return np.asarray((rows[:, :, None] == kinds).sum(axis=1, dtype=np.int8))
