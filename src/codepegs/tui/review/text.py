"""Text of a review: the analysis of a row, a plot and totals. Has no widgets."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from textual.content import Content

from codepegs.analysis.review import text
from codepegs.notation.review import GameReview, Grade, MatchReview, RowReview
from codepegs.notation.sentences import spell_out

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
    cells = {column.name: cell for column, cell in zip(text.COLUMNS, row.cells, strict=True)}
    yield Content(f"Codes left: {cells['left']} before this guess, {cells['after']} after.")
    taken = text.format_steps(game.totals, row.row)
    if taken:
        yield Content(f"Hints taken: {taken}.")
    if row.grade is None:
        return
    lost = f", {cells['lost']} lost" if cells["lost"] else ""
    luck = f", luck {cells['luck']}" if cells["luck"] else ""
    yield Content.assemble("Grade: ", (row.grade.value, f"bold {_PAINTS[row.grade]}"), f"{lost}{luck}.")


def reasons(row: RowReview, *, code_shown: bool) -> Iterator[Content]:
    """Yield the explanation of a row. The best continuation, which ends with the code, needs `code_shown`."""
    if not row.words:
        return
    yield Content.styled(f"Row {row.row}", "bold")
    hidden = bool(row.continuation) and not code_shown
    for sentence in row.words[:-1] if hidden else row.words:
        yield Content(f"• {spell_out(sentence)}")
    if hidden:
        yield Content("• Press s to see the code, and how perfect play would have continued.")


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


def summary(game: GameReview) -> Iterator[Content]:
    """Yield the summary of a game, for codebreaker and codemaker."""
    for sentence in (*game.words, *game.made.words):
        yield Content(f"• {spell_out(sentence)}")


def totals(review: MatchReview) -> Iterator[Content]:
    """Yield the totals of a match that has several games."""
    if len(review.games) > 1:
        yield Content.styled("The match", "bold")
        yield from (Content(f"• {sentence}") for sentence in review.words)
