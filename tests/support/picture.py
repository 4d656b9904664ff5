"""Screenshots of the terminal application, as text and as SVG.

Block characters are drawn as rectangles, as terminals do, so that pegs have no gaps.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.strip import Strip

WIDTH, HEIGHT = 9, 18
"""Pixels of a cell."""
FONT = 'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="15"'

_XTERM = [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205)]
_BRIGHT = [(127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255)]
_BRIGHT += [(0, 255, 255), (255, 255, 255)]
DARK = TerminalTheme((22, 17, 13), (232, 230, 227), [*_XTERM, (229, 229, 229)], _BRIGHT)
LIGHT = TerminalTheme((255, 255, 255), (20, 20, 20), [*_XTERM, (229, 229, 229)], _BRIGHT)
"""A terminal with the palette of xterm: its own background and text, and its 16 colours."""

_QUADRANTS = {
    "▀": "12", "▄": "34", "█": "1234", "▌": "13", "▐": "24", "▘": "1", "▝": "2", "▖": "3", "▗": "4",
    "▛": "123", "▜": "124", "▙": "134", "▟": "234", "▚": "14", "▞": "23",
}  # fmt: skip
"""Block characters by the quarters of the cell that they fill."""
_EIGHTHS = {
    "▏": (0, 0, 1, 8), "▕": (7, 0, 1, 8), "▔": (0, 0, 8, 1), "▁": (0, 7, 8, 1), "▂": (0, 6, 8, 2),
    "▃": (0, 5, 8, 3), "▅": (0, 3, 8, 5), "▆": (0, 2, 8, 6), "▇": (0, 1, 8, 7), "▎": (0, 0, 2, 8),
    "▍": (0, 0, 3, 8), "▋": (0, 0, 5, 8), "▊": (0, 0, 6, 8), "▉": (0, 0, 7, 8),
}  # fmt: skip
"""Block characters by left edge, top, width and height of what they fill, in eighths of the cell."""
_BLOCKS = {*_QUADRANTS, *_EIGHTHS}


def frame(app: App[None]) -> str:
    """Return the screen as lines of text without trailing spaces."""
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips_of(app))


def strips_of(app: App[None]) -> list[Strip]:
    """Return the lines of the screen, in the colours that are sent."""
    return app.screen._compositor.render_strips()


def colourless(svg: str) -> bool:
    """Return whether a picture has only the text and background colour of the terminal itself."""
    own = {DARK.foreground_color.hex, DARK.background_color.hex}
    return {*re.findall(r"#[0-9a-f]{6}", svg)} <= own


def draw(app: App[None], terminal: TerminalTheme = DARK, *, title: str = "") -> str:
    """Return the screen as SVG."""
    lines = [draw_line(strip, terminal) for strip in strips_of(app)]
    groups = [
        f'<g transform="translate(0 {HEIGHT * row})">{line}</g>' for row, line in enumerate(lines) if line
    ]
    return svg(app.size, groups, terminal, title=title)


def svg(
    size: tuple[int, int], parts: Iterable[str], terminal: TerminalTheme = DARK, *, title: str = ""
) -> str:
    """Return an SVG of a terminal with this many columns and lines."""
    width, height = size[0] * WIDTH, size[1] * HEIGHT
    look = f'{FONT} shape-rendering="crispEdges"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {look}>'
    paper = f'<rect width="{width}" height="{height}" rx="8" fill="{terminal.background_color.hex}"/>'
    titles = [f"<title>{escape(title)}</title>"] if title else []
    return "\n".join([head, *titles, paper, *parts, "</svg>\n"])


def draw_line(strip: Strip, terminal: TerminalTheme = DARK) -> str:
    """Return a line as one path for each colour of its rectangles, and as texts."""
    papers, blocks = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    texts, cell = list[str](), 0
    for (ink, paper, bold), segments in groupby(strip, key=lambda segment: _look(segment, terminal)):
        text = "".join(segment.text for segment in segments)
        if paper != terminal.background_color.hex:
            papers[paper].append(_rectangle(cell * WIDTH, 0, cell_len(text) * WIDTH, HEIGHT))
        for is_block, group in groupby(text, key=lambda character: character in _BLOCKS):
            characters = "".join(group)
            if is_block:
                blocks[ink] += _draw_blocks(characters, cell)
            elif characters.strip():
                texts.append(_draw_text(characters, cell, ink, ' font-weight="bold"' if bold else ""))
            cell += cell_len(characters)
    paths = [
        f'<path fill="{fill}" d="{"".join(d)}"/>' for each in (papers, blocks) for fill, d in each.items()
    ]
    return "".join([*paths, *texts])


def _draw_text(characters: str, cell: int, ink: str, attributes: str) -> str:
    cell += len(characters) - len(characters.lstrip())
    shown = characters.strip()
    if "  " in shown:
        attributes += ' xml:space="preserve"'
    return (
        f'<text x="{cell * WIDTH}" y="{HEIGHT - 5}" textLength="{cell_len(shown) * WIDTH}" fill="{ink}"'
        f"{attributes}>{escape(shown)}</text>"
    )


def _draw_blocks(characters: str, cell: int) -> Iterator[str]:
    """Yield rectangles for block characters, one for equal neighbours if they fill their width."""
    for character, group in groupby(characters):
        count = len([*group])
        joined = all(width == 8 for _, _, width, _ in _parts(character))
        for number in range(1 if joined else count):
            for left, top, width, height in _parts(character):
                yield _rectangle(
                    (cell + number) * WIDTH + left * WIDTH / 8,
                    top * HEIGHT / 8,
                    width * WIDTH / 8 * (count if joined else 1),
                    height * HEIGHT / 8,
                )
        cell += count


def _parts(character: str) -> list[tuple[int, int, int, int]]:
    """Return the rectangles of a block character, in eighths of the cell."""
    if character in _EIGHTHS:
        return [_EIGHTHS[character]]
    halves = []
    for top, pair in ((0, "12"), (4, "34")):
        left, right = (quarter in _QUADRANTS[character] for quarter in pair)
        if left or right:
            halves.append((0 if left else 4, top, 8 if left and right else 4, 4))
    return halves


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h-{width:g}z"


def _look(segment: Segment, terminal: TerminalTheme) -> tuple[str, str, bool]:
    """Return the colours of text and background, and whether the text is bold."""
    style = segment.style or Style()
    ink = _hexadecimal(style.color, terminal, foreground=True)
    paper = _hexadecimal(style.bgcolor, terminal, foreground=False)
    return (paper, ink, bool(style.bold)) if style.reverse else (ink, paper, bool(style.bold))


def _hexadecimal(colour: Color | None, terminal: TerminalTheme, *, foreground: bool) -> str:
    return (colour or Color.default()).get_truecolor(terminal, foreground).hex
