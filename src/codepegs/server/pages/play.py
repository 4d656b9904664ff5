"""Pages with a board that is ready to be played: the start page and the daily code.

They create nothing. The script of the page opens a table with the first guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import msgspec
from markupsafe import Markup

from codepegs.notation import feel
from codepegs.protocol.view import Terms, make_terms
from codepegs.rules.edition import Answers, Edition
from codepegs.server.pages import examples

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


class Game(msgspec.Struct, frozen=True):
    """What the script of the page needs to draw the board and to open a table: the data block of the page."""

    terms: Terms
    hints: bool
    daily: date | None


@dataclass(frozen=True, slots=True)
class EditionTile:
    """An edition by its feel: a name, one line, and a code as an example."""

    name: str
    note: str
    slug: str
    code: tuple[examples.Peg, ...]


FEELS = tuple(
    EditionTile(one.name, one.note, one.slug, examples.pegs(one.edition, one.edition.code(one.code)))
    for one in feel.FEELS
)
"""Editions for people who do not know the boxes."""


def data_block(edition: Edition, *, hints: bool = False, daily: date | None = None) -> Markup:
    """Return the game of a page as JSON that cannot end the script element around it."""
    terms = make_terms(edition, 1, hints=hints, solo=True, daily=daily)
    text = msgspec.json.encode(Game(terms, hints, daily)).decode()
    return Markup(text.replace("<", "\\u003c"))


def solo_edition(edition: Edition) -> Edition:
    """Return an edition for one player: nobody can answer by hand."""
    return edition.with_rules(answers=Answers.REFEREE)


def describe_size(edition: Edition) -> str:
    """Describe a board in a sentence.

    >>> from codepegs.rules.catalogue import CATALOGUE
    >>> describe_size(CATALOGUE["classic-1"])
    'Four pegs, six colours, ten guesses.'
    """
    parts = (
        (edition.pegs, "peg", "pegs"),
        (edition.colours, edition.colour_word, f"{edition.colour_word}s"),
        (edition.rows, "guess", "guesses"),
    )
    text = ", ".join(f"{_in_words(count)} {one if count == 1 else many}" for count, one, many in parts)
    return f"{text[0].upper()}{text[1:]}."


def describe_repeats(edition: Edition) -> str:
    """Say in a sentence what a code may contain."""
    word = edition.colour_word
    repeats = (
        f"{word.capitalize()}s may repeat." if edition.code_repeats else f"The code never repeats a {word}."
    )
    return f"{repeats} A hole may stay empty." if edition.blanks else repeats


def _in_words(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
