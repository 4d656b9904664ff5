"""Evaluation of guesses for reviews and hints: exact within the budget, otherwise estimated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from codepegs.analysis.budget import SearchBudget, check_size
from codepegs.analysis.guess import (
    EvaluatedGuess,
    Part,
    adjust_to,
    as_unproved,
    compare,
    estimate_guesses,
    evaluate,
)
from codepegs.engine import kernel
from codepegs.engine.bounds import INFINITE
from codepegs.engine.codespace import Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.optimal_strategy import MAX_TABLE, lazy_space
from codepegs.engine.optimum import Optimum
from codepegs.engine.sampling.strategy import opening
from codepegs.engine.strategy import OneStep
from codepegs.engine.tree_lookup import Choice, find_lookup
from codepegs.notation.review import Estimate
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

_MAX_MARKS, _MAX_OTHER_MARKS = 1 << 24, 1 << 21
"""Limits for searching candidates on a board without a table, in marks: for positions of the game, and for
positions that other guesses would have reached."""
_MAX_RIVALS = 600
"""Limit of codes left for comparing a best guess that cannot be the code with one that can."""
_SHORT_SEARCH = 5_000
"""Steps of a short search: for parts of an estimated position, and for all once too many searches failed."""


class Evaluator:
    """Evaluates guesses on boards of one edition. It caches its results and serves one thread.

    It sees only boards, which have no secret. Unanswered rows are ignored. `stop` is called
    regularly; once it returns true, searching stops. Raises TooLarge for an edition
    with too many codes to list.
    """

    def __init__(
        self,
        edition: Edition,
        budget: SearchBudget | None = None,
        *,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        check_size(edition)
        budget = budget or SearchBudget()
        self._edition, self._space, self._stop = edition, lazy_space(edition), stop
        self._steps, self._misses = budget.steps_for(edition), budget.misses
        self._tree = find_lookup(self._space)
        self._candidates: dict[Board, Indices] = {}
        self._best: dict[Board, EvaluatedGuess] = {}
        self._known: dict[bytes, Choice] = {}
        """Proved choices, by candidates."""
        self._tried: dict[bytes, int] = {}
        """Steps of failed searches, by candidates."""
        self._search: tuple[Indices, Optimum] | None = None

    # Boards ----------------------------------------------------------------

    def count(self, board: Board) -> int:
        """Count the codes that fit a board."""
        return len(self._left(board))

    def codes(self, board: Board) -> tuple[Code, ...]:
        """List the codes that fit a board."""
        return tuple(map(self._space.code, map(int, self._left(board))))

    def evaluate(self, board: Board, guess: Code) -> EvaluatedGuess:
        """Evaluate a guess on a board that some code fits."""
        return self._evaluate(self._left(board), self._history(board), self._space.number(guess))

    def best(self, board: Board) -> EvaluatedGuess:
        """Return the best guess on a board that some code fits, or a good one if none is proved."""
        if board not in self._best:
            candidates, history = self._left(board), self._history(board)
            known = self._find_proved(candidates, history, _MAX_MARKS, self._steps)
            if known is None or known.total is None:
                guess = known.guess if known else self._find_good(candidates, history)
                found = as_unproved(self._evaluate(candidates, history, guess))
            else:
                found = self._evaluate(candidates, history, known.guess)
                found = adjust_to(found, Estimate(known.total / len(candidates)))
            if not found.possible and len(candidates) <= _MAX_RIVALS:
                # Prefer an equally good guess that can be the code.
                found, _ = compare(found, self.most_informative(board))
            self._best[board] = found
        return self._best[board]

    def most_informative(self, board: Board) -> EvaluatedGuess:
        """Return the guess with the most bits among those that can be the code."""
        candidates, history = self._left(board), self._history(board)
        guess = OneStep(MEASURES["entropy"], consistent=True, quick=True).guess(self._space, candidates)
        return self._evaluate(candidates, history, guess)

    def _left(self, board: Board) -> Indices:
        if board not in self._candidates:
            self._candidates[board] = self._space.candidates(board)
        return self._candidates[board]

    def _history(self, board: Board) -> tuple[int, ...]:
        return tuple(self._space.number(guess) for guess, _ in board.answered)

    # Evaluation ------------------------------------------------------------------------------

    def _evaluate(self, candidates: Indices, history: tuple[int, ...], guess: int) -> EvaluatedGuess:
        proved = candidates.tobytes() in self._known
        # Parts of a proved position are cheap to search; those of an unproved one are many and large.
        room, steps = (
            (_MAX_MARKS, self._steps) if proved else (_MAX_OTHER_MARKS, min(_SHORT_SEARCH, self._steps))
        )
        parts = tuple(
            Part(
                self._space.classes.feedbacks[answer],
                len(codes) / len(candidates),
                len(codes),
                self._to_go(codes, (*history, guess), room, steps, won=answer == self._space.classes.win),
            )
            for answer, codes in self._space.split(guess, candidates)
        )
        return evaluate(self._space.code(guess), bool(np.isin(guess, candidates)), parts)

    def _to_go(
        self, candidates: Indices, history: tuple[int, ...], room: int, steps: int, *, won: bool
    ) -> Estimate:
        if won:
            return Estimate(0.0)
        known = self._find_proved(candidates, history, room, steps)
        if known is None or known.total is None:
            return estimate_guesses(self._edition, len(candidates))
        return Estimate(known.total / len(candidates))

    def _find_good(self, candidates: Indices, history: Sequence[int]) -> int:
        found = self._tree.find(candidates, history) if self._tree else None
        if found is not None:
            return found.guess
        if len(candidates) == len(self._space.codes):
            # Before the first answer only colour counts matter, and comparing all guesses takes long.
            row = opening(self._edition)
            return self._space.number(Code(tuple(self._space.kinds[kind] for kind in row)))
        return OneStep(MEASURES["entropy"], quick=True).guess(self._space, candidates)

    # Proofs --------------------------------------------------------------------------------

    def _find_proved(
        self, candidates: Indices, history: Sequence[int], room: int, steps: int
    ) -> Choice | None:
        """Return the proved best guess and its total; None if the limits of marks and steps are too low."""
        if len(candidates) <= 2:
            return Choice(int(candidates[0]), 2 * len(candidates) - 1)
        key = candidates.tobytes()
        if key not in self._known:
            found = self._tree.find(candidates, history) if self._tree else None
            if found is None or found.total is None:
                found = self._search_exactly(candidates, history, room, steps)
            if found is None:
                return None
            self._known[key] = found
        return self._known[key]

    def _search_exactly(
        self, candidates: Indices, history: Sequence[int], room: int, steps: int
    ) -> Choice | None:
        key, steps = candidates.tobytes(), steps if self._misses else min(steps, _SHORT_SEARCH)
        if steps <= self._tried.get(key, 0) or self._stop():
            return None
        optimum = self._optimum_for(candidates, room)
        if optimum is None:
            return None
        budget = INFINITE - 1 if kernel.available else None
        bounds = optimum.solve(candidates, history, budget=budget, steps=steps)
        if bounds.proved and bounds.upper is not None:
            return Choice(optimum.guess(candidates), bounds.upper)
        self._tried[key] = steps
        if steps > _SHORT_SEARCH:
            self._misses -= 1
        return None

    def _optimum_for(self, candidates: Indices, room: int) -> Optimum | None:
        """Return a search that covers these candidates: the last one if it does."""
        if self._search is not None and np.isin(candidates, self._search[0]).all():
            return self._search[1]
        guesses, codes = len(self._space.guesses), self._space.codes
        if guesses * len(codes) > MAX_TABLE:
            if guesses * len(candidates) > room:
                return None
            codes = candidates
        only = None if codes is self._space.codes else codes
        optimum = Optimum(self._space, codes=only, stop=self._stop)
        self._search = codes, optimum
        return optimum
