"""Screenshots as text and as a small SVG of the cells.

All screens have text frames. A few also have a picture, which shows the colours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from rich.color import Color
from rich.segment import Segment
from textual.app import App

_WIDTH, _HEIGHT, _BASE = 10, 20, 15
_FRONT, _BACK = "#e0e0e0", "#121212"

Cell = tuple[str, str, str, bool]
"""A character, its colour, the colour behind it, and whether it is bold."""


def frame(app: App[None]) -> str:
    """Return the screen as lines of text without trailing spaces."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def colourless(svg: str) -> bool:
    """Return whether every colour in a picture is grey."""
    paints = set(re.findall(r"#[0-9a-f]{6}", svg))
    return all(paint[1:3] == paint[3:5] == paint[5:7] for paint in paints)


def draw(app: App[None]) -> str:
    """Return the screen as SVG: a rectangle per background run, a text per style run."""
    width, height = app.size.width * _WIDTH, app.size.height * _HEIGHT
    font = f'font-family="monospace" font-size="{_BASE + 1}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>',
        f'<rect width="100%" height="100%" fill="{_BACK}"/>',
    ]
    for line, strip in enumerate(app.screen._compositor.render_strips()):
        cells = [cell for segment in strip for cell in _cells(segment)]
        parts += _backgrounds(cells, line)
        parts += _texts(cells, line)
    return "\n".join([*parts, "</svg>", ""])


def _cells(segment: Segment) -> Iterator[Cell]:
    style = segment.style
    front, back, bold = _FRONT, _BACK, False
    if style is not None:
        front, back, bold = _colour(style.color, _FRONT), _colour(style.bgcolor, _BACK), bool(style.bold)
        if style.reverse:
            front, back = back, front
    for character in segment.text:
        yield character, front, back, bold


def _colour(colour: Color | None, otherwise: str) -> str:
    return otherwise if colour is None or colour.triplet is None else colour.triplet.hex


def _backgrounds(cells: Iterable[Cell], line: int) -> Iterator[str]:
    at = 0
    for back, run in groupby(cells, key=lambda cell: cell[2]):
        count = len([*run])
        if back != _BACK:
            x, y = at * _WIDTH, line * _HEIGHT
            yield f'<rect x="{x}" y="{y}" width="{count * _WIDTH}" height="{_HEIGHT}" fill="{back}"/>'
        at += count


def _texts(cells: Iterable[Cell], line: int) -> Iterator[str]:
    at = 0
    for (front, bold), run in groupby(cells, key=lambda cell: (cell[1], cell[3])):
        text = "".join(cell[0] for cell in run)
        shown = text.strip()
        if shown:
            x, y = (at + len(text) - len(text.lstrip())) * _WIDTH, line * _HEIGHT + _BASE
            weight = ' font-weight="bold"' if bold else ""
            yield (
                f'<text x="{x}" y="{y}" fill="{front}"{weight} textLength="{len(shown) * _WIDTH}"'
                f' xml:space="preserve">{escape(shown)}</text>'
            )
        at += len(text)
