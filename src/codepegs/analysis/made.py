"""The codemaker's side of a game: how hard the code was, and whether the answers were true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from codepegs.analysis.listed import Evaluator
from codepegs.analysis.option import Pattern, Worth, pattern
from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.claim import WrongAnswer, contradiction, wrong_answers
from codepegs.rules.code import Code


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A code and the answers that were given for it.

    Which colours and places a code has makes no difference to an opponent who begins
    anywhere; how often its colours repeat does. So a code is as hard against perfect
    play as those with the same pattern are on average.
    """

    code: Code
    harder: Worth
    """Rows that it took more, against these guesses, than an average code would have."""
    average: Worth | None
    """Guesses of perfect play for all codes, on average."""
    alike: float | None = None
    """Guesses of perfect play for codes of this pattern, on average; None where no such play is proved."""
    standing: float | None = None
    """From 0 to 100: the share of codes with an easier pattern, and half of those with the same."""
    wrong: tuple[WrongAnswer, ...] = ()
    """The answers that were not the true ones."""
    contradicting: tuple[int, ...] = ()
    """The fewest rows, counted from 1, that no code fits together; none where some code fits them all."""


def made(known: Evaluator, board: Board, code: Code, luck: Worth, average: Worth | None) -> Made:
    """Look at a code, and at the answers on its board."""
    audited = wrong_answers(board, code)
    alike = standing = None
    if known.patterns is not None:
        codes, guesses = (sum(each) for each in zip(*known.patterns.values(), strict=True))
        average = Worth(guesses / codes)
        alike, standing = _against_perfect_play(known.patterns, code)
    return Made(
        code=code,
        harder=Worth(-luck.guesses, luck.error),
        average=average,
        alike=alike,
        standing=standing,
        wrong=audited.answers if audited else (),
        contradicting=_contradicting(board) if audited else (),
    )


def _against_perfect_play(patterns: Mapping[Pattern, tuple[int, int]], code: Code) -> tuple[float, float]:
    averages = {found: guesses / codes for found, (codes, guesses) in patterns.items()}
    mine = averages[pattern(code)]
    easier = sum(codes for found, (codes, _) in patterns.items() if averages[found] < mine)
    equal = sum(codes for found, (codes, _) in patterns.items() if averages[found] == mine)
    return mine, 100 * (easier + equal / 2) / sum(codes for codes, _ in patterns.values())


def _contradicting(board: Board) -> tuple[int, ...]:
    try:
        shown = contradiction(board)
    except Undecided:
        return ()
    return shown.rows if shown else ()
