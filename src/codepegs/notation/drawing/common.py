"""Parts that all drawings share: the score track and the board in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from codepegs.notation.sentences import describe_feedback
from codepegs.rules.board import Board, Row
from codepegs.rules.code import Code
from codepegs.rules.edition import Edition
from codepegs.rules.points import ScorePeg

TRACK = 30
"""Holes per line of the score track. The rule sheets do not give a number."""


def track(score_pegs: tuple[ScorePeg, ScorePeg]) -> range:
    """Return the holes to draw for two score pegs: one line, or the two that end with the leader's.

    Draw a peg that is further behind at the start.

    >>> [track((ScorePeg("red", hole), ScorePeg("white", 0))) for hole in (0, 31, 61)]
    [range(1, 31), range(1, 61), range(31, 91)]
    """
    leader = max(peg.hole for peg in score_pegs)
    lines = max(1, -(-leader // TRACK))
    return range(max(0, lines - 2) * TRACK + 1, lines * TRACK + 1)


def labels(score_pegs: tuple[ScorePeg, ScorePeg], players: tuple[str, str] | None) -> tuple[str, str]:
    """Return a label for each score peg: the player's name, or the colour of the peg."""
    return players or (score_pegs[0].paint, score_pegs[1].paint)


def words(
    board: Board,
    code: Code | None,
    marked: Collection[int],
    score_pegs: tuple[ScorePeg, ScorePeg] | None,
    players: tuple[str, str] | None,
    *,
    colours: bool = True,
) -> Iterator[str]:
    """Yield the board in sentences, for screen readers. Without `colours` the guesses are not named."""
    edition = board.edition
    yield "The shield is up." if code is None else f"The code is {_names(edition, code)}."
    for number, row in enumerate(board.rows, start=1):
        pointed = ", marked" if number in marked else ""
        yield f"Row {number}{pointed}: {_row(edition, row, colours)}."
    left = edition.rows - len(board.rows)
    if left:
        yield f"{left} {'row is' if left == 1 else 'rows are'} not played."
    if score_pegs:
        for name, peg in zip(labels(score_pegs, players), score_pegs, strict=True):
            yield f"Score of {name}, {peg.paint} peg: {peg.hole}."


def _row(edition: Edition, row: Row, colours: bool) -> str:
    if row.guess is None:
        return "out of time"
    names = _names(edition, row.guess) if colours else "a guess"
    if row.feedback is None:
        return f"{names}, waits for its answer"
    return f"{names}, answered {describe_feedback(edition, row.feedback)}"


def _names(edition: Edition, code: Code) -> str:
    hues = edition.hues
    return " ".join(hues[colour].name if colour < len(hues) else "empty" for colour in code.pegs)
