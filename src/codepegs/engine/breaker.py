"""Breakers: which guess comes next on a board, soon enough for somebody who waits for it."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Protocol

from codepegs.engine.best import TABLE, Optimal
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.follower import Choice
from codepegs.engine.measure import MEASURES
from codepegs.engine.sampled import Sampled
from codepegs.engine.strategy import STRATEGIES, OneStep, Strategy, strategy
from codepegs.errors import TooLarge, UnknownStrategy
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

OPTIMAL, SAMPLED = "optimal", "sampled"
BREAKERS = (*STRATEGIES, SAMPLED)
"""The names of all: those of the strategies, and one for boards too large to list."""


class Breaker(Protocol):
    """Chooses a guess from a board of its edition. A row that waits for its answer counts for nothing."""

    def guess(self, board: Board) -> Code | None:
        """The next guess; None where no code fits. Raises Undecided where that is too hard to say."""
        ...


class ByList:
    """A strategy that looks at every code that fits."""

    def __init__(self, edition: Edition, strategy: Strategy) -> None:
        self._space, self._strategy = listed(edition), strategy

    def guess(self, board: Board) -> Code | None:
        candidates = self._space.candidates(board)
        return self._space.code(self._strategy.guess(self._space, candidates)) if len(candidates) else None


class Best:
    """The best guess where that is known or found within a second or so, and a good one elsewhere."""

    def __init__(self, edition: Edition) -> None:
        self.space, self._optimal = listed(edition), Optimal(soon=True)

    def guess(self, board: Board) -> Code | None:
        choice = self.choose(board)
        return None if choice is None else self.space.code(choice.guess)

    def choose(self, board: Board) -> Choice | None:
        """The same, with its total where it is proved to be the best."""
        candidates = self.space.candidates(board)
        if not len(candidates):
            return None
        history = [self.space.number(guess) for guess, _ in board.answered]
        return self._optimal.choose(self.space, candidates, history)


def breaker(name: str, edition: Edition, random: Random) -> Breaker:
    """The breaker of that name. All but `sampled` raise TooLarge where the edition has too many codes."""
    if name not in BREAKERS:
        raise UnknownStrategy(name, BREAKERS)
    if name == SAMPLED:
        return Sampled(edition, random)
    if name == OPTIMAL:
        return Best(edition)
    chosen = OneStep(MEASURES[name], soon=True) if name in MEASURES else strategy(name, random)
    return ByList(edition, chosen)


def strongest(edition: Edition, random: Random) -> Breaker:
    """`optimal` where the codes of the edition can be listed, and `sampled` elsewhere."""
    try:
        return breaker(OPTIMAL, edition, random)
    except TooLarge:
        return breaker(SAMPLED, edition, random)


@lru_cache(maxsize=2)
def _without_table(edition: Edition) -> CodeSpace:
    space = CodeSpace(edition)
    space.table = None
    return space


def listed(edition: Edition) -> CodeSpace:
    """The space of an edition; of a large one a copy that makes marks one by one, not all at first use."""
    space = CodeSpace.of(edition)
    return space if len(space.guesses) * len(space.codes) <= TABLE else _without_table(edition)
