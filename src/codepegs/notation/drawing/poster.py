"""A picture for link previews: a headline in large letters, and a board next to it."""

from __future__ import annotations

from codepegs.notation.drawing import letters, svg
from codepegs.notation.drawing.svg import Svg
from codepegs.rules.board import Board
from codepegs.rules.box import PAINTS
from codepegs.rules.code import Code

WIDTH, HEIGHT = 1200, 630
"""The size that previews of links are made for."""
STONE, INK, SOFT = "#eceeec", "#191e1d", "#525d5a"
"""The ground, the headline and the line below it."""
ICON_PAINTS = ("red", "yellow", "blue", "green")
_MARGIN, _LARGE, _SMALL, _BRAND = 60, 68, 30, 34
"""Margin of the picture, and height of the capitals in the headline, the note and the name."""


def draw(
    board: Board, code: Code | None = None, *, headline: tuple[str, ...], note: str, colours: bool = True
) -> Svg:
    """Return the picture. `board`, `code` and `colours` are drawn as by :func:`svg.draw`.

    All text is drawn as lines, so it can have only the characters of :data:`letters.CHARACTERS`.
    """
    wide, high = svg.size(board.edition)
    scale = min((HEIGHT - _MARGIN) / high, 0.55 * WIDTH / wide)
    left, room = WIDTH - _MARGIN - scale * wide, WIDTH - 3 * _MARGIN - scale * wide
    middle = HEIGHT / 2 - (len(headline) - 1) * 0.75 * _LARGE
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" {size}>',
        f'<rect {size} fill="{STONE}"/>',
        f'<g transform="translate({_MARGIN} {_MARGIN}) scale(1.8)">{icon()}</g>',
        letters.draw("codepegs", _MARGIN + 78, _MARGIN + 29, height=min(_BRAND, room / 7), ink=INK, anchor=0),
        *(
            _line(line, middle + place * 1.5 * _LARGE, _LARGE, INK, room)
            for place, line in enumerate(headline)
        ),
        _line(note, HEIGHT - _MARGIN - _SMALL / 2, _SMALL, SOFT, room),
        f'<g transform="translate({left:.1f} {(HEIGHT - scale * high) / 2:.1f}) scale({scale:.3f})">',
        svg.draw(board, code, colours=colours),
        "</g></svg>",
    ]
    return Svg("\n".join(parts))


def icon() -> str:
    """Return the shapes of the program's icon, 32 units wide and high, with round corners."""
    return f'<rect width="32" height="32" rx="9" fill="{svg.BOARD}"/>{icon_pegs()}'


def icon_pegs() -> str:
    """Return the pegs of the icon, without the wood that they stand in."""
    return "".join(
        f'<circle cx="{10.5 + 11 * (place % 2):g}" cy="{10.5 + 11 * (place // 2):g}" r="5" '
        f'fill="{PAINTS[name].fill}"/>'
        for place, name in enumerate(ICON_PAINTS)
    )


def _line(text: str, y: float, height: float, ink: str, room: float) -> str:
    """Return a line of text, smaller if it would not fit."""
    width = letters.width_of(text, height=height)
    return letters.draw(text, _MARGIN, y, height=height * min(1, room / width), ink=ink, anchor=0)
