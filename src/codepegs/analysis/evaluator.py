"""Evaluation of guesses for reviews and hints: exact within the budget, otherwise estimated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from codepegs.analysis.budget import SearchBudget, check_size
from codepegs.analysis.guess import (
    EvaluatedGuess,
    Part,
    adjust_to,
    as_unproved,
    compare,
    estimate_outlook,
    evaluate,
)
from codepegs.engine import kernel
from codepegs.engine.bounds import INFINITE
from codepegs.engine.choice import Choice, find_obvious, rows_left
from codepegs.engine.codespace import Indices
from codepegs.engine.measure import MEASURES
from codepegs.engine.optimal_strategy import codes_to_search, find_proved, lazy_space
from codepegs.engine.optimum import Optimum
from codepegs.engine.sampling.strategy import opening
from codepegs.engine.strategy import OneStep
from codepegs.engine.tree_lookup import look_up
from codepegs.notation.review import Outlook
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

    It sees only boards, which have no secret. Unanswered rows are ignored. A guess is better if
    the chance to break the code in the rows left is higher, or if it is equal and fewer guesses
    are expected. On a full board the rows left have no limit. `stop` is called regularly; once
    it returns true, searching stops. Raises TooLarge for an edition with too many codes to list.
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
        self._positions: dict[Board, _Position] = {}
        self._best: dict[Board, EvaluatedGuess] = {}
        self._known: dict[Key, Choice] = {}
        """Proved choices."""
        self._tried: dict[Key, int] = {}
        """Steps of failed searches."""
        self._search: tuple[Indices, Optimum] | None = None

    # Boards ----------------------------------------------------------------

    def count(self, board: Board) -> int:
        """Count the codes that fit a board."""
        return len(self._position(board).candidates)

    def codes(self, board: Board) -> tuple[Code, ...]:
        """List the codes that fit a board."""
        return tuple(map(self._space.code, map(int, self._position(board).candidates)))

    def evaluate(self, board: Board, guess: Code) -> EvaluatedGuess:
        """Evaluate a guess on a board that some code fits."""
        return self._evaluate(self._position(board), self._space.number(guess))

    def best(self, board: Board) -> EvaluatedGuess:
        """Return the best guess on a board that some code fits, or a good one if none is proved."""
        if board not in self._best:
            position = self._position(board)
            known = self._find_proved(position, _MAX_MARKS, self._steps)
            if known is None:
                found = as_unproved(self._evaluate(position, self._find_good(position)))
            else:
                found = adjust_to(self._evaluate(position, known.guess), position.outlook(known))
            if not found.possible and len(position.candidates) <= _MAX_RIVALS:
                # Prefer an equally good guess that can be the code.
                found, _ = compare(found, self.most_informative(board))
            self._best[board] = found
        return self._best[board]

    def most_informative(self, board: Board) -> EvaluatedGuess:
        """Return the guess with the most bits among those that can be the code."""
        position = self._position(board)
        one_step = OneStep(MEASURES["entropy"], consistent=True, quick=True)
        return self._evaluate(position, one_step.guess(self._space, position.candidates))

    def _position(self, board: Board) -> _Position:
        if board not in self._positions:
            history = tuple(self._space.number(guess) for guess, _ in board.answered)
            self._positions[board] = _Position(self._space.candidates(board), history, rows_left(board))
        return self._positions[board]

    # Evaluation ------------------------------------------------------------------------------

    def _evaluate(self, position: _Position, guess: int) -> EvaluatedGuess:
        # Parts of a proved position are cheap to search; those of an unproved one are many and large.
        room, steps = (
            (_MAX_MARKS, self._steps)
            if position.key in self._known
            else (_MAX_OTHER_MARKS, min(_SHORT_SEARCH, self._steps))
        )
        candidates, win = position.candidates, self._space.classes.win
        parts = tuple(
            Part(
                self._space.classes.feedbacks[answer],
                len(codes) / len(candidates),
                len(codes),
                Outlook(0.0) if answer == win else self._to_go(position.after(guess, codes), room, steps),
            )
            for answer, codes in self._space.split(guess, candidates)
        )
        possible = bool(np.isin(guess, candidates))
        return evaluate(self._space.code(guess), possible, parts, position.rows)

    def _to_go(self, position: _Position, room: int, steps: int) -> Outlook:
        if position.rows == 0:
            return Outlook(0.0, chance=0.0)
        known = self._find_proved(position, room, steps)
        if known is None:
            return estimate_outlook(self._edition, len(position.candidates), position.rows)
        return position.outlook(known)

    def _find_good(self, position: _Position) -> int:
        candidates = position.candidates
        found = look_up(self._space, candidates, position.history, position.rows)
        if found is not None:
            return found.guess
        if len(candidates) == len(self._space.codes):
            # Before the first answer only colour counts matter, and comparing all guesses takes long.
            row = opening(self._edition)
            return self._space.number(Code(tuple(self._space.kinds[kind] for kind in row)))
        return OneStep(MEASURES["entropy"], quick=True).guess(self._space, candidates, position.rows)

    # Proofs --------------------------------------------------------------------------------

    def _find_proved(self, position: _Position, room: int, steps: int) -> Choice | None:
        """Return the proved best guess and its total; None if the limits of marks and steps are too low."""
        if position.key not in self._known:
            candidates, rows = position.candidates, position.rows
            found = find_obvious(self._space, candidates, rows) or look_up(
                self._space, candidates, position.history, rows
            )
            if found is None or found.total is None:
                found = self._search_exactly(position, room, steps)
            if found is None:
                return None
            self._known[position.key] = found
        return self._known[position.key]

    def _search_exactly(self, position: _Position, room: int, steps: int) -> Choice | None:
        steps = steps if self._misses else min(steps, _SHORT_SEARCH)
        if steps <= self._tried.get(position.key, 0) or self._stop():
            return None
        optimum = self._optimum_for(position.candidates, room)
        if optimum is None:
            return None
        budget = INFINITE - 1 if kernel.available else None
        found = find_proved(
            optimum, position.candidates, position.history, position.rows, budget=budget, steps=steps
        )
        if found is None:
            self._tried[position.key] = steps
            if steps > _SHORT_SEARCH:
                self._misses -= 1
        return found

    def _optimum_for(self, candidates: Indices, room: int) -> Optimum | None:
        """Return a search that covers these candidates: the last one if it does."""
        if self._search is not None and np.isin(candidates, self._search[0]).all():
            return self._search[1]
        codes = codes_to_search(self._space, candidates)
        if codes is candidates and len(self._space.guesses) * len(candidates) > room:
            return None
        only = None if codes is self._space.codes else codes
        optimum = Optimum(self._space, codes=only, stop=self._stop)
        self._search = codes, optimum
        return optimum


Key = tuple[bytes, int | None]


@dataclass(frozen=True, slots=True)
class _Position:
    """Facts that count for the next guess: the codes left, the guesses so far, and the rows left."""

    candidates: Indices
    history: tuple[int, ...]
    rows: int | None

    @property
    def key(self) -> Key:
        """The best guess does not depend on how the codes left were reached."""
        return self.candidates.tobytes(), self.rows

    def after(self, guess: int, codes: Indices) -> _Position:
        """Return the position after one more guess that left these codes."""
        return _Position(codes, (*self.history, guess), None if self.rows is None else self.rows - 1)

    def outlook(self, choice: Choice) -> Outlook:
        """Return what to expect of a proved choice."""
        assert choice.total is not None
        size = len(self.candidates)
        return Outlook(choice.total / size, chance=1 - choice.lost / size)
