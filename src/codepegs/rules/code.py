"""Codes: rows of pegs, hidden by the codemaker or guessed by the codebreaker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase
from typing import NewType

from codepegs.errors import NotationError

Colour = NewType("Colour", int)
"""A colour, counted from 0. Its name and its paint belong to the edition."""

MAX_COLOURS = len(ascii_lowercase)

BLANK = Colour(MAX_COLOURS)
"""An empty hole: a colour of its own, the same in every edition and the last one."""

_SPELLING = ascii_lowercase + "-"
"""Small letters, because those of an edition are capitals and digits."""


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Code:
    """A row of code pegs, read from left to right.

    A code has pegs and nothing else. An :class:`~codepegs.rules.edition.Edition` decides
    whether it may be played, and names its colours. Without an edition, colour 0 is
    spelled a and an empty hole `-`.

    >>> Code.parse("aab-")
    Code.parse('aab-')
    """

    pegs: tuple[Colour, ...]

    def __post_init__(self) -> None:
        if self.pegs.__class__ is not tuple:
            raise TypeError("Code takes a tuple of colours. An edition reads letters: edition.code('RRBB').")

    @classmethod
    def parse(cls, text: str) -> Code:
        """Return the code that `str` wrote."""
        if not text:
            raise NotationError("A code needs at least one peg.")
        colours = [_SPELLING.find(letter) for letter in text]
        if -1 in colours:
            wrong = text[colours.index(-1)]
            raise NotationError(
                f"{wrong!r} is not a colour. Use a to z, and - for an empty hole. "
                "An edition reads its own letters: edition.code('RRBB')."
            )
        return cls(tuple(Colour(colour) for colour in colours))

    @property
    def repeats(self) -> bool:
        """Whether it has a colour twice. An empty hole is a colour like any other."""
        return len(set(self.pegs)) < len(self.pegs)

    def __len__(self) -> int:
        return len(self.pegs)

    def __iter__(self) -> Iterator[Colour]:
        return iter(self.pegs)

    def __getitem__(self, hole: int) -> Colour:
        return self.pegs[hole]

    def __str__(self) -> str:
        return "".join(_SPELLING[colour] for colour in self.pegs)

    def __repr__(self) -> str:
        return f"Code.parse({str(self)!r})"
