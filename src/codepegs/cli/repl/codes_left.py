"""How many codes are left, in a sentence."""

from __future__ import annotations

from codepegs.errors import NotNow
from codepegs.notation.sentences import pluralize
from codepegs.rules.board import Board


def describe_codes_left(board: Board) -> str:
    """Return how many codes fit a board, or raise NotNow if there are too many to count."""
    # Imported here, because it loads numpy, which a match without hints does not need.
    from codepegs.analysis.codes_left import count_codes_left

    left = count_codes_left(board)
    if left is None:
        raise NotNow("There are too many codes in this edition to count those that are left.")
    return f"{pluralize(left, 'code')} {'fits' if left == 1 else 'fit'} all answers."
