"""Moves: everything that happens in a match. A match is a list of moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret


class Act(Enum):
    """A kind of move, for listing what a seat may do now."""

    __hash__ = object.__hash__  # faster than that of Enum, which is written in Python

    SET_CODE = "set the code"
    GUESS = "guess"
    ANSWER = "answer"
    HINT = "take a hint"
    GIVE_UP = "give up the game"
    REVEAL = "reveal the code"
    CLAIM = "claim a wrong answer"
    ACCEPT = "accept the answers"
    ABANDON = "abandon the match"


@dataclass(frozen=True, slots=True)
class SetCode:
    """The codemaker hides a code."""

    secret: Secret


@dataclass(frozen=True, slots=True)
class HiddenCode:
    """The codemaker has hidden a code that the reader of this record may not know.

    It appears in the public records of unfinished games and is never played.
    """

    commitment: bytes | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """The codebreaker plays a row."""

    code: Code


@dataclass(frozen=True, slots=True)
class Answer:
    """The codemaker answers the row by hand."""

    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Hint:
    """The codebreaker takes a hint for the row to come.

    `step` is how much it tells: 1 nudges, 2 narrows, 3 names a guess. The text of the hint
    is not part of the match.
    """

    step: int


@dataclass(frozen=True, slots=True)
class AllowHints:
    """Both players have agreed to allow hints from now on. The table makes this move, not a seat."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Both players have agreed on another time limit, or on none. The table makes this move."""

    seconds: int | None


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The codebreaker's turn timed out. The clock makes this move, not a seat."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The codebreaker gives up this game."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The codemaker reveals the code after a game that was answered by hand."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The codebreaker proves that answers were wrong, by rows counted from 1.

    Before the reveal they contradict each other; after it they are all the wrong answers.
    """

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Accept:
    """The codebreaker accepts the wrong answers that the reveal has shown."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """A player leaves the match for good."""

    seat: Seat


Move = (
    SetCode
    | HiddenCode
    | Guess
    | Answer
    | Hint
    | AllowHints
    | SetClock
    | TimeOut
    | GiveUp
    | Reveal
    | Claim
    | Accept
    | Abandon
)

ACTS: dict[type[Move], Act] = {
    SetCode: Act.SET_CODE,
    Guess: Act.GUESS,
    Answer: Act.ANSWER,
    Hint: Act.HINT,
    GiveUp: Act.GIVE_UP,
    Reveal: Act.REVEAL,
    Claim: Act.CLAIM,
    Accept: Act.ACCEPT,
    Abandon: Act.ABANDON,
}

_SEATS = {
    Act.SET_CODE: Seat.CODEMAKER,
    Act.GUESS: Seat.CODEBREAKER,
    Act.ANSWER: Seat.CODEMAKER,
    Act.HINT: Seat.CODEBREAKER,
    Act.GIVE_UP: Seat.CODEBREAKER,
    Act.REVEAL: Seat.CODEMAKER,
    Act.CLAIM: Seat.CODEBREAKER,
    Act.ACCEPT: Seat.CODEBREAKER,
}


def seat_of(move: Move) -> Seat | None:
    """Return the seat that makes this move, or None for a move of the table, such as a timeout."""
    if isinstance(move, Abandon):
        return move.seat
    if isinstance(move, TimeOut | AllowHints | SetClock):
        return None
    return Seat.CODEMAKER if isinstance(move, HiddenCode) else _SEATS[ACTS[type(move)]]
