"""Computer player: sets codes and guesses according to its level, and answers truthfully."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from codepegs.errors import NothingToShow, Undecided
from codepegs.players.hard_codes import HardCodes, draw_hard_code, find_hard_codes
from codepegs.players.level import MEDIUM, Level
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board, Row
from codepegs.rules.candidates import Budget, find_candidates
from codepegs.rules.claim import find_claim
from codepegs.rules.code import Code
from codepegs.rules.daily import daily_code
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import mark
from codepegs.rules.move import Act, Answer, Guess, Move, SetCode
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView

if TYPE_CHECKING:
    from codepegs.engine.optimal_strategy import OptimalGuesser
    from codepegs.engine.sampling.strategy import SamplingGuesser

GUESS_STEPS = 200_000
"""Limit of search steps for a code that fits the rows. After that it tries again with fewer rows."""
QUICK_STEPS = 5_000
"""The same for a quick computer, up to 16 milliseconds on the largest board."""
TRIES = 10
"""Limit of codes that it tries in order to find one that it has not guessed yet."""


class Computer:
    """Player for both seats. Pass an unpredictable `random`, because it decides the codes.

    It makes a claim if the rows that it remembers contradict each other. A level that forgets
    rows may notice a contradiction late. A level that forgets none notices it at once. In the
    last row every level guesses a code that fits the rows that it remembers, because only such a
    guess can win.

    A `quick` computer moves within milliseconds on any board. It searches neither for the best guess
    nor for hard codes and makes no claims. If it is hard to find a code that fits, it guesses one that
    fits some rows.
    """

    def __init__(self, random: Random, *, level: Level = MEDIUM, quick: bool = False) -> None:
        self._random, self.level, self._quick = random, level, quick
        self._edition: Edition | None = None
        self._strategy: OptimalGuesser | SamplingGuesser | None = None

    def move(self, view: MatchView) -> Move:
        game = view.game
        if Act.SET_CODE in view.legal:
            hides_hard = self.level.thinks and not self._quick
            hard = find_hard_codes(view.agreement.edition) if hides_hard else ()
            return SetCode(Secret(draw_code(view.agreement, self._random, hard)))
        if Act.ANSWER in view.legal:
            open_row = game.board.rows[-1].guess
            assert game.code is not None
            assert open_row is not None
            return Answer(mark(open_row, game.code))
        assert Act.GUESS in view.legal
        return self._guess(game.board)

    def _guess(self, board: Board) -> Move:
        """Return a guess, or a claim if no code fits the rows that it remembers."""
        thinks = self.level.thinks and not self._quick
        code = self._best(board) if thinks else self._fitting(board)
        if code is None:
            if not self._quick:
                with suppress(NothingToShow, Undecided):
                    return find_claim(board)
            return draw_guess(board.edition, self._random)
        return Guess(code)

    def _best(self, board: Board) -> Code | None:
        """Return the strongest guess, or one that fits if the search is too hard."""
        # Imported here because it loads numpy, which the other levels do not need.
        from codepegs.engine.optimal_strategy import find_strongest

        if self._strategy is None or self._edition != board.edition:
            self._edition, self._strategy = board.edition, find_strongest(board.edition, self._random)
        try:
            return self._strategy.guess(board)
        except Undecided:
            return self._fitting(board)

    def _fitting(self, board: Board) -> Code | None:
        """Return a code that fits the remembered rows, if possible a new one. None if no code fits."""
        edition, rows = board.edition, self._in_mind(board)
        kinds = self._random.sample(edition.kinds, k=len(edition.kinds))
        before = {row.guess for row in board.rows}
        steps = QUICK_STEPS if self._quick else GUESS_STEPS
        while True:
            first = None
            try:
                for code in islice(find_candidates(edition, rows, kinds=kinds, budget=Budget(steps)), TRIES):
                    if code not in before:
                        return code
                    first = first or code
                return first
            except Undecided:
                if not rows:
                    return _draw(edition, self._random, repeats=edition.guess_repeats)
                # Too hard: try again with the later half of the rows.
                rows = rows[(len(rows) + 1) // 2 :]

    def _in_mind(self, board: Board) -> list[Row]:
        """Return the rows that it remembers this time."""
        rows = [row for row in board.rows if row.feedback is not None]
        kept = [row for row in rows[:-1] if self._random.random() >= self.level.forgets]
        return kept + rows[-1:]


def draw_code(agreement: Agreement, random: Random, hard: HardCodes = ()) -> Code:
    """Return the code of a game that no person sets: a random or `hard` one, or the daily code."""
    if agreement.daily is not None:
        return daily_code(agreement.daily)
    if hard:
        return draw_hard_code(agreement.edition, hard, random)
    return _draw(agreement.edition, random, repeats=agreement.edition.code_repeats)


def draw_guess(edition: Edition, random: Random) -> Guess:
    """Return a random guess."""
    return Guess(_draw(edition, random, repeats=edition.guess_repeats))


def _draw(edition: Edition, random: Random, *, repeats: bool) -> Code:
    draw = random.choices if repeats else random.sample
    return Code(tuple(draw(edition.kinds, k=edition.pegs)))
