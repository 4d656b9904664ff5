"""Jobs for the worker pool: the analysis board and the opening explorer.

They get a position that a client sends, and know of no match.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from msgspec import structs

from codepegs.errors import Undecided
from codepegs.notation import position, sentences
from codepegs.protocol import analysis
from codepegs.protocol.view import make_terms
from codepegs.rules.board import Board
from codepegs.rules.claim import find_contradiction
from codepegs.rules.code import Code
from codepegs.server.learn.jobs import check_cost, stop_soon


def analyse(board: Board, guess: Code | None) -> analysis.Analysis:
    """Return what is known about a position. An unanswered last row is analysed as a guess."""
    from codepegs.analysis import explain
    from codepegs.analysis.budget import QUICK
    from codepegs.analysis.evaluator import Evaluator
    from codepegs.analysis.guess import rate
    from codepegs.analysis.hint import find_hint
    from codepegs.analysis.splits import compare_splits
    from codepegs.notation.review import write_wrong_rows

    if board.open and guess is None:
        guess = board.rows[-1].guess
    settled = replace(board, rows=board.rows[:-1]) if board.open else board
    check_cost(board.edition, len(board.rows))
    evaluator = Evaluator(board.edition, QUICK, stop=stop_soon())
    codes = evaluator.count(settled)
    if not codes:
        return _contradictory(board, settled)
    if settled.broken or settled.full:
        ending = "The code is cracked." if settled.broken else "All rows are used."
        return _analysis(board, codes, (explain.left(codes), ending))
    hint = find_hint(settled, guess, on=evaluator)
    edition, planned, rival = board.edition, hint.planned, hint.rival
    splits = compare_splits(settled)
    return structs.replace(
        _analysis(board, codes, tuple(dict.fromkeys((*hint.sentences(1), *hint.sentences(3))))),
        best=rate(edition, hint.best),
        rival=None if rival is None else rate(edition, rival),
        asked=None if planned is None else rate(edition, planned),
        ruled_out_by=write_wrong_rows(hint.misfits),
        guesses=tuple(analysis.make_split(board, split) for split in splits),
    )


def _contradictory(board: Board, settled: Board) -> analysis.Analysis:
    """Return the analysis of a position that no code fits: which rows contradict each other."""
    shown = None
    with suppress(Undecided):
        shown = find_contradiction(settled)
    if shown is None:
        return _analysis(board, 0, ("No code fits all the answers.",))
    told = (*sentences.describe_proof(board.edition, shown), "So one of these answers must be wrong.")
    return structs.replace(_analysis(board, 0, told), contradiction=shown.rows)


def _analysis(board: Board, codes: int, told: tuple[str, ...]) -> analysis.Analysis:
    return analysis.Analysis(
        position=position.write(board),
        terms=make_terms(board.edition, 1),
        rows=analysis.make_rows(board),
        size=board.edition.size,
        codes=codes,
        sentences=told,
    )


def explore_opening(board: Board, guess: Code | None) -> analysis.ExploredOpening:
    """Return what each answer to a first or second guess leaves."""
    from codepegs.analysis.opening import explore
    from codepegs.analysis.splits import compare_openings

    check_cost(board.edition, len(board.rows))
    patterns = () if board.rows else compare_openings(board.edition)
    return analysis.make_opening(board, explore(board, guess), patterns)
