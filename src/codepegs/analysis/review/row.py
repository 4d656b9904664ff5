"""Review of one row: what the guess cost, and how lucky the answer was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from codepegs.analysis.guess import EvaluatedGuess, rate
from codepegs.analysis.review import text
from codepegs.notation.review import Difference, Grade, Outlook, RowReview
from codepegs.rules.board import Board, Row
from codepegs.rules.feedback import Feedback

WON, OUT_OF_ROWS = Outlook(0.0), Outlook(0.0, chance=0.0)
LIMITS = ((0.0005, Grade.BEST), (0.05, Grade.GOOD), (0.15, Grade.FAIR), (0.4, Grade.WEAK), (1.0, Grade.BAD))
"""The largest loss for each grade."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Values of a board before its next row."""

    left: int
    to_go: Outlook | None = None
    played: EvaluatedGuess | None = None
    """The guess that was played on it."""
    best: EvaluatedGuess | None = None

    @property
    def proved(self) -> bool:
        return self.to_go is not None and self.to_go.proved


def review_row(
    board: Board, row: Row, before: Stage, after: Stage, continuation: tuple[str, ...], *, wrong: bool
) -> RowReview:
    """Review `row`, the next one on `board`. A `wrong` answer is not luck."""
    edition, played, best = board.edition, before.played, before.best
    regret, late = _regret(before), row.guess is None
    loss = _loss(before, regret)
    found = RowReview(
        row=len(board.rows) + 1,
        guess=None if row.guess is None else edition.spell(row.guess),
        answer=None if row.feedback is None else str(row.feedback),
        left=before.left,
        left_after=after.left,
        before=before.to_go,
        after=after.to_go,
        regret=regret,
        luck=None if wrong else _luck(played, after),
        grade=Grade.WASTED if late else _grade(played, loss),
        skill=0.0 if late else None if loss is None else 100 * max(0.0, 1 - loss),
        fortune=None if wrong else _fortune(played, row.feedback, after),
        played=None if played is None else rate(edition, played),
        best=None if best is None else rate(edition, best),
        continuation=continuation,
    )
    words = text.explain_row(board, played, best, found)
    return replace(found, cells=text.cells(found), words=words)


def _regret(stage: Stage) -> Difference | None:
    played, best, to_go = stage.played, stage.best, stage.to_go
    if played is None or best is None or to_go is None:
        return None
    if played.guess == best.guess:
        return Difference(0.0, 0.0 if to_go.proved else to_go.error)
    error = hypot(played.to_go.error, best.to_go.error)
    lost, chance = played.to_go.guesses - to_go.guesses, max(0.0, to_go.chance - played.to_go.chance)
    if not chance:
        # No guess costs more than itself, except for rounding.
        lost = max(0.0, lost) if error else min(1.0, lost)
    return Difference(lost, error, chance)


def _loss(stage: Stage, regret: Difference | None) -> float | None:
    """Return the loss that counts, from 0: the lost share of the chance, or guesses if no chance is lost."""
    if regret is None or stage.to_go is None:
        return None
    return regret.chance / stage.to_go.chance if regret.chance else regret.guesses


def _luck(played: EvaluatedGuess | None, after: Stage) -> Difference | None:
    if played is None or after.to_go is None:
        return None
    saved = played.to_go.guesses - 1 - after.to_go.guesses
    gained = after.to_go.chance - played.to_go.chance
    return Difference(saved, hypot(played.to_go.error, after.to_go.error), gained)


def _grade(played: EvaluatedGuess | None, loss: float | None) -> Grade | None:
    if played is None or loss is None:
        return None
    if not played.to_go.chance or (len(played.parts) == 1 and not played.possible):
        return Grade.WASTED
    return next((grade for most, grade in LIMITS if loss <= most), Grade.BAD)


def _fortune(played: EvaluatedGuess | None, answer: Feedback | None, after: Stage) -> float | None:
    if played is None or after.to_go is None or answer is None or len(played.parts) < 2:
        return None
    got = played.part(answer)
    rank = (after.to_go if got is None else got.to_go).rank
    worse = sum(part.chance for part in played.parts if part.to_go.rank > rank)
    equal = sum(part.chance for part in played.parts if part.to_go.rank == rank)
    return 100 * (worse + equal / 2)
