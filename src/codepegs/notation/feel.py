"""Editions by what they feel like, for people who do not know the boxes."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Edition


@dataclass(frozen=True, slots=True)
class Feel:
    """An edition by its feel: a name, one line, and a code as an example."""

    name: str
    note: str
    slug: str
    code: str

    @property
    def edition(self) -> Edition:
        return CATALOGUE[self.slug]


FEELS = (
    Feel("Quick", "3 pegs, 8 guesses", "mini", "RBY"),
    Feel("Classic", "4 pegs, 6 colours", "classic-1", "RBYG"),
    Feel("No repeats", "8 colours, each once", "hasbro-2010", "OPGW"),
    Feel("With blanks", "Holes may stay empty", "classic-2", "R-G-"),
    Feel("Super", "5 pegs, 8 colours", "super", "POGBR"),
    Feel("Digits", "Bulls and Cows", "bulls-and-cows", "4071"),
)
"""One edition for each feel, the quickest first."""


def name_board(slug: str) -> str:
    """Return what to call the board of an edition: its feel, or the title of its box.

    >>> name_board("classic-1"), name_board("invicta")
    ('Classic', 'Invicta')
    """
    return next((feel.name for feel in FEELS if feel.slug == slug), CATALOGUE[slug].box.title)
