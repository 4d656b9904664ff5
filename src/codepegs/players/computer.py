"""A computer player: hides a random code, answers truly, and guesses as well as its level does."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from codepegs.errors import NothingToShow, Undecided
from codepegs.players.level import STEADY, Level
from codepegs.rules.board import Board, Row
from codepegs.rules.candidates import Budget, find_candidates
from codepegs.rules.claim import find_claim
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import mark
from codepegs.rules.move import Act, Answer, Guess, Move, Reveal, SetCode
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView

if TYPE_CHECKING:
    from codepegs.engine.optimal_strategy import OptimalGuesser
    from codepegs.engine.sampling.strategy import SamplingGuesser

GUESS_STEPS = 200_000
"""Choices tried, at most, to fit the rows it has in mind, before it thinks of fewer rows."""
TRIES = 10
"""Codes looked at, at most, to find one that it has not guessed before."""


class Computer:
    """Plays both seats. `random` decides its codes, so hand it one that cannot be foretold.

    Whatever its level, it claims when the rows that it has in mind contradict each
    other, and when wrong answers show at the reveal. So a level that overlooks rows may
    not notice a contradiction at once, and one that does not overlook any always does.
    """

    def __init__(self, random: Random, *, level: Level = STEADY) -> None:
        self._random, self.level = random, level
        self._edition: Edition | None = None
        self._strategy: OptimalGuesser | SamplingGuesser | None = None

    def move(self, view: MatchView) -> Move:
        game = view.game
        if Act.SET_CODE in view.legal:
            return SetCode(Secret(self._code(game.board.edition, repeats=game.board.edition.code_repeats)))
        if Act.ANSWER in view.legal:
            open_row = game.board.rows[-1].guess
            assert game.code is not None
            assert open_row is not None
            return Answer(mark(open_row, game.code))
        if Act.REVEAL in view.legal:
            return Reveal()
        if Act.ACCEPT in view.legal:
            return find_claim(game.board, game.code)
        assert Act.GUESS in view.legal
        return self._guess(game.board)

    def _guess(self, board: Board) -> Move:
        """A guess; a claim where the rows in mind have shown that no code fits them."""
        code = self._best(board) if self.level.thinks else self._fitting(board)
        if code is None:
            try:
                return find_claim(board, None)
            except (NothingToShow, Undecided):
                pass
            code = self._code(board.edition, repeats=board.edition.guess_repeats)
        return Guess(code)

    def _best(self, board: Board) -> Code | None:
        """The strongest guess there is; where that is too hard to say, one that fits."""
        # This loads numpy, which the other levels have no use for.
        from codepegs.engine.optimal_strategy import find_strongest

        if self._strategy is None or self._edition != board.edition:
            self._edition, self._strategy = board.edition, find_strongest(board.edition, self._random)
        try:
            return self._strategy.guess(board)
        except Undecided:
            return self._fitting(board)

    def _fitting(self, board: Board) -> Code | None:
        """A code that fits the rows in mind, if possible one not yet guessed; None where none fits them."""
        edition, rows = board.edition, self._in_mind(board)
        kinds = self._random.sample(edition.kinds, k=len(edition.kinds))
        before = {row.guess for row in board.rows}
        while True:
            first = None
            try:
                for code in islice(
                    find_candidates(edition, rows, kinds=kinds, budget=Budget(GUESS_STEPS)), TRIES
                ):
                    if code not in before:
                        return code
                    first = first or code
                return first
            except Undecided:
                if not rows:
                    return self._code(edition, repeats=edition.guess_repeats)
                # Too hard: fewer rows, the latest of them, are easier.
                rows = rows[(len(rows) + 1) // 2 :]

    def _in_mind(self, board: Board) -> list[Row]:
        """The rows that it does not overlook this time."""
        rows = [row for row in board.rows if row.feedback is not None]
        kept = [row for row in rows[:-1] if self._random.random() >= self.level.forgets]
        return kept + rows[-1:]

    def _code(self, edition: Edition, *, repeats: bool) -> Code:
        draw = self._random.choices if repeats else self._random.sample
        return Code(tuple(draw(edition.kinds, k=edition.pegs)))
