"""A computer player: hides a random code, answers truly, and guesses any code that fits."""

from __future__ import annotations

from random import Random

from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.claim import contradiction
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import mark
from codepegs.rules.fit import Budget, fitting
from codepegs.rules.move import Act, Answer, Claim, Guess, Move, Reveal, SetCode
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView

GUESS_STEPS = 200_000
"""Choices tried for one guess; on boards too large for them the guess may not fit."""


class Computer:
    """Plays both seats. `random` decides its codes, so hand it one that cannot be foretold.

    It claims as soon as its opponent's answers can be shown to be wrong.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

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
            return Claim()
        assert Act.GUESS in view.legal
        return self._guess(game.board)

    def _guess(self, board: Board) -> Move:
        """A code that fits every row; a claim where none does; any code where that is too hard to say."""
        kinds = self._random.sample(board.edition.kinds, k=len(board.edition.kinds))
        try:
            code = next(fitting(board.edition, board.rows, kinds=kinds, budget=Budget(GUESS_STEPS)), None)
            if code is None and contradiction(board):
                return Claim()
        except Undecided:
            code = None
        return Guess(code or self._code(board.edition, repeats=board.edition.guess_repeats))

    def _code(self, edition: Edition, *, repeats: bool) -> Code:
        draw = self._random.choices if repeats else self._random.sample
        return Code(tuple(draw(edition.kinds, k=edition.pegs)))
