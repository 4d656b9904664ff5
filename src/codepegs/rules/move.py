"""Moves: everything that happens in a match. A match is the list of its moves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from codepegs.rules.code import Code
from codepegs.rules.feedback import Feedback
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret


class Act(Enum):
    """A kind of move, for asking what a seat may do now."""

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
    """The codemaker has hidden a code that whoever reads this record may not know.

    It stands in records that are shown while a game goes on, and nobody plays it.
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

    `step` says how much it tells: 1 nudges, 2 narrows, 3 names a guess. What it says is
    no part of the match; that it was taken is.
    """

    step: int


@dataclass(frozen=True, slots=True)
class AllowHints:
    """Both players have agreed that hints may be taken from now on. The table says so, not a seat."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Both players have agreed on another time limit from now on, or on none; see AllowHints."""

    seconds: int | None


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The codebreaker's turn ran out of time. Whoever keeps the clock says so, not a seat."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The codebreaker gives up this game."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """The codemaker lowers the shield after a game answered by hand."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The codebreaker shows that answers were wrong, by rows counted from 1.

    Before the reveal they contradict each other; after it they are all the wrong answers.
    """

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Accept:
    """The codebreaker lets wrong answers that the reveal has shown pass."""


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
    """Who makes this move; None for the table, which keeps the clock and what both agree on."""
    if isinstance(move, Abandon):
        return move.seat
    if isinstance(move, TimeOut | AllowHints | SetClock):
        return None
    return Seat.CODEMAKER if isinstance(move, HiddenCode) else _SEATS[ACTS[type(move)]]
