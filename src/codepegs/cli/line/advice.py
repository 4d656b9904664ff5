"""Advice for a game on a real table: which guess comes next, and what it would leave."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import islice
from random import Random

import numpy as np

from codepegs.engine import MEASURES, STRATEGIES, CodeSpace, strategy
from codepegs.engine.codespace import Indices
from codepegs.engine.measure import Splits
from codepegs.engine.optimal import Optimum
from codepegs.engine.strategy import splits
from codepegs.errors import TooLarge, UnknownStrategy
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.fit import fitting

OPTIMAL = "optimal"
"""The one strategy here beside those of the engine."""

CANDIDATES, STEPS = 600, 2_000
"""Candidates, at most, for an exact search, and guesses that it looks at before it gives up, in a
second or so. Counted, not timed, so that advice does not depend on the machine."""
TABLE = 1 << 25
"""Marks in the table of a board, at most, for an exact search; a larger one takes seconds to fill."""
MARKS = 1 << 24
"""Marks made, at most, to compare every guess; where there would be more, a sample is compared."""
SAMPLE = 2_000

_OPENINGS = {
    (3, 6, True, True): ("ABC", 854),
    (4, 6, True, True): ("AABC", 5_625),
    (4, 7, True, True): ("AABC", 11_228),
    (4, 8, False, True): ("ABCD", 7_797),
    (4, 10, False, False): ("ABCD", 26_274),
}
"""By pegs, kinds of pegs, and repeats in codes and in guesses: a best first guess and its total. They
are what `Optimum` finds within minutes, but for the last total, which is published: there all first
guesses are alike."""


class Grade(Enum):
    """What a guess is known to be."""

    BEST = "best"
    """No strategy needs fewer guesses on average."""
    GOOD = "good"
    """It splits the candidates well, looking one step ahead."""
    CHOSEN = "chosen"
    """It is what the strategy asked for says."""
    FITTING = "fitting"
    """It fits every answer."""


_WORDS = {
    Grade.BEST: "Best guess, proved",
    Grade.GOOD: "Good guess, one step ahead",
    Grade.CHOSEN: "Guess by your strategy",
    Grade.FITTING: "A guess that fits",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """A guess, and how many candidates there are: None where they are too many to count.

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
        if name != OPTIMAL and name not in STRATEGIES:
            raise UnknownStrategy(name, (OPTIMAL, *STRATEGIES))
        self._edition, self._name, self._random = edition, name, random
        self._space: CodeSpace | None = None
        self._optimum: Optimum | None = None
        self._steps = 0
        try:
            self._space = CodeSpace(edition)
        except TooLarge:
            return
        self._exact = len(self._space.guesses) * len(self._space.codes) <= TABLE
        if not self._exact:
            self._space.table = None  # filling it would take longer than a person waits

    def advise(self, board: Board) -> Advice | None:
        """The next guess, or None where no code fits. Raises Undecided where that is too hard to say."""
        if self._space is None:
            code = next(fitting(self._edition, board.rows), None)
            return None if code is None else Advice(code, Grade.FITTING, None)
        candidates = self._space.candidates(board)
        if not len(candidates):
            return None
        if self._name != OPTIMAL:
            return Advice(
                self._space.code(self._one_step(candidates, self._name)), Grade.CHOSEN, len(candidates)
            )
        opening = self._opening() if len(candidates) == len(self._space.codes) else None
        return opening or self._best(board, candidates) or self._good(candidates)

    def outlook(self, board: Board, guess: Code) -> Outlook | None:
        """What `guess` would leave; None where that is too much to count."""
        if self._space is None:
            return None
        candidates = self._space.candidates(board)
        number = self._space.number(guess)
        parts = self._split(number, candidates)[: self._space.classes.win]
        return Outlook(
            int(parts.max()), float((parts * parts).sum() / max(1, parts.sum())), number in candidates
        )

    def some(self, board: Board, most: int) -> tuple[Code, ...]:
        """The first candidates; on a board too large to list, of interchangeable ones but one."""
        if self._space is None:
            return tuple(islice(fitting(self._edition, board.rows), most))
        return tuple(self._space.code(int(number)) for number in self._space.candidates(board)[:most])

    def _opening(self) -> Advice | None:
        edition = self._edition
        kinds = edition.kinds
        shape = (edition.pegs, len(kinds), edition.code_repeats, edition.guess_repeats)
        if shape not in _OPENINGS:
            return None
        letters, total = _OPENINGS[shape]
        code = Code(tuple(kinds[colour] for colour in Code.parse(letters).pegs))
        return Advice(code, Grade.BEST, edition.size, total)

    def _best(self, board: Board, candidates: Indices) -> Advice | None:
        """The guess of the exact search, or None where it is stopped before it has proved one."""
        assert self._space is not None
        if not self._exact or len(candidates) > CANDIDATES:
            return None
        if self._optimum is None:
            self._optimum = Optimum(self._space, stop=self._tired)
        self._steps = 0
        history = [self._space.number(row.guess) for row in board.rows if row.guess and row.feedback]
        bounds = self._optimum.solve(candidates, history)
        if not bounds.proved:
            return None
        guess = self._space.code(self._optimum.guess(candidates))
        return Advice(guess, Grade.BEST, len(candidates), bounds.upper)

    def _tired(self) -> bool:
        self._steps += 1
        return self._steps > STEPS

    def _good(self, candidates: Indices) -> Advice:
        assert self._space is not None
        number, count = self._one_step(candidates, "entropy"), len(candidates)
        guess = self._space.code(number)
        if self._split(number, candidates).max() > 1:
            return Advice(guess, Grade.GOOD, count)
        # Nothing is better than to tell all candidates apart, but for doing so with one of them.
        won = number in candidates
        if won or not self._sampled(candidates):
            return Advice(guess, Grade.BEST, count, 2 * count - won)
        return Advice(guess, Grade.GOOD, count)

    def _one_step(self, candidates: Indices, name: str) -> int:
        assert self._space is not None
        if name not in MEASURES or not self._sampled(candidates):
            return strategy(name, self._random).guess(self._space, candidates)
        chosen = Random(0).sample(range(len(candidates)), min(SAMPLE, len(candidates)))
        sample = candidates[np.sort(chosen)]
        return int(sample[MEASURES[name](splits(self._space, sample, sample)).argmin()])

    def _sampled(self, candidates: Indices) -> bool:
        """Whether there is too much to compare every guess; the first ones are of a few kinds only."""
        assert self._space is not None
        guesses = 50 if len(candidates) == len(self._space.codes) else len(self._space.guesses)
        return guesses * len(candidates) > MARKS

    def _split(self, guess: int, candidates: Indices) -> Splits:
        """How many candidates each class has."""
        assert self._space is not None
        counts: Splits = splits(self._space, np.array([guess]), candidates)[0]
        return counts


def recommendation(edition: Edition, advice: Advice) -> str:
    """The advice in a line."""
    spelled = edition.spell(advice.guess)
    if advice.count == 1:
        return f"1 code is possible: {spelled}"
    many = (
        "There are too many codes to count"
        if advice.count is None
        else f"{advice.count:,} codes are possible"
    )
    return f"{many}. {_WORDS[advice.grade]}: {spelled}"


def reasons(adviser: Adviser, board: Board, advice: Advice, guess: Code) -> list[str]:
    """What speaks for `guess`, or against it, in sentences; `advice` is what the board has been given."""
    spelled = board.edition.spell(guess)
    outlook = adviser.outlook(board, guess)
    if outlook is None or advice.count is None:
        fits = "could be the code: it fits every answer" if board.fits(guess) else "cannot be the code"
        return [f"{spelled} {fits}. There are too many codes to say what it would leave."]
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
