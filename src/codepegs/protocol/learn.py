"""What is sent to those who learn: hints, reviews and puzzles as messages."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from codepegs.notation.record import MAX_LENGTH as MAX_RECORD_LENGTH
from codepegs.protocol.view import Row, Terms, Wrong

MAX_MESSAGE_BYTES = 4 * MAX_RECORD_LENGTH
"""Bytes of a message with a record in it, at most."""


class Looking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the review of a game of a record: of the last that is over, unless `game` names another."""

    record: Annotated[str, Meta(max_length=MAX_RECORD_LENGTH)]
    game: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class Trying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tries a code, or a guess, on a puzzle."""

    code: Annotated[str, Meta(max_length=100)]


# Hints ----------------------------------------------------------------------------------


class HintStep(msgspec.Struct, frozen=True):
    """A step that was taken, and what it says."""

    step: int
    sentences: tuple[str, ...]


class RuledOut(msgspec.Struct, frozen=True):
    """A row that rules the planned guess out: what it was answered, and would have been."""

    row: int
    given: str
    would: str


class Hints(msgspec.Struct, frozen=True):
    """What the steps say that were taken for the row in play, and which steps are left."""

    row: int
    plan: str | None
    steps: tuple[HintStep, ...]
    left: tuple[int, ...]
    ruled_out_by: tuple[RuledOut, ...]


# Reviews --------------------------------------------------------------------------------


class Worth(msgspec.Struct, frozen=True):
    """Guesses, and the standard error of an estimate: 0 where they are proved."""

    guesses: float
    error: float


class Part(msgspec.Struct, frozen=True):
    """An answer that a guess can get: how likely it is, what it leaves, and what follows."""

    answer: str
    chance: float
    codes: int
    to_go: Worth


class Option(msgspec.Struct, frozen=True):
    """A guess, judged before its answer was known."""

    guess: str
    possible: bool
    leaves: float
    leaves_at_most: int
    bits: float
    to_go: Worth
    answers: tuple[Part, ...]


class ReviewedRow(msgspec.Struct, frozen=True):
    """A row looked back at; what could not be judged is null. `words` explain it, `cells` are its figures."""

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
    """The codemaker's side of a game."""

    harder: Worth
    wrong: tuple[Wrong, ...]
    contradicting: tuple[int, ...]


class Taken(msgspec.Struct, frozen=True):
    """A hint that was taken."""

    row: int
    step: int


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """What guesses add up to: skill and luck from 0 to 100, and guesses lost and saved."""

    skill: float | None
    luck: float | None
    guesses_lost: Worth
    guesses_saved: Worth
    rows_out_of_time: int
    lost: float
    proved: bool
    hints: tuple[Taken, ...] = ()


class ReviewedGame(Sums, frozen=True, kw_only=True):
    """A game looked back at, with what is said of it, and a plot of it as SVG that a page has to paint."""

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
    """A game that is over, looked back at: each time it was played, if it was void before."""

    edition: str
    terms: Terms
    players: tuple[str, str]
    headings: tuple[str, ...]
    games: tuple[ReviewedGame, ...]


# Puzzles --------------------------------------------------------------------------------


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one answer to find, which is nowhere in here."""

    id: str
    theme: str
    difficulty: str
    asks_for_code: bool
    task: str
    terms: Terms
    rows: tuple[Row, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What a try is worth: the row, if one rules it out; and once it is right, why it is the only one."""

    right: bool
    sentence: str
    row: int | None
    total: int | None
    why: tuple[str, ...]


class Clue(msgspec.Struct, frozen=True):
    """A clue, counted from 1, and whether it is the last."""

    number: int
    sentence: str
    last: bool


class Solution(msgspec.Struct, frozen=True):
    """The answer of a puzzle that was given up, and why it is the only one."""

    answer: str
    why: tuple[str, ...]
