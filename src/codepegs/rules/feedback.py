"""Feedback: the key pegs that answer a guess."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from codepegs.errors import NotationError
from codepegs.rules.code import Code

_SPELLING = re.compile(r"(0|[1-9][0-9]?)\+(0|[1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Feedback:
    """How many pegs are in the right place, and how many more would be right elsewhere.

    Two counts without an order: an answer does not tell which peg it means. `black`
    is the exact key peg, in any paint that an edition gives it.

    >>> str(Feedback(1, 2))
    '1+2'
    """

    black: int
    white: int

    def __post_init__(self) -> None:
        if self.black < 0 or self.white < 0:
            raise ValueError("Feedback counts key pegs, so neither number can be negative.")

    @classmethod
    def parse(cls, text: str) -> Feedback:
        """Return the feedback that `str` wrote."""
        found = _SPELLING.fullmatch(text)
        if not found:
            raise NotationError(f"{text!r} is not an answer. Write black plus white, such as 1+2.")
        return cls(int(found[1]), int(found[2]))

    def __iter__(self) -> Iterator[int]:
        return iter((self.black, self.white))

    def __str__(self) -> str:
        return f"{self.black}+{self.white}"


def mark(guess: Code, secret: Code) -> Feedback:
    """Return the true feedback for `guess` if `secret` is the code.

    Sheet 001 defines white as the additional blacks that re-ordering the guess could
    earn, which is what the two loops below count. No peg counts twice: three As
    against one A earn a single key peg.

    >>> mark(Code.parse("aaab"), Code.parse("ccca"))
    Feedback(black=0, white=1)

    Marking is symmetric. Both codes have the same number of pegs.
    """
    black = shared = 0
    if len(guess.pegs) != len(secret.pegs):
        raise ValueError(f"Codes of {len(guess)} and {len(secret)} pegs cannot be compared.")
    for g, s in zip(guess.pegs, secret.pegs, strict=True):
        black += g == s
    for colour in set(guess.pegs):
        shared += min(guess.pegs.count(colour), secret.pegs.count(colour))
    return Feedback(black, shared - black)
