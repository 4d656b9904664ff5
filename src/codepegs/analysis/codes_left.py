"""Codes left: how many codes fit every answer on a board."""

from __future__ import annotations

from codepegs.engine.codespace import MAX_GUESSES, CodeSpace
from codepegs.rules.board import Board

MAX_CODES = MAX_GUESSES
"""Limit of codes for counting. For larger editions the number is not shown."""


def count_codes_left(board: Board) -> int | None:
    """Return how many codes fit every answer; None if the edition has more than `MAX_CODES`.

    It is 0 if the answers contradict each other, which can happen with answers by hand. An
    unanswered row does not count.

    >>> from codepegs.notation import position
    >>> count_codes_left(position.read("classic-1 / RRBB 1+1"))
    208
    """
    edition = board.edition
    if edition.size > MAX_CODES:
        return None
    # Only codes are listed: if guesses may repeat colours but codes may not, there are many more guesses.
    space = CodeSpace.of(edition.with_rules(guess_repeats=edition.code_repeats))
    return len(space.candidates(board))
