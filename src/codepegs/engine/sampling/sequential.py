"""Fitting codes grown side by side: first what pegs they have, then where each of them stands.

A particle is the beginning of a code: how many pegs it has of the first few kinds, and later
which pegs stand in the first few places. All particles are made one step longer at a time,
and those that some row rules out are dropped: by the sums black + white while kinds are
counted, by the blacks while pegs are placed. Where too many particles are left some are
drawn, those that promise more codes sooner than others, and each carries a weight: one
over the chance that it had to stay. So the expected weight of every fitting code is 1
(Fearnhead and Clifford 2003), and where nothing was left to chance all of them are there.
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
"""For each row (lines) and particle (columns) how many key pegs the row still needs."""
Floats = NDArray[np.float64]

_LOOKAHEAD = 4
"""Particles whose promise is looked at, for each that may stay; of more than that, any are left out."""
_MIN_LOG_CHANCE = -60.0
"""The logarithm of the least chance to stay, compared with the greatest."""

_SIZES = range(MAX_PEGS + 1)
_LOG_FACTORIAL = np.array([log(factorial(n)) for n in _SIZES])
_LOG_CHOICES = np.array([[log(comb(n, k)) if k <= n else -inf for k in _SIZES] for n in _SIZES])


@dataclass(frozen=True, slots=True)
class GrownCodes:
    """Fitting codes and the logarithms of their weights.

    Unless some were `cut` they are all there are, each of weight 1.
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
    """Codes that give `guesses` these answers, with at most so many particles kept at each step."""
    growth = _Growth(edition, guesses, generator, particles)
    growth.count(np.array([feedback.black + feedback.white for feedback in feedbacks], np.int8))
    growth.place(np.array([feedback.black for feedback in feedbacks], np.int8))
    return GrownCodes(growth.codes, growth.log_weights, growth.cut)


def draw_distinct(chances: Floats, most: int, generator: np.random.Generator) -> tuple[Indices, Floats]:
    """At most `most` of some things, none twice, and the chance that each of these had to be taken.

    It is in proportion to `chances`, which are above 0, as far as it can be: never above 1.
    """
    if len(chances) <= most:
        return np.arange(len(chances)), np.ones(len(chances))
    falling = np.sort(chances)[::-1]
    tails = np.cumsum(falling[::-1])[::-1][:most]
    # The first few are taken surely: as many as would have a chance above 1 among those after them.
    places = most - np.arange(most)
    sure = int(np.flatnonzero(falling[:most] * places <= tails)[0])
    odds = np.minimum(1.0, chances * (places[sure] / tails[sure]))
    # Marks at a distance of 1 along the sum of all chances: nothing is met twice.
    passed = np.floor(np.cumsum(odds) + generator.random())
    taken = np.flatnonzero(np.diff(passed, prepend=0.0))[:most]
    return taken, odds[taken]


class _Growth:
    """The particles, one a column (one a line in `codes`)."""

    def __init__(
        self, edition: Edition, guesses: Rows, generator: np.random.Generator, particles: int
    ) -> None:
        self.pegs, self.repeats = edition.pegs, edition.code_repeats
        self.kinds = np.arange(len(edition.kinds), dtype=np.uint8)
        self.guesses, self.generator, self.max_particles = guesses, generator, particles
        self.cut = False
        self.counts = np.zeros((len(self.kinds), 1), np.uint8)
        """Of each kind the pegs that a particle has, and later those that it has still to place."""
        self.codes = np.zeros((1, self.pegs), np.uint8)
        self.log_weights = np.zeros(1)
        self.needs = np.zeros((len(guesses), 1), np.int8)

    def count(self, sums: Counts) -> None:
        """Settle how many pegs there are of each kind, so that every row gets its sum."""
        had = _count_kinds(self.guesses, self.kinds)
        # Kinds that many rows have decide most, so they come first.
        order = np.argsort(-had.sum(axis=0), kind="stable")
        self.needs = sums[:, None]
        rates = (sums + 0.5) / (self.pegs + 1)
        for step, kind in enumerate(order):
            ahead = had[:, order[step + 1 :]]
            self.counts[kind] = self.extend_all(self.count_options(had[:, kind, None], ahead))
            if len(self.codes) > self.max_particles:
                # As if each row stood alone: its answer says how often a peg is of its kinds, and
                # all of its kinds are equally likely, and so are all others.
                hit = rates * ahead.sum(axis=1) / self.pegs
                others = np.maximum(1, np.count_nonzero(had == 0, axis=1))
                miss = (1 - rates) * np.count_nonzero(ahead == 0, axis=1) / others
                chance = np.clip(hit / np.maximum(hit + miss, 1e-9), 0.02, 0.98)
                left = self.pegs - self.counts.sum(axis=0, dtype=np.int8)
                self.resample(
                    self.log_fillings(left, ahead.shape[1]) + self.log_chances(left, chance[:, None])
                )

    def count_options(self, had: Counts, ahead: Counts) -> Iterator[tuple[Indices, Needs]]:
        """For 0, 1, 2 ... pegs of a kind: the particles that may take them, and what rows then need."""
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
        """Settle where the pegs stand, so that every row gets its blacks."""
        self.needs = np.repeat(blacks[:, None], len(self.codes), axis=1)
        order = self.generator.permutation(self.pegs)
        for step, place in enumerate(order):
            ahead = order[step + 1 :]
            here = self.extend_all(self.place_options(self.guesses[:, place, None], len(ahead)))
            self.codes[:, place] = here
            self.counts[here, np.arange(len(here))] -= 1
            standing = _count_kinds(self.guesses[:, ahead], self.kinds).astype(np.float32)
            # A black needs a peg of the kind that the row has there.
            enough = standing @ (self.counts > 0).astype(np.float32) >= self.needs
            self.select(np.flatnonzero(enough.all(axis=0)))
            if len(self.codes) > self.max_particles:
                # As if all orders of the pegs were equally likely, and rows had nothing in common.
                chance = (standing @ self.counts.astype(np.float32)) / max(1, len(ahead)) ** 2
                orders = -_LOG_FACTORIAL[self.counts].sum(axis=0)
                left = np.full(len(orders), len(ahead), np.int8)
                self.resample(orders + self.log_chances(left, np.clip(chance, 0.01, 0.99)))

    def place_options(self, guessed: Rows, ahead: int) -> Iterator[tuple[Indices, Needs]]:
        """For each kind: the particles that may have it at a place, and what rows then need."""
        for kind in self.kinds:
            particles = np.flatnonzero(self.counts[kind])
            needs = self.needs[:, particles] - (guessed == kind).astype(np.int8)
            good = ((needs >= 0) & (needs <= ahead)).all(axis=0)
            yield particles[good], needs[:, good]

    def extend_all(self, choices: Iterator[tuple[Indices, Needs]]) -> Rows:
        """Go on with the particles that may take each choice; says which choice each particle has taken."""
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
        """Leave out particles by chance; `promise` is the logarithm of how many codes one may come to."""
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
        """How many codes a particle comes to with `left` pegs of so many kinds to count, but for a factor."""
        if self.repeats:
            fillings = left * log(max(1, kinds)) - _LOG_FACTORIAL[left]
        else:
            fillings = np.array([log(max(1, comb(kinds, n))) for n in _SIZES])[left]
        return np.asarray(fillings - _LOG_FACTORIAL[self.counts].sum(axis=0))

    def log_chances(self, left: Counts, rates: NDArray[np.floating]) -> Floats:
        """The chance that `left` pegs give all rows what they need, if each does at these rates."""
        chances = self.needs * np.log(rates) + (left - self.needs) * np.log1p(-rates)
        return np.asarray((chances + _LOG_CHOICES[left, self.needs]).sum(axis=0))


def _count_kinds(rows: Rows, kinds: Rows) -> Counts:
    """How often each kind (columns) stands in each row (lines)."""
    return np.asarray((rows[:, :, None] == kinds).sum(axis=1, dtype=np.int8))
