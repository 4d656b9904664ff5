"""Review of one row: what the guess cost, and how lucky the answer was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from codepegs.analysis.guess import EvaluatedGuess, rate
from codepegs.analysis.review import text
from codepegs.notation.review import Estimate, Grade, RowReview
from codepegs.rules.board import Board, Row
from codepegs.rules.feedback import Feedback

ZERO = Estimate(0.0)
LIMITS = ((0.0005, Grade.BEST), (0.05, Grade.GOOD), (0.15, Grade.FAIR), (0.4, Grade.WEAK), (1.0, Grade.BAD))
"""The largest regret for each grade."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Values of a board before its next row."""

    left: int
    to_go: Estimate | None = None
    played: EvaluatedGuess | None = None
    """The guess that was played on it."""
    best: EvaluatedGuess | None = None


def review_row(
    board: Board, row: Row, before: Stage, after: Stage, continuation: tuple[str, ...], *, wrong: bool
) -> RowReview:
    """Review `row`, the next one on `board`. A `wrong` answer is not luck."""
    edition, played, best = board.edition, before.played, before.best
    regret, late = _regret(before), row.guess is None
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
        grade=Grade.WASTED if late else _grade(played, regret),
        skill=0.0 if late else None if regret is None else 100 * max(0.0, 1 - regret.guesses),
        fortune=None if wrong else _fortune(played, row.feedback, after),
        played=None if played is None else rate(edition, played),
        best=None if best is None else rate(edition, best),
        continuation=continuation,
    )
    words = text.explain_row(board, played, best, found)
    return replace(found, cells=text.cells(found), words=words)


def _regret(stage: Stage) -> Estimate | None:
    played, best, to_go = stage.played, stage.best, stage.to_go
    if played is None or best is None or to_go is None:
        return None
    if played.guess == best.guess:
        return ZERO if to_go.proved else Estimate(0.0, to_go.error)
    error = hypot(played.to_go.error, best.to_go.error)
    lost = played.to_go.guesses - to_go.guesses
    # No guess costs more than itself, except for rounding.
    return Estimate(max(0.0, lost) if error else min(1.0, lost), error)


def _luck(played: EvaluatedGuess | None, after: Stage) -> Estimate | None:
    if played is None or after.to_go is None:
        return None
    saved = played.to_go.guesses - 1 - after.to_go.guesses
    return Estimate(saved, hypot(played.to_go.error, after.to_go.error))


def _grade(played: EvaluatedGuess | None, regret: Estimate | None) -> Grade | None:
    if played is None or regret is None:
        return None
    if len(played.parts) == 1 and not played.possible:
        return Grade.WASTED
    return next((grade for most, grade in LIMITS if regret.guesses <= most), Grade.BAD)


def _fortune(played: EvaluatedGuess | None, answer: Feedback | None, after: Stage) -> float | None:
    if played is None or after.to_go is None or answer is None or len(played.parts) < 2:
        return None
    got = played.part(answer)
    to_go = after.to_go.guesses if got is None else got.to_go.guesses
    worse = sum(part.chance for part in played.parts if part.to_go.guesses > to_go)
    equal = sum(part.chance for part in played.parts if part.to_go.guesses == to_go)
    return 100 * (worse + equal / 2)
