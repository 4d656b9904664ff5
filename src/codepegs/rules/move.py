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
    CLAIM = "claim a wrong answer"
    OWN_UP = "own up to a wrong answer"
    TAKE_BACK = "take back a row"
    LEAVE = "leave the match"


@dataclass(frozen=True, slots=True, init=False)
class SetCode:
    """The codemaker hides a code, which becomes a `Secret`.

    In the public record of an unfinished game the reader may not know it: `secret` is None,
    and `commitment` is all there is.
    """

    secret: Secret | None
    commitment: bytes | None = None

    def __init__(self, secret: Secret | Code | None, commitment: bytes | None = None) -> None:
        hidden = secret if secret is None or isinstance(secret, Secret) else Secret(secret)
        object.__setattr__(self, "secret", hidden)
        object.__setattr__(self, "commitment", commitment)


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
class Claim:
    """The codebreaker proves that answers were wrong, by rows, counted from 1, that contradict each other."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OwnUp:
    """The codemaker admits a wrong answer."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The codebreaker takes back the last row of a friendly match."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the match for good. None if both players have agreed to stop."""

    seat: Seat | None


Move = (
    SetCode
    | Guess
    | Answer
    | Hint
    | AllowHints
    | SetClock
    | TimeOut
    | GiveUp
    | Claim
    | OwnUp
    | TakeBack
    | Leave
)

ACTS: dict[type[Move], Act] = {
    SetCode: Act.SET_CODE,
    Guess: Act.GUESS,
    Answer: Act.ANSWER,
    Hint: Act.HINT,
    GiveUp: Act.GIVE_UP,
    Claim: Act.CLAIM,
    OwnUp: Act.OWN_UP,
    TakeBack: Act.TAKE_BACK,
    Leave: Act.LEAVE,
}

SEATS = {
    Act.SET_CODE: Seat.CODEMAKER,
    Act.GUESS: Seat.CODEBREAKER,
    Act.ANSWER: Seat.CODEMAKER,
    Act.HINT: Seat.CODEBREAKER,
    Act.GIVE_UP: Seat.CODEBREAKER,
    Act.CLAIM: Seat.CODEBREAKER,
    Act.OWN_UP: Seat.CODEMAKER,
    Act.TAKE_BACK: Seat.CODEBREAKER,
}
"""The seat of each act. Both seats may leave the match."""


def seat_of(move: Move) -> Seat | None:
    """Return the seat that makes this move, or None for a move of the table, such as a timeout."""
    if isinstance(move, Leave):
        return move.seat
    act = ACTS.get(type(move))
    return None if act is None else SEATS[act]
