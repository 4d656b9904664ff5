"""Hints for the codebreaker, in steps from a nudge to the best guess.

A hint is computed from the board alone, which has no secret.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from codepegs.analysis import explain
from codepegs.analysis.budget import QUICK, SearchBudget
from codepegs.analysis.evaluator import Evaluator
from codepegs.analysis.explain import Common
from codepegs.analysis.guess import EvaluatedGuess, compare
from codepegs.engine.choice import rows_left
from codepegs.errors import NotNow, Undecided
from codepegs.notation import sentences as wording
from codepegs.rules.board import Board
from codepegs.rules.claim import WrongAnswer, find_contradiction
from codepegs.rules.code import Code

_MAX_LISTED = 20_000
"""Limit of codes left for finding what they have in common."""
_MAX_RIVALS = 2_000
"""Limit of codes left for comparing all of them as guesses."""


class HintKind(Enum):
    """The steps of a hint; each reveals more than the one before."""

    NUDGE = "nudge"
    """Whether your planned guess can be the code, and what the codes left have in common."""
    COLOURS = "colours"
    """The pegs of the best guess, without their places."""
    GUESS = "guess"
    """The best guess, and why."""


@dataclass(frozen=True, slots=True)
class HintStep:
    """One step of a hint, in sentences."""

    kind: HintKind
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A complete hint. Show its `steps` one by one, as far as the player wants."""

    board: Board
    left: int
    common: Common | None
    """Facts that hold for all codes left; None if they were too many."""
    planned: EvaluatedGuess | None
    misfits: tuple[WrongAnswer, ...]
    """The rows that rule out the planned guess: their answers would be wrong if it were the code."""
    best: EvaluatedGuess
    rival: EvaluatedGuess | None
    """The most informative guess that can be the code; None if there were too many to compare."""
    steps: tuple[HintStep, ...]
    """One of each kind, in order; a match numbers them 1 to 3."""

    def up_to(self, kind: HintKind) -> tuple[HintStep, ...]:
        """Return the steps up to and including one."""
        kinds = list(HintKind)
        return tuple(step for step in self.steps if kinds.index(step.kind) <= kinds.index(kind))

    def sentences(self, step: int) -> tuple[str, ...]:
        """Return the sentences of a step by its number (`rules.game.HINT_STEPS`)."""
        return self.steps[step - 1].sentences


def find_hint(
    board: Board,
    planned: Code | None = None,
    budget: SearchBudget = QUICK,
    *,
    stop: Callable[[], bool] = lambda: False,
    on: Evaluator | None = None,
    remedy: str = "claim it",
) -> Hint:
    """Find a hint for the next guess on a board; `planned` is a guess that the player considers.

    Raises NotNow if no guess comes next, or if no code fits the answers; then the message names
    the contradicting rows and ends with `remedy`, what the player can do. Raises IllegalCode
    for a planned guess that the edition does not allow.
    """
    if planned is not None:
        board.edition.check_guess(planned)
    if board.broken or board.open or board.full:
        raise NotNow("There is no hint: this board isn't waiting for a guess.")
    known = on or Evaluator(board.edition, budget, stop=stop)
    left = known.count(board)
    if not left:
        shown = None
        with suppress(Undecided):
            shown = find_contradiction(board)
        proof = wording.describe_proof(board.edition, shown) if shown else ["No code fits all the answers."]
        raise NotNow(" ".join([*proof, f"So one of these answers must be wrong: {remedy}."]))
    best = known.best(board)
    rival = known.most_informative(board) if left <= _MAX_RIVALS else None
    plan = None
    if planned is not None:
        best, plan = compare(best, known.evaluate(board, planned))
    shared = explain.find_common(board.edition, known.codes(board)) if left <= _MAX_LISTED else None
    return Hint(
        board=board,
        left=left,
        common=shared,
        planned=plan,
        misfits=() if planned is None else explain.find_misfits(board, planned),
        best=best,
        rival=rival,
        steps=_steps(board, left, shared, plan, best, rival),
    )


def _steps(
    board: Board,
    left: int,
    shared: Common | None,
    plan: EvaluatedGuess | None,
    best: EvaluatedGuess,
    rival: EvaluatedGuess | None,
) -> tuple[HintStep, ...]:
    edition = board.edition
    # With one code left this would reveal the code itself.
    found = explain.common_facts(edition, shared) if shared and left > 1 else ()
    if left > 1 and rows_left(board) == 1:
        found = ("This is the last guess, so play a code that fits every answer.", *found)
    if plan is None:
        nature = (
            "The best guess might be the code itself."
            if best.possible
            else "The best guess can't be the code, but it narrows the others down best."
        )
        nudge = (explain.left(left), *found, nature)
    else:
        # Nothing about the best guess: a player could find it by asking about many plans.
        nudge = (explain.possibility(board, plan.guess), explain.information(plan, left), *found)
    grade = "The best guess" if best.to_go.proved else "A good guess"
    first = f"{grade} is {wording.name_code(edition, best.guess)}."
    why = explain.best_guess(board, best, rival, left)
    if plan is not None and plan.guess == best.guess:
        # The first step has said the rest.
        why = (explain.cost(best, best),) if left > 1 else ()
    elif plan is not None:
        why = (*why, explain.cost(plan, best, wording.name_code(edition, plan.guess)))
    return (
        HintStep(HintKind.NUDGE, nudge),
        HintStep(HintKind.COLOURS, (f"The best guess uses {explain.colours(edition, best.guess)}.",)),
        HintStep(HintKind.GUESS, (first, *why)),
    )
