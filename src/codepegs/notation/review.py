"""Reviews as plain values: what commands print, screens show and the server sends.

Every field is declared here only. Codes and answers are text. A value that could not be computed
is None. `words` are sentences for people, in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from codepegs.rules.claim import WrongAnswer
from codepegs.rules.game import Ending

_DRIFT = 0.05
"""The systematic relative error of all estimates of a board."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of guesses, mostly the expected number still needed with the best strategy.

    It includes the winning guess. `error` is the standard error relative to other estimates of
    the same board, and 0 if the number is proved.
    """

    guesses: float
    error: float = 0.0

    @property
    def proved(self) -> bool:
        return not self.error

    @property
    def margin(self) -> float:
        """The absolute error, which includes the systematic error of all estimates of a board."""
        return self.error + _DRIFT * abs(self.guesses) if self.error else 0.0


@dataclass(frozen=True, slots=True)
class Outlook(Estimate):
    """Expectation of the best strategy: guesses, and the chance to break the code in the rows left.

    A code that is not broken takes all rows left.
    """

    chance: float = 1.0

    @property
    def rank(self) -> tuple[float, float]:
        """Sort key, best first: the chance counts first, then the guesses."""
        return -self.chance, self.guesses


@dataclass(frozen=True, slots=True)
class Difference(Estimate):
    """Difference that a guess or an answer made: guesses, and chance to break the code in the rows left.

    A guess that loses chance may save guesses. Then only the chance counts.
    """

    chance: float = 0.0


@dataclass(frozen=True, slots=True)
class PossibleAnswer:
    """A possible answer to a guess: its chance, the codes it leaves, and what follows."""

    answer: str
    chance: float
    codes: int
    to_go: Outlook


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGuess:
    """A guess, rated before its answer is known."""

    guess: str
    possible: bool
    """Whether it can be the code itself."""
    leaves: float
    """Expected number of codes left after it."""
    leaves_at_most: int
    bits: float
    """Expected information, in bits."""
    to_go: Outlook
    """Expectation from here on. The guesses include this one."""
    answers: tuple[PossibleAnswer, ...]


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row, counted from 1, whose answer differs from the true one."""

    row: int
    given: str
    true: str


def write_wrong_rows(answers: Iterable[WrongAnswer]) -> tuple[WrongRow, ...]:
    """Return wrong answers as plain values."""
    return tuple(WrongRow(wrong.row, str(wrong.given), str(wrong.true)) for wrong in answers)


class Grade(Enum):
    """How good a guess was, by its regret: by the chance it lost, or else by the guesses."""

    BEST = "best"
    GOOD = "good"
    FAIR = "fair"
    WEAK = "weak"
    BAD = "bad"
    WASTED = "wasted"
    """It gave no information and could not be the code, left no chance, or time ran out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowReview:
    """Review of a row: what the guess cost, and how lucky the answer was.

    A row with a guess satisfies `1 = before - after + regret - luck` in guesses, and
    `0 = before - after - regret + luck` in chance.
    """

    row: int
    guess: str | None
    """None if time ran out."""
    answer: str | None
    left: int
    """Codes that fit the answers before this row."""
    left_after: int
    before: Outlook | None
    """Expectation before this row, with the best play from there."""
    after: Outlook | None
    """The same after its answer; None if no code fits."""
    regret: Difference | None
    """Loss compared with the best guess. If it costs no chance, from 0 to 1 guess, for no information."""
    luck: Difference | None
    """What the answer saved and gained, compared with the average answer to the same guess."""
    grade: Grade | None
    skill: float | None
    """From 0, for no information or no chance, to 100, for the best guess."""
    fortune: float | None
    """From 0 to 100: the chance of a worse answer, plus half that of an equally good one.

    None if only one answer was possible, so that luck played no part.
    """
    played: RatedGuess | None
    best: RatedGuess | None
    """The best guess; the one played if none is better."""
    continuation: tuple[str, ...]
    """The best play from here against the code, as `RGBY 1+2`, if all of it is proved. It ends with the
    code, or with the last row."""
    cells: tuple[str, ...] = ()
    """Table cells, one for each of the columns."""
    words: tuple[str, ...] = ()
    """If there is a continuation, the last sentence tells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodemakerReview:
    """Review of the codemaker: how hard the code was, and whether the answers were right."""

    harder: Estimate
    """How many more guesses the code took than an average code would have taken."""
    wrong: tuple[WrongRow, ...]
    contradicting: tuple[int, ...]
    """The fewest rows, counted from 1, that contradict each other; empty if some code fits all rows."""
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HintTaken:
    """A hint that the player took: the row, counted from 1, and the step."""

    row: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Totals over the rows of a game, or over all guesses of a player in a match."""

    regret: Difference
    """Lost by weak guesses."""
    luck: Difference
    """Saved and gained by lucky answers."""
    clock: Difference
    """Lost by rows out of time: a guess for each, as long as there are rows enough."""
    spent: int
    """Rows that ran out of time."""
    lost: float
    """Guesses lost by weak guesses and by the clock."""
    skill: float | None
    """Average skill of the rows, from 0 to 100."""
    fortune: float | None
    """Average luck of the rows where luck played a part, from 0 to 100; 50 is even."""
    proved: bool
    """Whether no value is an estimate."""
    hints: tuple[HintTaken, ...]
    """The hints taken, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReview:
    """Review of a finished game, row by row, without unanswered rows.

    If it is `whole`, then `len(rows) + to_go == expected + regret + clock - luck` in guesses: a
    code takes the average number of rows, plus the guesses lost, minus luck. In chance
    `to_go == expected - regret - clock + luck`.
    """

    number: int
    replay: int
    title: str
    codemaker: str
    codebreaker: str
    code: str
    ending: Ending | None
    expected: Outlook | None
    """Expectation of the best play from the first row on."""
    to_go: Outlook | None
    """The same when the game ended: 0 guesses and chance 1 if the code was broken, 0 if no row is left."""
    whole: bool
    """Whether every row has a value: not if wrong answers left no code that fits."""
    rows: tuple[RowReview, ...]
    totals: Totals
    made: CodemakerReview
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table of rows: its heading, its meaning, and whether it holds numbers."""

    name: str
    meaning: str
    number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchReview:
    """Reviews of the games of a match."""

    players: tuple[str, str]
    columns: tuple[Column, ...]
    games: tuple[GameReview, ...]
    totals: tuple[Totals, Totals]
    """Totals of each player as codebreaker."""
    words: tuple[str, ...]
