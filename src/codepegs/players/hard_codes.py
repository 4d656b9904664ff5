"""Codes that are hard to crack, for a codemaker that hides them."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from codepegs.rules.code import Code
from codepegs.rules.edition import Edition

HardCodes = tuple[bytes, ...]
"""Codes, each as the places of its pegs in `Edition.kinds`. This form is quick to send to another process."""


@lru_cache(maxsize=16)
def find_hard_codes(edition: Edition) -> HardCodes:
    """Return the codes that take perfect play more guesses than its average.

    Returns none for boards without a bundled strategy tree, because there perfect play is not known.

    >>> from codepegs.rules import find_edition
    >>> mini = find_edition("mini")
    >>> len(find_hard_codes(mini)), mini.size
    (172, 216)
    """
    # Imported here because it loads numpy, which the other levels do not need.
    from codepegs.engine import tree
    from codepegs.engine.tree_lookup import find_bundled, shape_of

    bundled = find_bundled(shape_of(edition))
    if not bundled:
        return ()
    best = next((each for each in bundled if each.serves(edition.rows)), bundled[0])
    source = tree.read_trusted(best.text)
    guesses = {code: len(answers) for code, answers in source.walk()}
    places = {kind: place for place, kind in enumerate(source.edition.kinds)}
    average = sum(guesses.values()) / len(guesses)
    return tuple(
        bytes(places[peg] for peg in code.pegs) for code, needed in guesses.items() if needed > average
    )


def draw_hard_code(edition: Edition, codes: HardCodes, random: Random) -> Code:
    """Return one of some hard codes."""
    return Code(tuple(edition.kinds[place] for place in random.choice(codes)))
