"""Letters and digits as lines, so that a drawing looks the same on a machine without fonts.

Capitals and digits are 6 units high and about 4 wide. Lines are thick and have round ends.
"""

from __future__ import annotations

_HEIGHT, _GAP, _SPACE = 6.0, 1.8, 2.8
"""Height of a glyph, distance between two, and width of a space."""
_WEIGHT = 1.1
"""Thickness of the lines."""

_Glyph = tuple[float, tuple[tuple[float, float, str], ...]]
"""Width, and lines: where each starts, and how it goes on, relative to that."""


def _glyph(*lines: tuple[float, float, str], width: float = 4) -> _Glyph:
    return width, lines


_ROUND = (2, 0, "q-2 0-2 2v2q0 2 2 2t2-2v-2q0-2-2-2z")
_BOW = (0, 6, "v-6h2.3a1.7 1.7 0 0 1 0 3.4h-2.3")
_BOWL = (1.7, 2, "q-1.7 0-1.7 2t1.7 2 1.7-2-1.7-2z")
_STEM, _ARCH = (0, 2, "v4"), (0, 4, "q0-2 1.6-2t1.6 2v2")
"""Parts of small letters, which are 4 units high."""
_GLYPHS: dict[str, _Glyph] = {
    " ": _glyph(width=_SPACE - _GAP),
    "A": _glyph((0, 6, "l2-6 2 6"), (0.7, 4, "h2.6")),
    "B": _glyph((0, 0, "v6h2.3a1.6 1.6 0 0 0 0-3.2h-2.3h2a1.4 1.4 0 0 0 0-2.8h-2z")),
    "C": _glyph((4, 1.2, "q-.6-1.2-2-1.2-2 0-2 2v2q0 2 2 2 1.4 0 2-1.2")),
    "D": _glyph((0, 0, "v6h1.5q2.5 0 2.5-3t-2.5-3z")),
    "E": _glyph((3.6, 0, "h-3.6v6h3.6"), (0, 3, "h2.9"), width=3.6),
    "F": _glyph((3.6, 0, "h-3.6v6"), (0, 3, "h2.9"), width=3.6),
    "G": _glyph((4, 1.2, "q-.6-1.2-2-1.2-2 0-2 2v2q0 2 2 2 2 0 2-2v-.8h-1.6")),
    "H": _glyph((0, 0, "v6m4 0v-6m0 3h-4")),
    "I": _glyph((0, 0, "h2m-1 0v6m-1 0h2"), width=2),
    "J": _glyph((3, 0, "v4q0 2-1.5 2-1.2 0-1.5-1.2"), width=3),
    "K": _glyph((0, 0, "v6"), (3.8, 0, "l-3.8 3.6"), (1.4, 2.4, "l2.6 3.6")),
    "L": _glyph((0, 0, "v6h3.4"), width=3.4),
    "M": _glyph((0, 6, "v-6l2.5 4 2.5-4v6"), width=5),
    "N": _glyph((0, 6, "v-6l4 6v-6")),
    "O": _glyph(_ROUND),
    "P": _glyph(_BOW),
    "Q": _glyph(_ROUND, (2.4, 4.4, "l1.8 1.8")),
    "R": _glyph(_BOW, (2, 3.4, "l2 2.6")),
    "S": _glyph(
        (3.8, 1.1, "q-.5-1.1-1.8-1.1-1.9 0-1.9 1.5 0 1.2 1.9 1.5 2 .3 2 1.6 0 1.4-2 1.4-1.6 0-2-1.3")
    ),
    "T": _glyph((0, 0, "h4m-2 0v6")),
    "U": _glyph((0, 0, "v4q0 2 2 2t2-2v-4")),
    "V": _glyph((0, 0, "l2 6 2-6")),
    "W": _glyph((0, 0, "l1.2 6 1.3-4.5 1.3 4.5 1.2-6"), width=5),
    "X": _glyph((0, 0, "l4 6m0-6l-4 6")),
    "Y": _glyph((0, 0, "l2 3 2-3m-2 3v3")),
    "Z": _glyph((0, 0, "h4l-4 6h4")),
    "a": _glyph(_BOWL, (3.4, 2, "v4"), width=3.4),
    "b": _glyph(_BOWL, (0, 0, "v6"), width=3.4),
    "c": _glyph((3.3, 2.9, "q-.4-.9-1.6-.9-1.7 0-1.7 2t1.7 2q1.2 0 1.6-.9"), width=3.3),
    "d": _glyph(_BOWL, (3.4, 0, "v6"), width=3.4),
    "e": _glyph((0, 4, "h3.4q0-2-1.7-2-1.7 0-1.7 2t1.7 2q1.1 0 1.6-.9"), width=3.4),
    "f": _glyph((2.4, 0, "q-1.5-.1-1.5 1.5v4.5"), (0, 2.2, "h2.2"), width=2.4),
    "g": _glyph(_BOWL, (3.4, 2, "v4.2q0 1.6-1.8 1.6-1 0-1.4-.6"), width=3.4),
    "h": _glyph(_ARCH, (0, 0, "v6"), width=3.2),
    "i": _glyph(_STEM, (0, 0.2, "v.1"), width=0.2),
    "j": _glyph((1, 2, "v4.4q0 1.4-1.3 1.3"), (1, 0.2, "v.1"), width=1),
    "k": _glyph((0, 0, "v6"), (2.9, 2, "l-2.9 2.5"), (1.1, 3.6, "l2 2.4"), width=3.1),
    "l": _glyph((0, 0, "v6"), width=0.2),
    "m": _glyph(_STEM, (0, 4, "q0-2 1.3-2t1.3 2v2m0-2q0-2 1.3-2t1.3 2v2"), width=5.2),
    "n": _glyph(_ARCH, _STEM, width=3.2),
    "o": _glyph(_BOWL, width=3.4),
    "p": _glyph(_BOWL, (0, 2, "v5.8"), width=3.4),
    "q": _glyph(_BOWL, (3.4, 2, "v5.8"), width=3.4),
    "r": _glyph(_STEM, (0, 4, "q0-2 1.9-1.9"), width=2),
    "s": _glyph(
        (2.8, 2.8, "q-.3-.8-1.4-.8-1.3 0-1.3 1 0 .8 1.4 1 1.4 .3 1.4 1.1 0 .9-1.4 .9-1.2 0-1.5-.8"), width=2.9
    ),
    "t": _glyph((0.9, 0.6, "v4q0 1.4 1.4 1.4"), (0, 2.1, "h2.2"), width=2.3),
    "u": _glyph((0, 2, "v2q0 2 1.6 2t1.6-2"), (3.2, 2, "v4"), width=3.2),
    "v": _glyph((0, 2, "l1.6 4 1.6-4"), width=3.2),
    "w": _glyph((0, 2, "l1.2 4 1.3-3.4 1.3 3.4 1.2-4"), width=5),
    "x": _glyph((0, 2, "l3.2 4m0-4l-3.2 4"), width=3.2),
    "y": _glyph((0, 2, "l1.7 4"), (3.3, 2, "l-2.3 5.6"), width=3.3),
    "z": _glyph((0, 2, "h3l-3 4h3"), width=3),
    "0": _glyph((1.9, 0, "q-1.9 0-1.9 2v2q0 2 1.9 2t1.9-2v-2q0-2-1.9-2z"), width=3.8),
    "1": _glyph((0, 1.2, "l1.5-1.2v6"), width=1.5),
    "2": _glyph((0.1, 1.6, "q.2-1.6 1.8-1.6 1.8 0 1.8 1.7 0 1.1-1.7 2.5l-2 1.8h3.8"), width=3.8),
    "3": _glyph(
        (0.2, 1, "q.4-1 1.6-1 1.7 0 1.7 1.4t-1.7 1.4h-.4h.4q2 0 2 1.6t-2 1.6q-1.5 0-1.8-1.2"), width=3.8
    ),
    "4": _glyph((2.8, 6, "v-6l-2.8 4.2h3.8"), width=3.8),
    "5": _glyph((3.5, 0, "h-2.9l-.3 2.7q.6-.5 1.5-.5 2 0 2 1.9t-2 1.9q-1.4 0-1.8-1.1"), width=3.8),
    "6": _glyph(
        (3.3, 0.6, "q-.5-.6-1.3-.6-2 0-2 3.4v.6q0 2 1.9 2t1.9-1.9q0-1.8-1.9-1.8t-1.9 1.7"), width=3.8
    ),
    "7": _glyph((0, 0, "h3.8l-2.4 6"), width=3.8),
    "8": _glyph(
        (1.9, 2.8, "q-1.6 0-1.6-1.4t1.6-1.4 1.6 1.4-1.6 1.4q-1.9 0-1.9 1.6t1.9 1.6 1.9-1.6-1.9-1.6z"),
        width=3.8,
    ),
    "9": _glyph(
        (0.5, 5.4, "q.5 .6 1.3 .6 2 0 2-3.4v-.6q0-2-1.9-2t-1.9 1.9q0 1.8 1.9 1.8t1.9-1.7"), width=3.8
    ),
    "?": _glyph((0.2, 1.5, "q.2-1.5 1.7-1.5 1.8 0 1.8 1.6 0 1-1 1.6-.9 .6-.9 1.4m0 1.3v.1"), width=3.8),
    "!": _glyph((0, 0, "v4m0 1.9v.1"), width=0.2),
    ".": _glyph((0, 5.9, "v.1"), width=0.2),
    ",": _glyph((0.2, 5.9, "l-.4 1"), width=0.2),
    ":": _glyph((0, 2, "v.1m0 3.4v.1"), width=0.2),
    "-": _glyph((0, 3, "h2.4"), width=2.4),
    "+": _glyph((0, 3, "h3m-1.5-1.5v3"), width=3),
    "/": _glyph((0, 6.4, "l2.4-6.8"), width=2.4),
}

CHARACTERS = frozenset(_GLYPHS)
"""All characters that can be drawn: letters, digits and some signs."""


def width_of(text: str, *, height: float) -> float:
    """Return how wide a text is if its capitals have this height."""
    units = sum(_GLYPHS[character][0] + _GAP for character in text) - _GAP
    return (units + _WEIGHT) * height / (_HEIGHT + _WEIGHT)


def outline(text: str) -> str:
    """Return the path data of a text in units of a glyph, with the top left corner at 0, 0.

    Raises KeyError for a character that is not in :data:`CHARACTERS`.
    """
    parts, offset = [], 0.0
    for character in text:
        width, lines = _GLYPHS[character]
        parts += [f"M{round(offset + along, 1):g} {down:g}{line}" for along, down, line in lines]
        offset += width + _GAP
    return "".join(parts)


def draw(text: str, x: float, y: float, *, height: float, ink: str, anchor: float = 0.5) -> str:
    """Return an SVG path of a text, with its capitals centred on `y`.

    `anchor` says which part of the text is left of `x`: 0 for none of it, 1 for all.
    """
    scale = height / (_HEIGHT + _WEIGHT)
    left = x - anchor * width_of(text, height=height) + scale * _WEIGHT / 2
    place = f"translate({round(left, 1):g} {round(y - scale * _HEIGHT / 2, 1):g}) scale({round(scale, 1):g})"
    return (
        f'<path transform="{place}" d="{outline(text)}" fill="none" stroke="{ink}" '
        f'stroke-width="{_WEIGHT}" stroke-linecap="round" stroke-linejoin="round"/>'
    )
