"""Par: the average number of rows of perfect play, for boards where it is proved."""

from __future__ import annotations

from codepegs.engine.tree_lookup import find_bundled, shape_of
from codepegs.rules.edition import Edition


def find_par(edition: Edition) -> float | None:
    """Return the fewest guesses per code of strategies that never run out of rows; None unless proved.

    It is proved for the boards of the bundled trees. Only pegs, colours, empty holes, repeats
    and rows matter, and rows only if there are few.

    >>> from codepegs.rules import find_edition
    >>> round(find_par(find_edition("classic-1")), 2)
    4.34
    """
    best = next((tree for tree in find_bundled(shape_of(edition)) if tree.serves(edition.rows)), None)
    return best.total / edition.size if best is not None and best.proved else None
