"""Messages of hints, reviews and puzzles."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from codepegs.notation.record import MAX_LENGTH as MAX_RECORD_LENGTH
from codepegs.protocol.view import Row, Terms, Wrong

MAX_MESSAGE_BYTES = 4 * MAX_RECORD_LENGTH
"""Size limit of a message that contains a record."""


class Looking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Request a review of a game in a record: number `game`, or the last that is over."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Trying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Try a code or a guess on a puzzle."""

    code: Annotated[str, Meta(max_length=100)]


# Hints ----------------------------------------------------------------------------------


class HintStep(msgspec.Struct, frozen=True):
    """A step of a hint that was taken, with its text."""

    step: int
    sentences: tuple[str, ...]


class RuledOut(msgspec.Struct, frozen=True):
    """A row that rules the planned guess out: its feedback, and what that guess implies."""

    row: int
    given: str
    would: str


class Hints(msgspec.Struct, frozen=True):
    """The hint steps taken for the current row, and the steps that are left."""

    row: int
    plan: str | None
    steps: tuple[HintStep, ...]
    left: tuple[int, ...]
    ruled_out_by: tuple[RuledOut, ...]


# Reviews --------------------------------------------------------------------------------


class Worth(msgspec.Struct, frozen=True):
    """A number of guesses, and its standard error, which is 0 for exact values."""

    guesses: float
    error: float


class Part(msgspec.Struct, frozen=True):
    """A possible answer to a guess: its probability, the codes it leaves, and the guesses to go."""

    answer: str
    chance: float
    codes: int
    to_go: Worth


class Option(msgspec.Struct, frozen=True):
    """A guess, evaluated before its answer is known."""

    guess: str
    possible: bool
    leaves: float
    leaves_at_most: int
    bits: float
    to_go: Worth
    answers: tuple[Part, ...]


class ReviewedRow(msgspec.Struct, frozen=True):
    """Review of a row. Values that could not be computed are null; `cells` are its table cells."""

    row: int
    guess: str | None
    answer: str | None
    left: int
    left_after: int
    before: Worth | None
    after: Worth | None
    regret: Worth | None
    luck: Worth | None
    grade: str | None
    skill: float | None
    fortune: float | None
    played: Option | None
    best: Option | None
    continuation: tuple[str, ...]
    cells: tuple[str, ...]
    words: tuple[str, ...]


class Made(msgspec.Struct, frozen=True):
    """Review of the codemaker."""

    harder: Worth
    wrong: tuple[Wrong, ...]
    contradicting: tuple[int, ...]


class Taken(msgspec.Struct, frozen=True):
    """A hint that was taken."""

    row: int
    step: int


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """Totals over guesses: skill and luck from 0 to 100, and guesses lost and saved."""

    skill: float | None
    luck: float | None
    guesses_lost: Worth
    guesses_saved: Worth
    rows_out_of_time: int
    lost: float
    proved: bool
    hints: tuple[Taken, ...] = ()


class ReviewedGame(Sums, frozen=True, kw_only=True):
    """Review of a game, with text and an SVG plot that the page colours."""

    number: int
    replay: int
    codemaker: str
    codebreaker: str
    code: str
    ending: str | None
    expected: Worth | None
    to_go: Worth | None
    whole: bool
    rows: tuple[ReviewedRow, ...]
    made: Made
    words: tuple[str, ...]
    plot: str


class Reviewed(msgspec.Struct, frozen=True):
    """Review of a finished game, including earlier attempts that were void."""

    edition: str
    terms: Terms
    players: tuple[str, str]
    headings: tuple[str, ...]
    games: tuple[ReviewedGame, ...]


# Puzzles --------------------------------------------------------------------------------


class Puzzle(msgspec.Struct, frozen=True):
    """A position with exactly one answer. The message does not contain the answer."""

    id: str
    theme: str
    difficulty: str
    asks_for_code: bool
    task: str
    terms: Terms
    rows: tuple[Row, ...]


class Verdict(msgspec.Struct, frozen=True):
    """Result of a try: the row that rules it out, or why it is the only answer."""

    right: bool
    sentence: str
    row: int | None
    total: int | None
    why: tuple[str, ...]


class Clue(msgspec.Struct, frozen=True):
    """A clue, numbered from 1, and whether it is the last."""

    number: int
    sentence: str
    last: bool


class Solution(msgspec.Struct, frozen=True):
    """Answer of a puzzle that was given up, and why it is the only one."""

    answer: str
    why: tuple[str, ...]
