"""Review of the codemaker: how hard the code was, and whether the answers were right."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.analysis.guess import Estimate
from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.claim import WrongAnswer, find_contradiction, find_wrong_answers
from codepegs.rules.code import Code


@dataclass(frozen=True, slots=True, kw_only=True)
class CodemakerReview:
    """A code and the answers given for it."""

    code: Code
    harder: Estimate
    """How many more rows it took, against these guesses, than an average code."""
    wrong: tuple[WrongAnswer, ...] = ()
    """The wrong answers."""
    contradicting: tuple[int, ...] = ()
    """The fewest rows, counted from 1, that contradict each other; empty if some code fits all rows."""


def review_codemaker(board: Board, code: Code, luck: Estimate) -> CodemakerReview:
    """Review a code and the answers on its board."""
    audited = find_wrong_answers(board, code)
    return CodemakerReview(
        code=code,
        harder=Estimate(-luck.guesses, luck.error),
        wrong=audited.answers if audited else (),
        contradicting=_contradicting(board) if audited else (),
    )


def _contradicting(board: Board) -> tuple[int, ...]:
    try:
        shown = find_contradiction(board)
    except Undecided:
        return ()
    return shown.rows if shown else ()
