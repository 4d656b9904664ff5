"""Advice for a game on a real table: which guess comes next, and what it would leave."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import islice
from random import Random

import numpy as np

from codepegs.engine.breaker import BREAKERS, OPTIMAL, SAMPLED, Best, Breaker, breaker, listed
from codepegs.engine.codespace import CodeSpace
from codepegs.engine.strategy import splits
from codepegs.errors import TooLarge, UnknownStrategy
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.fit import fitting

UNCOUNTED = "Codes are not counted on a board this large."


class Grade(Enum):
    """What a guess is known to be."""

    BEST = "best"
    """No strategy needs fewer guesses on average."""
    GOOD = "good"
    """It splits the candidates well, or belongs to a good strategy; nothing is proved."""
    CHOSEN = "chosen"
    """It is what the strategy asked for says."""
    FITTING = "fitting"
    """It fits every answer."""


_WORDS = {
    Grade.BEST: "Best guess, proved",
    Grade.GOOD: "Good guess, not proved",
    Grade.CHOSEN: "Guess by your strategy",
    Grade.FITTING: "A guess that fits",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """A guess, and how many candidates there are: None on a board too large to list.

    `total` is the sum of the guesses still needed, the winning ones included, over all
    candidates, where the search has proved that no strategy needs fewer.
    """

    guess: Code
    grade: Grade
    count: int | None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """How many candidates a guess leaves if it does not win, and whether it can win."""

    worst: int
    average: float
    candidate: bool


class Adviser:
    """Gives advice on boards of one edition by one strategy; it keeps no board, only what it has computed."""

    def __init__(self, edition: Edition, name: str, random: Random) -> None:
        if name not in BREAKERS:
            raise UnknownStrategy(name, BREAKERS)
        self._edition = edition
        self._space: CodeSpace | None = None
        self._breaker: Breaker | None = None
        try:
            self._space = listed(edition)
        except TooLarge:
            if name not in (OPTIMAL, SAMPLED):
                return
            name = SAMPLED
        self._breaker = breaker(name, edition, random)

    def advise(self, board: Board) -> Advice | None:
        """The next guess, or None where no code fits. Raises Undecided where that is too hard to say."""
        count = None if self._space is None else len(self._space.candidates(board))
        if isinstance(self._breaker, Best):
            choice = self._breaker.choose(board)
            if choice is None:
                return None
            grade = Grade.GOOD if choice.total is None else Grade.BEST
            return Advice(self._breaker.space.code(choice.guess), grade, count, choice.total)
        if self._breaker is None:
            code, grade = next(fitting(self._edition, board.rows), None), Grade.FITTING
        else:
            code, grade = self._breaker.guess(board), Grade.CHOSEN if self._space else Grade.GOOD
        return None if code is None else Advice(code, grade, count)

    def outlook(self, board: Board, guess: Code) -> Outlook | None:
        """What `guess` would leave; None on a board too large to list."""
        if self._space is None:
            return None
        candidates = self._space.candidates(board)
        number = self._space.number(guess)
        parts = splits(self._space, np.array([number]), candidates)[0, : self._space.classes.win]
        return Outlook(
            int(parts.max()), float((parts * parts).sum() / max(1, parts.sum())), number in candidates
        )

    def some(self, board: Board, most: int) -> tuple[Code, ...]:
        """The first candidates; on a board too large to list, of interchangeable ones but one."""
        if self._space is None:
            return tuple(islice(fitting(self._edition, board.rows), most))
        return tuple(self._space.code(int(number)) for number in self._space.candidates(board)[:most])


def recommendation(edition: Edition, advice: Advice) -> str:
    """The advice in a line."""
    spelled = edition.spell(advice.guess)
    if advice.count == 1:
        return f"1 code is possible: {spelled}"
    many = UNCOUNTED if advice.count is None else f"{advice.count:,} codes are possible."
    return f"{many} {_WORDS[advice.grade]}: {spelled}"


def reasons(adviser: Adviser, board: Board, advice: Advice, guess: Code) -> list[str]:
    """What speaks for `guess`, or against it, in sentences; `advice` is what the board has been given."""
    spelled = board.edition.spell(guess)
    outlook = adviser.outlook(board, guess)
    if outlook is None or advice.count is None:
        # This loads all of analysis, which advice has no use for before somebody asks why.
        from codepegs.analysis.reason import possibility

        return [f"{possibility(board, guess)} What it would leave is not counted on a board this large."]
    if outlook.candidate and advice.count == 1:
        return [f"{spelled} is the only code that fits every answer."]
    codes = "1 code is" if advice.count == 1 else f"{advice.count:,} codes are"
    could = "could itself be the code; if it is not, it" if outlook.candidate else "cannot be the code; it"
    leaves = f"leaves {outlook.worst:,} at worst and {outlook.average:,.1f} on average"
    sentences = [f"{codes} possible. {spelled} {could} {leaves}."]
    if advice.total is not None and guess == advice.guess:
        sentences.append(
            f"From here the code takes {advice.total / advice.count:.2f} more rows on average, "
            "and no way of guessing needs fewer."
        )
    return sentences
