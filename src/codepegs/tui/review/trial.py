"""Another guess in a review: what it would have left. Has no widgets."""

from __future__ import annotations

from codepegs.notation import sentences
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.feedback import mark


def try_guess(board: Board, guess: Code, code: Code | None) -> str:
    """Return what `guess` could have told on a board, and what it would have left with the `code`."""
    # Imported here, because they load numpy.
    from codepegs.analysis.budget import QUICK
    from codepegs.analysis.evaluator import Evaluator

    known = Evaluator(board.edition, QUICK)
    if not known.count(board):
        return "No code fits the answers before this row, so no guess can be rated."
    found = known.evaluate(board, guess)
    answers = sentences.pluralize(len(found.parts), "possible answer")
    said = f"{board.edition.spell(guess)}: {answers}, {found.average:,.1f} codes left on average."
    part = None if code is None else found.part(mark(code, guess))
    if part is None:
        return said
    answer = sentences.describe_feedback(board.edition, part.answer)
    return f"{said} Here it would have got {answer}, leaving {part.codes:,}."
