"""Review of the codemaker: how hard the code was, and whether the answers were right."""

from __future__ import annotations

from codepegs.analysis.review import text
from codepegs.errors import Undecided
from codepegs.notation import sentences
from codepegs.notation.review import CodemakerReview, Estimate, write_wrong_rows
from codepegs.rules.board import Board
from codepegs.rules.claim import Contradiction, find_contradiction, find_wrong_answers
from codepegs.rules.code import Code


def review_codemaker(
    board: Board, code: Code, luck: Estimate, player: str, *, whole: bool
) -> CodemakerReview:
    """Review the code of `player` and the answers on its board. How hard it was needs a `whole` review, and
    a code that was cracked."""
    edition, harder = board.edition, Estimate(-luck.guesses, luck.error)
    wrong = find_wrong_answers(board, code)
    contradiction = _contradiction(board) if wrong else None
    words = (
        [text.describe_code(player, sentences.name_code(edition, code), harder)]
        if whole and board.broken
        else []
    )
    for proof in (wrong, contradiction):
        words += sentences.describe_proof(edition, proof) if proof else []
    return CodemakerReview(
        harder=harder,
        wrong=write_wrong_rows(wrong.answers if wrong else ()),
        contradicting=contradiction.rows if contradiction else (),
        words=tuple(words),
    )


def _contradiction(board: Board) -> Contradiction | None:
    try:
        return find_contradiction(board)
    except Undecided:
        return None
