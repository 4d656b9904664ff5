"""Plot of a reviewed game: codes left, what was lost, and luck, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from math import log10

from codepegs.analysis.plot import DARK, LIGHT, WIDTH, Frame, picture, text_at
from codepegs.analysis.review.text import format_change, matters
from codepegs.notation import sentences
from codepegs.notation.drawing.svg import Svg
from codepegs.notation.review import Difference, GameReview

HEIGHT = 620
_LEFT, _RIGHT = 72, 28
_ROOM = 36
"""The least pixels between two rows for both to have labels."""


def _paints(colours: dict[str, str]) -> str:
    trail = f".codepegs-plot .trail {{ stroke: {colours['bar']} }}"
    return f"{trail}\n.codepegs-plot .ring {{ stroke: {colours['mark']} }}"


_STYLE = f"""\
.codepegs-plot .trail, .codepegs-plot .ring {{ fill: none; stroke-width: 2px; stroke-linejoin: round }}
{_paints(LIGHT)}
@media (prefers-color-scheme: dark) {{
{_paints(DARK)}
}}
"""


def review_plot(game: GameReview) -> Svg:
    """Draw codes left on a log scale, what the best guesses leave on average, and regret and luck."""
    rows, totals = len(game.rows), game.totals
    across = (-0.06 * (rows + 1), max(1, rows) + 0.6)
    width = WIDTH - _LEFT - _RIGHT
    most = max([1, *(count for _, count in _counts(game))])
    top = max(1.0, log10(most) * 1.12)
    left = Frame(_LEFT, 118, width, 190, across, (0.0, top))
    dearest = max([0.5, *(lost for _, lost, _ in _lost(game))])
    lost = Frame(_LEFT, 370, width, 62, across, (0.0, dearest))
    swing = 1.4 * max([0.4, *(abs(value) for _, value, _ in _luck(game))])
    luck = Frame(_LEFT, 476, width, 112, across, (-swing, swing))
    step = max(1, -(-_ROOM // max(1, round(left.x(1) - left.x(0)))))
    skill = "" if totals.skill is None else f"skill {totals.skill:.0f}"
    fortune = "" if totals.fortune is None else f"luck {totals.fortune:.0f}"
    scores = ", ".join(filter(None, [skill, fortune]))
    scores = f"{scores} of 100" if scores else "nothing to judge"
    about = "" if totals.proved else "about "
    return picture(
        f"{game.codebreaker} against {game.codemaker}'s {game.code}, game {game.number}",
        f"{sentences.pluralize(rows, 'row')}, {scores}, {about}{totals.lost:.2f} guesses lost",
        _words(game),
        [
            *_left(game, left, step),
            *_panel(lost, "lost by each row: guesses, or chance in %"),
            *_bars(lost, _lost(game), "mark", step),
            *_panel(luck, "luck: what the answer saved (up) or cost (down), in guesses, or chance in %"),
            *_bars(luck, _luck(game), "bar", step),
            *(text_at(row.row, left.x(row.row), HEIGHT - 14, "ink") for row in game.rows),
            text_at("row", _LEFT - 8, HEIGHT - 14, "quiet", "end"),
        ],
        height=HEIGHT,
        style=_STYLE,
    )


def _left(game: GameReview, frame: Frame, step: int) -> Iterator[str]:
    right = frame.left + frame.width
    for power in range(0, int(frame.up[1]) + 1, max(1, int(frame.up[1]) // 5)):
        y, kind = frame.y(power), "line" if power else "quiet"
        yield f'<line class="{kind}" x1="{frame.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        label = f"{10**power:,}" if power < 6 else f"1e{power}"
        yield text_at(label, frame.left - 8, y + 4.5, "quiet", "end")
    yield text_at("codes left, on a log scale", frame.left, frame.top - 26, "quiet", "start")
    yield text_at("○ what the best guess leaves on average", right, frame.top - 26, "mark", "end")
    points = [(place, frame.x(place), frame.y(log10(max(1, count))), count) for place, count in _counts(game)]
    if points:
        path = "L".join(f"{x:.1f} {y:.1f}" for _, x, y, _ in points)
        yield f'<path d="M{path}" class="trail"/>'
    rings = {row.row: frame.y(log10(max(1.0, row.best.leaves))) for row in game.rows if row.best}
    for place, y in rings.items():
        yield f'<circle class="ring" cx="{frame.x(place):.1f}" cy="{y:.1f}" r="6.5"/>'
    for place, x, y, count in points:
        yield f'<circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        if place % step == 0 or place == points[-1][0]:
            ring = rings.get(place, y)
            yield text_at(f"{count:,}", x, (ring if y - 26 < ring < y else y) - 12, "ink over")


def _panel(frame: Frame, title: str) -> Iterator[str]:
    y, right = frame.y(0), frame.left + frame.width
    yield f'<line class="quiet" x1="{frame.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
    yield text_at("0", frame.left - 8, y + 4.5, "quiet", "end")
    yield text_at(title, frame.left, frame.top - 20, "quiet", "start")


def _bars(frame: Frame, values: Iterator[tuple[int, float, str]], kind: str, step: int) -> Iterator[str]:
    """Draw bars from 0 up or down, with labels beyond their ends."""
    width, zero = min(36.0, 0.6 * (frame.x(1) - frame.x(0))), frame.y(0)
    for place, value, label in values:
        x, y = frame.x(place) - width / 2, frame.y(value)
        if value:
            height = max(1.5, abs(zero - y))
            edge = zero - height if value > 0 else zero
            size = f'width="{width:.1f}" height="{height:.1f}"'
            yield f'<rect class="{kind}" x="{x:.1f}" y="{edge:.1f}" {size} rx="2"/>'
        if step == 1:
            yield text_at(label, frame.x(place), y - 5 if value >= 0 else y + 14, "ink over")


def _lost(game: GameReview) -> Iterator[tuple[int, float, str]]:
    for row in game.rows:
        if row.guess is None:
            yield row.row, 1.0, "clock"
        elif row.regret is not None:
            yield row.row, _height(row.regret), format_change(row.regret, plain=True)


def _luck(game: GameReview) -> Iterator[tuple[int, float, str]]:
    for row in game.rows:
        if row.luck is not None:
            yield row.row, _height(row.luck), format_change(row.luck)


def _height(change: Difference) -> float:
    return change.chance if matters(change) else change.guesses


def _counts(game: GameReview) -> Iterator[tuple[int, int]]:
    """Yield the codes left before the first row and after each row."""
    if game.rows:
        yield 0, game.rows[0].left
    for row in game.rows:
        yield row.row, row.left_after


def _words(game: GameReview) -> str:
    counts = ", ".join(f"{count:,} after row {place}" for place, count in _counts(game) if place)
    lost = ", ".join(f"{label} in row {place}" for place, _, label in _lost(game))
    luck = ", ".join(f"{label} in row {place}" for place, _, label in _luck(game))
    return f"Codes left: {counts}. Lost: {lost}. Luck: {luck}."
