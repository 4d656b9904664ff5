"""Random samples of the codes that fit a board, for boards too large to list."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from codepegs.engine.codespace import Rows
from codepegs.engine.marking import Classes, mark_all
from codepegs.engine.sampling.sequential import draw_distinct, grow_codes
from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.candidates import Budget, find_candidates
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

SAMPLE_SIZE = 1000
"""Enough codes to judge guesses by."""

_BATCH = 20_000
"""Codes drawn per batch of rejection sampling."""
_SCARCE = 8
"""Retry with more particles if fewer codes than one in this many of those wanted were found ..."""
_RETRY_FACTOR = 4
"""... with this many times as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Limits on the work for a sample. They are counted, not timed, so that every machine draws the same."""

    draws: int = 400_000
    """Codes drawn by rejection sampling."""
    particles: int = 10_000
    """Particles of the sequential sampler; four times as many if few survive."""
    steps: int = 1_000_000
    """Steps of the final search."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Distinct codes that fit a board, as rows of kind numbers, in random order.

    `whole`: there are no others. `uniform`: every fitting code was equally likely. If it is
    not uniform, the chances are similar if many codes were found; if few were, as on deep
    boards of many pegs, nothing is promised.
    """

    codes: Rows
    whole: bool
    uniform: bool

    def __len__(self) -> int:
        return len(self.codes)


def draw_sample(
    board: Board, random: Random, *, most: int = SAMPLE_SIZE, effort: Effort | None = None
) -> Sample:
    """Draw up to `most` random codes that fit `board`. The sample is empty only if none fits.

    With few rows, rejection sampling finds enough codes. Otherwise the sequential sampler
    grows all codes, or some if there would be too many particles. If no particle survives, a
    search decides; it raises Undecided if that takes too long.
    """
    effort = effort or Effort()
    edition, generator = board.edition, np.random.default_rng(random.getrandbits(64))
    guesses, feedbacks = _answered(board)
    classes = Classes(edition.pegs)
    if any(classes.number(feedback) is None for feedback in feedbacks):
        return Sample(np.empty((0, edition.pegs), np.uint8), whole=True, uniform=True)
    if edition.size > effort.particles:
        codes = _reject_sample(edition, guesses, feedbacks, generator, most=most, draws=effort.draws)
        if len(codes) == most:
            return Sample(codes, whole=False, uniform=True)
    for particles in (effort.particles, effort.particles * _RETRY_FACTOR):
        grown = grow_codes(edition, guesses, feedbacks, generator, particles=particles)
        if not grown.cut:
            chosen = generator.permutation(len(grown.codes))[:most]
            whole = len(grown.codes) <= most
            return Sample(grown.codes[chosen], whole=whole, uniform=True)
        if len(grown.codes) * _SCARCE >= most:
            break
    if len(grown.codes):
        weights = np.exp(grown.log_weights - grown.log_weights.max())
        chosen, _ = draw_distinct(weights, most, generator)
        return Sample(grown.codes[generator.permutation(chosen)], whole=False, uniform=False)
    return _search_sample(board, random, most=most, steps=effort.steps)


def random_rows(edition: Edition, count: int, generator: np.random.Generator, *, repeats: bool) -> Rows:
    """Draw `count` rows of pegs, all equally likely."""
    kinds = len(edition.kinds)
    if repeats:
        return generator.integers(kinds, size=(count, edition.pegs), dtype=np.uint8)
    rows = np.tile(np.arange(kinds, dtype=np.uint8), (count, 1))
    lines = np.arange(count)
    for place in range(edition.pegs):
        other = generator.integers(place, kinds, size=count)
        rows[lines, other], rows[:, place] = rows[:, place].copy(), rows[lines, other]
    return rows[:, : edition.pegs]


def _answered(board: Board) -> tuple[Rows, list[Feedback]]:
    """Return the guesses, as kind numbers, and the answers of the answered rows."""
    kinds, pegs = board.edition.kinds, board.edition.pegs
    rows = [(guess.pegs, feedback) for guess, feedback in board.answered]
    numbers = [[kinds.index(colour) for colour in guess] for guess, _ in rows]
    return np.array(numbers, np.uint8).reshape(-1, pegs), [feedback for _, feedback in rows]


def _reject_sample(
    edition: Edition,
    guesses: Rows,
    feedbacks: list[Feedback],
    generator: np.random.Generator,
    *,
    most: int,
    draws: int,
) -> Rows:
    """Draw distinct fitting codes by rejection; stop early if `most` are out of reach."""
    kinds, classes = len(edition.kinds), Classes(edition.pegs)
    found = np.empty((0, edition.pegs), np.uint8)
    for drawn in range(_BATCH, draws + 1, _BATCH):
        codes = random_rows(edition, _BATCH, generator, repeats=edition.code_repeats)
        for guess, feedback in zip(guesses, feedbacks, strict=True):
            answers = mark_all(guess[None], codes, classes, colours=kinds)[0]
            codes = codes[answers == classes.number(feedback)]
        found = np.concatenate([found, codes])
        _, first = np.unique(found, axis=0, return_index=True)
        found = found[np.sort(first)[:most]]
        if len(found) == most or len(found) * draws < most * drawn:
            break
    return found


def _search_sample(board: Board, random: Random, *, most: int, steps: int) -> Sample:
    """Return the first codes that a search finds, one per class of kinds that no row has."""
    kinds = board.edition.kinds
    order = random.sample(kinds, k=len(kinds))
    found: list[list[int]] = []
    whole = False
    try:
        for code in find_candidates(board.edition, board.rows, kinds=order, budget=Budget(steps)):
            found.append([kinds.index(colour) for colour in code.pegs])
            if len(found) == most:
                break
        else:
            guessed = {colour for guess, _ in board.answered for colour in guess.pegs}
            whole = not found or len(set(kinds) - guessed) <= 1
    except Undecided:
        if not found:
            raise
    codes = np.array(found, np.uint8).reshape(-1, board.edition.pegs)
    return Sample(codes, whole=whole, uniform=whole)
