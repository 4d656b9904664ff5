"""The ground that reviews and hints stand on: what is known of a board and of the guesses on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from codepegs.analysis.allowance import Allowance
from codepegs.analysis.drawn import Drawn
from codepegs.analysis.listed import Listed
from codepegs.analysis.option import Count, Option, Pattern
from codepegs.errors import TooLarge
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition


class Ground(Protocol):
    """Judges guesses from boards, and boards have no secret. All of these but `count` and `codes` ask
    for a board that some code fits; a row that waits for its answer counts for nothing."""

    def count(self, board: Board) -> Count:
        """How many codes fit."""
        ...

    def codes(self, board: Board) -> tuple[Code, ...]:
        """The codes that fit: all if their count is exact."""
        ...

    def judge(self, board: Board, guess: Code) -> Option:
        """What a guess does."""
        ...

    def best(self, board: Board) -> Option:
        """The best guess there is, if its worth is proved; else a good one."""
        ...

    def telling(self, board: Board) -> Option:
        """Of the guesses that can be the code one that tells most, in bits."""
        ...

    @property
    def patterns(self) -> Mapping[Pattern, tuple[int, int]] | None:
        """Of each pattern how many codes have it, and the guesses that the best strategy needs for these."""
        ...


def ground(
    edition: Edition, allowance: Allowance | None = None, *, stop: Callable[[], bool] = lambda: False
) -> Ground:
    """What judges boards of this edition: by a list of all codes, or by samples where they are too many."""
    allowance = allowance or Allowance()
    try:
        return Listed(edition, allowance, stop)
    except TooLarge:
        return Drawn(edition, allowance, stop)
