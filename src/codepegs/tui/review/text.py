"""Text of a review: the analysis of a row, a plot and totals. Has no widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log

from textual.content import Content

from codepegs.analysis import explain
from codepegs.analysis.review import text
from codepegs.analysis.review.review import GameReview, MatchReview
from codepegs.analysis.review.row import Grade, RowReview
from codepegs.rules.board import Board

BAR_WIDTH = 20
"""Width of the longest bar, in cells."""
_PAINTS = {
    Grade.BEST: "$text-success",
    Grade.GOOD: "$text-success",
    Grade.FAIR: "$text-warning",
    Grade.WEAK: "$text-warning",
    Grade.BAD: "$text-error",
    Grade.WASTED: "$text-error",
}


def figures(game: GameReview, row: RowReview) -> Iterator[Content]:
    """Yield the figures of a row: codes left, hints, grade, guesses lost, luck."""
    edition = game.board.edition
    cells = dict(zip(text.HEADINGS, text.cells(edition, row), strict=True))
    yield Content(f"Codes left: {cells['left']}, after it {cells['after']}.")
    taken = [str(step) for number, step in game.hints if number == row.row]
    if taken:
        yield Content(f"Hints taken: step{'s' * (len(taken) > 1)} {', '.join(taken)}.")
    if row.grade is None:
        return
    lost = f", {cells['lost']} lost" if cells["lost"] else ""
    luck = f", luck {cells['luck']}" if cells["luck"] else ""
    yield Content.assemble("Grade: ", (row.grade.value, f"bold {_PAINTS[row.grade]}"), f"{lost}{luck}.")


def reasons(game: GameReview, row: RowReview, *, code_shown: bool) -> Iterator[Content]:
    """Yield the explanation of a row. The best continuation, which ends with the code, needs `code_shown`."""
    if row.guess is None or row.played is None:
        return
    yield Content.styled(f"Row {row.row}", "bold")
    stage = Board(game.board.edition, game.board.rows[: row.row - 1])
    yield Content(f"• {explain.possibility(stage, row.guess)}")
    for sentence in text.explain_row(game, row if code_shown else replace(row, continuation=())):
        yield Content(f"• {sentence}")
    if row.continuation and not code_shown:
        yield Content("• c shows the code, and how the best play would have gone on.")


def plot(game: GameReview, rows: int) -> Content:
    """Return bars for the codes left at the start and after each of `rows` rows, on a log scale."""
    counts = [game.rows[0].left, *(row.left_after for row in game.rows[:rows])] if game.rows else []
    lines = [Content.styled("Codes left, on a log scale", "$foreground-muted")]
    lines += [_bar(place, count, counts[0]) for place, count in enumerate(counts)]
    return Content("\n").join(lines)


def _bar(place: int, count: int, first: int) -> Content:
    label = f"{place:>3} " if place else "    "
    cells = round(BAR_WIDTH * log(max(1, count)) / log(max(2, first)))
    # One code left has a thin bar, to distinguish it from none.
    bar = "█" * cells or "▏" * bool(count)
    return Content.assemble((label, "$foreground-muted"), (bar, "$primary"), f" {count:,}")


def summary(game: GameReview, maker: str, breaker: str) -> Iterator[Content]:
    """Yield the summary of a game, for codebreaker and codemaker."""
    for sentence in (*text.summarize(game, breaker), *text.describe_codemaker(game, maker)):
        yield Content(f"• {sentence}")


def totals(review: MatchReview) -> Iterator[Content]:
    """Yield the totals of a match that has several games."""
    if len(review.games) > 1:
        yield Content.styled("The match", "bold")
        yield from (Content(f"• {sentence}") for sentence in text.describe_totals(review))
