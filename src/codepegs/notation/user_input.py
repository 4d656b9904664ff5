"""Lenient parsers for codes and answers that people type by letter, name or number."""

from __future__ import annotations

import re

from codepegs.errors import NotationError
from codepegs.notation import sentences
from codepegs.notation.position import example_guess
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback

MAX_LENGTH = 200
_BLANKS = {"-", ".", "_", "empty", "blank", "0"}
_SEPARATORS = re.compile(r"[\s,;]+")
_COUNTS = re.compile(r"([0-9]{1,2})(?:[\s,;+/]+([0-9]{1,2}))?", re.ASCII)
_DIGITS = re.compile(r"([0-9])([0-9])", re.ASCII)


def read_code(edition: Edition, text: str) -> Code:
    """Return the code that `text` means. Does not check that the edition allows it.

    Pegs are letters, names, beginnings of names, or numbers from 1, separated by spaces or
    commas. Letters and single digits need no separators.

    >>> from codepegs.rules import find_edition
    >>> classic = find_edition("classic-2")
    >>> typed = ["RBY-", "r b y -", "red, blu, yel, empty", "1230"]
    >>> {classic.spell(read_code(classic, text)) for text in typed}
    {'RBY-'}
    """
    _check(text)
    words = [word for word in _SEPARATORS.split(text.strip().casefold()) if word]
    if not words:
        pegs = sentences.pluralize(edition.pegs, "peg")
        raise NotationError(f"Type a code of {pegs}, such as {example_guess(edition)}.")
    letters, known = "".join(words), any(_meanings(edition, word) for word in words)
    whole = len(letters) == edition.pegs
    if (whole or not known) if len(words) == 1 else (whole and not known and letters.isalpha()):
        words = [*letters]
    return Code(tuple(_colour(edition, word) for word in words))


def read_feedback(edition: Edition, text: str) -> Feedback:
    """Return the answer that `text` means: two counts, a letter for each key peg, or "none".

    >>> from codepegs.rules import find_edition
    >>> pressman = find_edition("pressman-2007")
    >>> [str(read_feedback(pressman, text)) for text in ["1 2", "12", "rww", "none", "1"]]
    ['1+2', '1+2', '1+2', '0+0', '1+0']
    """
    _check(text)
    word = "".join(_SEPARATORS.split(text.strip().casefold()))
    # With up to nine pegs, two digits without a separator are two counts.
    counts = (edition.pegs < 10 and _DIGITS.fullmatch(word)) or _COUNTS.fullmatch(text.strip())
    if counts:
        return Feedback(int(counts[1]), int(counts[2] or 0))
    if word in {"none", "-", "nothing"}:
        return Feedback(0, 0)
    keys = edition.box.keys
    letters = {keys.black.name[0]: 1, keys.white.name[0]: 0}
    if word and letters.keys() >= set(word):
        return Feedback(*(sum(letters[letter] == exact for letter in word) for exact in (1, 0)))
    raise NotationError(
        f"Type two numbers, {keys.black.plural} then {keys.white.plural}, such as 1 2. "
        "If there are none, type 0 0."
    )


def _check(text: str) -> None:
    if len(text) > MAX_LENGTH:
        raise NotationError(f"That line is too long. The limit is {MAX_LENGTH} characters.")
    if not text.strip().isprintable():
        raise NotationError("That line contains special keys, such as arrows. Please type it again.")


def _colour(edition: Edition, word: str) -> Colour:
    found = _meanings(edition, word)
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(edition.hues[colour].name for colour in found)
        raise NotationError(f"{word!r} could mean {names}. Type more of the name, or its letter.")
    letters = ", ".join(hue.label for hue in edition.hues)
    empty = ", - empty" if edition.blanks else ""
    raise NotationError(f"{word!r} is not a {edition.colour_word} here. Choose from: {letters}{empty}.")


def _meanings(edition: Edition, word: str) -> list[Colour]:
    """Return the colours that a word could mean: by letter or name, then number, then prefix of a name."""
    hues = list(enumerate(edition.hues))
    exact = [Colour(i) for i, hue in hues if word in (hue.letter.casefold(), hue.name)]
    if exact:
        return exact
    if word in _BLANKS:
        return [BLANK]
    if word.isascii() and word.isdecimal():
        return [Colour(i) for i, _ in hues if str(i + 1) == word]
    return [Colour(i) for i, hue in hues if hue.name.startswith(word)]
