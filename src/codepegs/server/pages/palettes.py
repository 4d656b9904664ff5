"""Palettes: other paints for the colours of the editions, as a style sheet.

A colour keeps its name and its letter; a palette changes what it looks like. A page
marks a peg with the name of its colour, and the sheet made here does the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from codepegs.rules.box import DARK, KEY_PAINTS, LIGHT, PAINTS, Paint, contrast
from codepegs.rules.catalogue import CATALOGUE

NAMED: Mapping[str, Paint] = {
    **PAINTS,
    **{hue.name: hue.paint for edition in CATALOGUE.values() for hue in edition.box.hues},
}
"""Every colour that can stand on a board, with the paint it has unless a palette says otherwise."""

PALETTES: Mapping[str, Mapping[str, str]] = {
    "box": {},
    "bright": {
        "black": "#101010",
        "blue": "#1459d9",
        "green": "#169b3a",
        "magenta": "#d6107f",
        "orange": "#ff8a00",
        "purple": "#7b2cbf",
        "red": "#e3170a",
        "teal": "#00a3a3",
        "white": "#ffffff",
        "yellow": "#ffd60a",
    },
    "apart": {
        "black": "#000000",
        "blue": "#0a4fb0",
        "green": "#35c9a0",
        "magenta": "#86105e",
        "orange": "#e69f00",
        "purple": "#c98ad6",
        "red": "#a3230b",
        "teal": "#7fd6f5",
        "white": "#ffffff",
        "yellow": "#f5ec6b",
    },
    "grey": {},
}
"""Paints by palette and colour name: as the box has them; brighter; further apart in lightness, for those
who see few hues; and without any hue, which the style sheet does by itself."""


def style() -> str:
    """The paints of every palette as a style sheet."""
    return "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    for name, paint in NAMED.items():
        yield _rule(f'[data-colour="{name}"]', paint)
    for name, paint in KEY_PAINTS.items():
        yield _rule(f'[data-key="{name}"]', paint)
    for palette, fills in PALETTES.items():
        for name, fill in fills.items():
            ink = max(DARK, LIGHT, key=lambda ink: contrast(fill, ink))
            yield _rule(f'[data-palette="{palette}"] [data-colour="{name}"]', Paint(fill, ink))


def _rule(selector: str, paint: Paint) -> str:
    return f"{selector} {{ --fill: {paint.fill}; --ink: {paint.ink}; }}"
