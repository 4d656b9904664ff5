"""Par: the average number of guesses of perfect play, for boards where it is proved."""

from __future__ import annotations

from codepegs.engine.tree_lookup import find_bundled, shape_of
from codepegs.rules.edition import Edition


def find_par(edition: Edition) -> float | None:
    """Return the fewest guesses per code that any strategy needs; None unless that is proved.

    It is proved for the boards of the bundled trees. Only pegs, colours, empty holes and
    repeats matter. The number of rows does not: par assumes that there are enough.

    >>> from codepegs.rules import find_edition
    >>> round(find_par(find_edition("classic-1")), 2)
    4.34
    """
    best = find_bundled(shape_of(edition))
    return best.total / edition.size if best is not None and best.proved else None
