"""The sections of a view: what is sent of terms, players, games, offers and time."""

from __future__ import annotations

import msgspec

from codepegs.rules.seat import PlayerNumber


class Colour(msgspec.Struct, frozen=True):
    """A colour of the edition: its letter, its name, and its paint."""

    letter: str
    name: str
    fill: str
    ink: str


class Keys(msgspec.Struct, frozen=True):
    """The key pegs: pegs or arms, and what the exact and the other one are called."""

    style: str
    black: str
    white: str


class Terms(msgspec.Struct, frozen=True):
    """What was agreed, and what is needed to draw it."""

    edition: str
    slug: str
    title: str
    pegs: int
    colours: tuple[Colour, ...]
    blanks: bool
    code_repeats: bool
    guess_repeats: bool
    rows: int
    scoring: str
    least_wins: bool
    bonus: int
    award: int
    even: bool
    answers: str
    games: int
    hints: bool
    keys: Keys
    codemaker: str
    codebreaker: str
    score_keeping: str


class Seated(msgspec.Struct, frozen=True):
    """A player: the name, the level of a computer, and whether the seat is taken."""

    name: str | None
    computer: str | None
    seated: bool


class Row(msgspec.Struct, frozen=True):
    """A row: no guess where the turn ran out of time, no feedback where none was given yet."""

    guess: str | None
    feedback: str | None


class Wrong(msgspec.Struct, frozen=True):
    """An answer that was not the true one."""

    row: int
    given: str
    true: str


class Proof(msgspec.Struct, frozen=True):
    """What a claim has shown: rows that contradict each other, or answers that were wrong."""

    rows: tuple[int, ...]
    answers: tuple[Wrong, ...] | None


class Game(msgspec.Struct, frozen=True):
    """A game of the match. The code is there for its codemaker, and for all when it is revealed.

    It is reviewable when it is over and has shown its code.
    """

    number: int
    replay: int
    codemaker: PlayerNumber
    rows: tuple[Row, ...]
    code: str | None
    commitment: str | None
    salt: str | None
    ending: str | None
    given_up: bool
    reviewable: bool
    proof: Proof | None
    points: tuple[int, int]
    hints: tuple[int, ...]


class ScorePeg(msgspec.Struct, frozen=True):
    """A score peg: its paint, and the hole it stands in."""

    paint: str
    hole: int


class Outcome(msgspec.Struct, frozen=True):
    """How the match ended; no winner is a draw, or nobody's where it was abandoned."""

    winner: PlayerNumber | None
    abandoned_by: PlayerNumber | None


class Offered(msgspec.Struct, frozen=True):
    """An offer that stands."""

    by: PlayerNumber
    offer: str


class Timing(msgspec.Struct, frozen=True):
    """Seconds for a turn, and milliseconds left of this one when this was sent."""

    limit: int | None
    left: int | None
