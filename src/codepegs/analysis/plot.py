"""Plots as self-contained SVG, for light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from codepegs.analysis.census import Census
from codepegs.notation import edition_line
from codepegs.notation.drawing.svg import Svg
from codepegs.rules.edition import Edition

WIDTH, HEIGHT = 720, 420
"""The default size in pixels."""
_HEADROOM = 1.1
"""Room above the highest bar for its label."""

LIGHT = {"paper": "#fcfcfa", "ink": "#1f2328", "quiet": "#5c6370", "line": "#e3e3de"}
LIGHT |= {"bar": "#2f6fb4", "mark": "#b3420e"}
DARK = {"paper": "#16181c", "ink": "#eceae4", "quiet": "#a4a8b0", "line": "#33363c"}
DARK |= {"bar": "#5b9be0", "mark": "#f2a65a"}
"""Background, text, secondary text, grid lines, data, and highlights."""


def _paints(colours: dict[str, str]) -> str:
    # Plain rules: not every SVG viewer supports CSS variables.
    return "\n".join(
        [
            *(f".codepegs-plot .{name} {{ fill: {paint} }}" for name, paint in colours.items()),
            *(
                f".codepegs-plot line.{name} {{ stroke: {colours[name]} }}"
                for name in ("quiet", "line", "mark")
            ),
            f".codepegs-plot .over {{ stroke: {colours['paper']} }}",
        ]
    )


_STYLE = f"""
.codepegs-plot {{ font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }}
.codepegs-plot text {{ font-variant-numeric: tabular-nums }}
.codepegs-plot .title {{ font-weight: 600 }}
.codepegs-plot .over {{ paint-order: stroke; stroke-width: 4px; stroke-linejoin: round }}
.codepegs-plot line.mark {{ stroke-width: 2px; stroke-dasharray: 5 4 }}
.codepegs-plot text.mark {{ font-weight: 600 }}
{_paints(LIGHT)}
@media (prefers-color-scheme: dark) {{
{_paints(DARK)}
}}
"""
"""Every rule is scoped by the class of the picture, so that none affects the surrounding page."""


@dataclass(frozen=True, slots=True)
class Frame:
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


def census_plot(found: Census, *, strategy: str, edition: Edition) -> Svg:
    """Draw a histogram of guesses per code, with the average marked."""
    last, most = found.worst, max(found.histogram)
    scale = ticks(most)
    frame = Frame(72, 104, WIDTH - 96, HEIGHT - 168, (0.4, last + 0.6), (0, max(scale[-1], _HEADROOM * most)))
    line = edition_line.write(edition)
    title = f"{strategy} on {line}"
    counts = dict(enumerate(found.histogram, start=1))
    return picture(
        title,
        f"{found.codes:,} codes, {found.total:,} guesses, average {found.average:.4f}, at worst {last}",
        _words(found),
        [
            *horizontal_lines(frame, scale),
            *bars(frame, counts),
            *vertical_mark(frame, found.average, f"average {found.average:.4f}"),
            *bar_labels(frame, counts),
            *axis_titles(frame, "guesses, the winning one included", "codes"),
        ],
    )


def picture(
    title: str,
    subtitle: str,
    description: str,
    content: Iterable[str],
    *,
    height: int = HEIGHT,
    style: str = "",
) -> Svg:
    """Draw a plot with its heading. `description` is its text alternative; `style` adds CSS rules."""
    box = f'width="{WIDTH}" height="{height}"'
    view = f'role="img" {box} viewBox="0 0 {WIDTH} {height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" class="codepegs-plot" {view}>']
    lines += [f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>"]
    lines.append(f"<style>{_STYLE}{style}</style>")
    lines.append(f'<rect {box} rx="8" class="paper"/>')
    lines += [*heading(title, 36, "title ink", 18), *heading(subtitle, 58, "quiet", 13), *content, "</svg>"]
    return Svg("\n".join(lines))


def heading(text: str, y: float, kind: str, size: float) -> Iterator[str]:
    """Draw a line of text above the plot, smaller if it would not fit."""
    size = min(size, 1.6 * (WIDTH - 48) / len(text))
    yield f'<text class="{kind}" font-size="{size:.3g}" x="24" y="{y}">{escape(text)}</text>'


def text_at(content: object, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    return (
        f'<text class="{kind}" text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}">{escape(str(content))}</text>'
    )


def ticks(most: float, *, steps: int = 5) -> list[int]:
    """Return round numbers from 0 to at least `most`, in about `steps` steps.

    >>> ticks(694), ticks(3), ticks(62)
    ([0, 200, 400, 600, 800], [0, 1, 2, 3], [0, 20, 40, 60, 80])
    """
    rough = max(1.0, most / steps)
    power = 10 ** (len(str(int(rough))) - 1)
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [*range(0, int(-(-most // step)) * step + 1, step)]


def horizontal_lines(frame: Frame, values: Sequence[float]) -> Iterator[str]:
    """Draw a labelled grid line for each value; the first is the axis."""
    right = frame.left + frame.width
    for value in values:
        y, kind = frame.y(value), "quiet" if value == values[0] else "line"
        yield f'<line class="{kind}" x1="{frame.left:.1f}" x2="{right:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield text_at(f"{value:,}", frame.left - 8, y + 4.5, "quiet", "end")


def bars(frame: Frame, values: dict[int, int]) -> Iterator[str]:
    """Draw a bar with rounded upper corners for each value, and its number below."""
    width = min(64.0, 0.72 * (frame.x(1) - frame.x(0)))
    floor = frame.y(frame.up[0])
    for place, value in values.items():
        x, y = frame.x(place) - width / 2, frame.y(value)
        # The smallest bar stays visible; an empty one does not.
        y = min(y, floor - 2) if value else floor
        corner = min(4.0, width / 2, floor - y)
        yield (
            f'<path class="bar" d="M{x:.1f} {floor:.1f}V{y + corner:.1f}'
            f"a{corner:g} {corner:g} 0 0 1 {corner:g} {-corner:g}H{x + width - corner:.1f}"
            f'a{corner:g} {corner:g} 0 0 1 {corner:g} {corner:g}V{floor:.1f}z"/>'
        )
        yield text_at(place, frame.x(place), floor + 20, "ink")


def bar_labels(frame: Frame, values: dict[int, int]) -> Iterator[str]:
    """Draw the value over each bar, readable across lines."""
    for place, value in values.items():
        yield text_at(f"{value:,}", frame.x(place), frame.y(value) - 7, "ink over")


def vertical_mark(frame: Frame, value: float, label: str) -> Iterator[str]:
    """Draw a labelled dashed line at a value, with the label on the side that has room."""
    x, top, floor = frame.x(value), frame.top - 18, frame.y(frame.up[0])
    for kind in ("over", "mark"):  # an outline sets it off from bars
        yield f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{floor:.1f}"/>'
    right = x < frame.left + frame.width / 2
    anchor, label_x = ("start", x + 8) if right else ("end", x - 8)
    yield text_at(label, label_x, top + 8, "mark", anchor)


def axis_titles(frame: Frame, across: str, up: str) -> Iterator[str]:
    """Draw the titles of the axes."""
    middle = frame.left + frame.width / 2
    yield text_at(across, middle, HEIGHT - 18, "quiet")
    yield text_at(up, frame.left - 8, frame.top - 12, "quiet", "end")


def _words(found: Census) -> str:
    counts = ", ".join(f"{codes:,} with {guesses}" for guesses, codes in enumerate(found.histogram, start=1))
    return f"Codes broken by number of guesses: {counts}. The average is {found.average:.4f}."
