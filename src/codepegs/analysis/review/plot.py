"""Plot of a reviewed game: codes left, what was lost, and luck, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import log10

from codepegs.analysis.review.text import format_change, matters
from codepegs.notation import sentences
from codepegs.notation.drawing.svg import Svg
from codepegs.notation.review import Difference, GameReview

WIDTH, HEIGHT = 720, 620
_LEFT, _RIGHT = 72, 28
_ROOM = 36
"""The least pixels between two rows for both to have labels."""
_LIGHT = {"paper": "#fcfcfa", "ink": "#1f2328", "quiet": "#5c6370", "line": "#e3e3de"}
_LIGHT |= {"bar": "#2f6fb4", "mark": "#b3420e"}
_DARK = {"paper": "#16181c", "ink": "#eceae4", "quiet": "#a4a8b0", "line": "#33363c"}
_DARK |= {"bar": "#5b9be0", "mark": "#f2a65a"}
"""Background, text, secondary text, grid lines, data, and highlights."""


def _paints(colours: dict[str, str]) -> str:
    # Plain rules: not every SVG viewer supports CSS variables.
    strokes = {"line.quiet": "quiet", "line.line": "line", ".over": "paper", ".trail": "bar", ".ring": "mark"}
    return "\n".join(
        [
            *(f".codepegs-plot .{name} {{ fill: {paint} }}" for name, paint in colours.items()),
            *(f".codepegs-plot {drawn} {{ stroke: {colours[name]} }}" for drawn, name in strokes.items()),
        ]
    )


_STYLE = f"""
.codepegs-plot {{ font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }}
.codepegs-plot text {{ font-variant-numeric: tabular-nums }}
.codepegs-plot .title {{ font-weight: 600 }}
.codepegs-plot .over {{ paint-order: stroke; stroke-width: 4px; stroke-linejoin: round }}
.codepegs-plot text.mark {{ font-weight: 600 }}
.codepegs-plot .trail, .codepegs-plot .ring {{ fill: none; stroke-width: 2px; stroke-linejoin: round }}
{_paints(_LIGHT)}
@media (prefers-color-scheme: dark) {{
{_paints(_DARK)}
}}
"""
"""Every rule is scoped by the class of the picture, so that none affects the surrounding page."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """The rectangle of a plot, and the mapping from values to coordinates.

    `across` and `up` are the values at its edges: left and right, bottom and top.
    """

    left: float
    top: float
    width: float
    height: float
    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float) -> float:
        low, high = self.across
        return self.left + self.width * (value - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.up
        return self.top + self.height * (high - value) / (high - low)


def review_plot(game: GameReview) -> Svg:
    """Draw codes left on a log scale, what the best guesses leave on average, and regret and luck."""
    rows, totals = len(game.rows), game.totals
    across = (-0.06 * (rows + 1), max(1, rows) + 0.6)
    width = WIDTH - _LEFT - _RIGHT
    most = max([1, *(count for _, count in _counts(game))])
    top = max(1.0, log10(most) * 1.12)
    left = _Frame(_LEFT, 118, width, 190, across, (0.0, top))
    dearest = max([0.5, *(lost for _, lost, _ in _lost(game))])
    lost = _Frame(_LEFT, 370, width, 62, across, (0.0, dearest))
    swing = 1.4 * max([0.4, *(abs(value) for _, value, _ in _luck(game))])
    luck = _Frame(_LEFT, 476, width, 112, across, (-swing, swing))
    step = max(1, -(-_ROOM // max(1, round(left.x(1) - left.x(0)))))
    skill = "" if totals.skill is None else f"skill {totals.skill:.0f}"
    fortune = "" if totals.fortune is None else f"luck {totals.fortune:.0f}"
    scores = ", ".join(filter(None, [skill, fortune]))
    scores = f"{scores} of 100" if scores else "nothing to judge"
    about = "" if totals.proved else "about "
    title = f"{game.codebreaker} against {game.codemaker}'s {game.code}, game {game.number}"
    subtitle = f"{sentences.pluralize(rows, 'row')}, {scores}, {about}{totals.lost:.2f} guesses lost"
    box = f'width="{WIDTH}" height="{HEIGHT}"'
    view = f'role="img" {box} viewBox="0 0 {WIDTH} {HEIGHT}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="codepegs-plot" {view}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(_words(game))}</desc>",
        f"<style>{_STYLE}</style>",
        f'<rect {box} rx="8" class="paper"/>',
        _heading(title, 36, "title ink", 18),
        _heading(subtitle, 58, "quiet", 13),
        *_left(game, left, step),
        *_panel(lost, "lost by each row: guesses, or chance in %"),
        *_bars(lost, _lost(game), "mark", step),
        *_panel(luck, "luck: what the answer saved (up) or cost (down), in guesses, or chance in %"),
        *_bars(luck, _luck(game), "bar", step),
        *(_text(row.row, left.x(row.row), HEIGHT - 14, "ink") for row in game.rows),
        _text("row", _LEFT - 8, HEIGHT - 14, "quiet", "end"),
        "</svg>",
    ]
    return Svg("\n".join(lines))


def _heading(text: str, y: float, kind: str, size: float) -> str:
    """Return a line of text above the plot, smaller if it would not fit."""
    size = min(size, 1.6 * (WIDTH - 48) / len(text))
    return f'<text class="{kind}" font-size="{size:.3g}" x="24" y="{y}">{escape(text)}</text>'


def _text(content: object, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    return (
        f'<text class="{kind}" text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}">{escape(str(content))}</text>'
    )


def _left(game: GameReview, frame: _Frame, step: int) -> Iterator[str]:
    right = frame.left + frame.width
    for power in range(0, int(frame.up[1]) + 1, max(1, int(frame.up[1]) // 5)):
        y, kind = frame.y(power), "line" if power else "quiet"
        yield f'<line class="{kind}" x1="{frame.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        label = f"{10**power:,}" if power < 6 else f"1e{power}"
        yield _text(label, frame.left - 8, y + 4.5, "quiet", "end")
    yield _text("codes left, on a log scale", frame.left, frame.top - 26, "quiet", "start")
    yield _text("○ what the best guess leaves on average", right, frame.top - 26, "mark", "end")
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
            yield _text(f"{count:,}", x, (ring if y - 26 < ring < y else y) - 12, "ink over")


def _panel(frame: _Frame, title: str) -> Iterator[str]:
    y, right = frame.y(0), frame.left + frame.width
    yield f'<line class="quiet" x1="{frame.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
    yield _text("0", frame.left - 8, y + 4.5, "quiet", "end")
    yield _text(title, frame.left, frame.top - 20, "quiet", "start")


def _bars(frame: _Frame, values: Iterator[tuple[int, float, str]], kind: str, step: int) -> Iterator[str]:
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
            yield _text(label, frame.x(place), y - 5 if value >= 0 else y + 14, "ink over")


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
