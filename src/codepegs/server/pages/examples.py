"""Examples of editions: cards, marked guesses and a drawn board, for the start page and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from codepegs.errors import IllegalCode
from codepegs.notation import edition_line, sentences
from codepegs.notation.drawing import svg
from codepegs.rules.board import Board
from codepegs.rules.box import KeyStyle
from codepegs.rules.catalogue import CATALOGUE, printed_edition
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback, mark

_PRINTED = {
    "hasbro-2010": ("RBYG RYBO", "YOKW BOYG", "WKOP KWGR", "GRPB YWOK"),
    "pressman-2007": ("MWPT WYPO", "MPTO WYTT", "PPYO MYTW", "MPMY TMMW"),
    "pressman-tracker": ("RYBG YOBP", "RBGP YOGG", "BBOP ROGY", "RBRO GRRY"),
    "classic-1": ("RWBG WYBK", "RBGK WYGG", "YBYK RYGW", "RBRY GRRW"),
    "classic-2": ("RWBG WYBK", "RBGK WYGG", "R-BG -RBY", "K--W -K-R"),
}
"""Codes and guesses in letters: what the rule sheets print or describe, and some of ours."""
_GENERIC = (
    ((0, 4, 1, 3, 2), (4, 2, 1, 5, 5)),
    ((3, 0, 1, 5, 4), (3, 3, 2, 4, 2)),
    ((2, 1, 2, 5, 0), (0, 2, 3, 4, 4)),
    ((0, 1, 0, 2, 5), (3, 0, 0, 4, 4)),
    ((1, 2, 3, 0, 4), (2, 1, 0, 3, 5)),
    ((2, 5, 0, 3, 1), (2, 4, 5, 1, 0)),
)
"""Codes and guesses for other editions, as colour numbers, cut to the number of pegs."""


@dataclass(frozen=True, slots=True)
class Peg:
    """Peg to draw: its letter, and the name and number of its colour."""

    letter: str
    name: str
    place: int

    @property
    def lettered(self) -> bool:
        """Whether it always shows its letter, as in `board/peg.js`: paint alone does not tell digits."""
        return self.letter.isdigit()


@dataclass(frozen=True, slots=True)
class Card:
    """Summary of an edition for a list."""

    slug: str
    title: str
    line: str
    """Edition line of the game as its sheet prints it."""
    summary: str
    hues: tuple[Peg, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Key pegs to draw: their paints, or two arms with numbers."""

    arms: tuple[tuple[str, int], tuple[str, int]] | None
    pegs: tuple[str, ...]
    columns: int
    words: str


@dataclass(frozen=True, slots=True)
class Example:
    """Marked guess: the code, the guess, the answer, and the reason for it."""

    code: tuple[Peg, ...]
    guess: tuple[Peg, ...]
    answer: Answer
    why: str


def card(edition: Edition) -> Card:
    more = ", or empty" if edition.blanks else "" if edition.code_repeats else ", each once"
    return Card(
        edition.slug,
        edition.box.title,
        edition_line.write(printed_edition(edition.slug)),
        f"{sentences.pluralize(edition.pegs, 'peg')}, {edition.colours} {edition.colour_word}s{more}"
        f" · {sentences.pluralize(edition.rows, 'row')}",
        tuple(Peg(hue.letter, hue.name, place) for place, hue in enumerate(edition.hues)),
    )


def pegs(edition: Edition, code: Code) -> tuple[Peg, ...]:
    return tuple(
        Peg("-", "empty", -1)
        if colour == BLANK
        else Peg(edition.hues[colour].letter, edition.hues[colour].name, colour)
        for colour in code.pegs
    )


def sample(edition: Edition) -> tuple[Peg, ...]:
    """Return one peg of each colour."""
    return card(edition).hues


def answer(edition: Edition, feedback: Feedback) -> Answer:
    keys = edition.box.keys
    black, white = keys.black.paint, keys.white.paint
    return Answer(
        ((black, feedback.black), (white, feedback.white)) if keys.style is KeyStyle.ARMS else None,
        (black,) * feedback.black + (white,) * feedback.white,
        (edition.pegs + 1) // 2,
        sentences.describe_feedback(edition, feedback),
    )


@cache
def _examples(slug: str) -> tuple[Example, ...]:
    edition = CATALOGUE[slug]
    shown: list[Example] = []
    for code, guess in islice(_pairs(edition), 3):
        feedback = mark(guess, code)
        shown.append(
            Example(
                pegs(edition, code),
                pegs(edition, guess),
                answer(edition, feedback),
                why(edition, code, guess),
            )
        )
    return tuple(shown)


def marked_guesses(edition: Edition) -> tuple[Example, ...]:
    """Return marked guesses of a printed edition, from its own rule sheet if it has any."""
    return _examples(edition.slug)


def _pairs(edition: Edition) -> Iterator[tuple[Code, Code]]:
    if edition.slug in _PRINTED:
        for pair in _PRINTED[edition.slug]:
            code, guess = map(edition.code, pair.split())
            yield code, guess
        return
    for one, two in _GENERIC:
        code, guess = (Code(tuple(map(Colour, numbers[: edition.pegs]))) for numbers in (one, two))
        try:
            edition.check_secret(code)
            edition.check_guess(guess)
        except IllegalCode:
            continue
        yield code, guess


def why(edition: Edition, code: Code, guess: Code) -> str:
    """Explain the answer to a guess, colour by colour.

    >>> classic = CATALOGUE["classic-1"]
    >>> why(classic, classic.code("RBGK"), classic.code("WYGG"))
    'green is in the right place; one green too many; white and yellow are not in the code.'
    """
    right, elsewhere, many, absent = [], [], [], []
    for colour in dict.fromkeys(guess.pegs):
        bare = "empty hole" if colour == BLANK else edition.hues[colour].name
        name = f"an {bare}" if colour == BLANK else bare
        exact = sum(one == two == colour for one, two in zip(code.pegs, guess.pegs, strict=True))
        there, here = code.pegs.count(colour), guess.pegs.count(colour)
        right += [_times(name, exact)] * (exact > 0)
        another = f"another {bare}" if exact else name
        elsewhere += [_times(another, min(there, here) - exact)] * (min(there, here) > exact)
        if not there:
            absent.append(name)
        elif here > there:
            many.append(f"{'one' if here - there == 1 else here - there} {bare} too many")
    parts = []
    if right:
        parts.append(f"{sentences.join_words(right)} {_verb(right, 'is', 'are')} in the right place")
    if elsewhere:
        parts.append(
            f"{sentences.join_words(elsewhere)} {_verb(elsewhere, 'is', 'are')} in the code, but elsewhere"
        )
    parts += many
    if absent:
        parts.append(f"{sentences.join_words(absent)} {_verb(absent, 'is', 'are')} not in the code")
    return "; ".join(parts) + "."


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} (twice)" if count == 2 else f"{name} ({count} times)"


def _verb(words: list[str], one: str, many: str) -> str:
    return many if len(words) > 1 or words[0].endswith(")") else one


@cache
def draw_board(slug: str) -> str:
    """Draw a whole game of an edition. Each guess is the first code that fits all answers."""
    edition = CATALOGUE[slug]
    code = next(islice(edition.codes(), edition.size * 5 // 9, None))
    shown = Board(edition)
    while not shown.full and not shown.broken:
        guess = next(guess for guess in edition.codes() if shown.fits(guess))
        shown = shown.guess(guess).answer(mark(guess, code))
    return svg.draw(shown, code)
