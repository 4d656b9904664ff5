"""How many codes are left, in a sentence."""

from __future__ import annotations

from codepegs.cli.repl.sync_keyboard import SyncKeyboard
from codepegs.errors import NotNow
from codepegs.notation.sentences import pluralize


def describe_codes_left(table: SyncKeyboard) -> str:
    """Return how many codes fit all answers.

    Raises NotNow if there are too many to count, or if somebody at this keyboard may not know it.
    """
    left = table.codes_left()
    if left is None:
        raise NotNow("This edition has too many codes to count the ones that are left.")
    return f"{pluralize(left, 'code')} {'fits' if left == 1 else 'fit'} all answers."
