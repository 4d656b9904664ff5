"""Palettes: alternative paints for the colours of the editions, as a style sheet.

A palette changes how a colour looks, not its name or letter. Pages mark each peg with
the name of its colour, and this style sheet paints it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from codepegs.rules.box import DARK, KEY_PAINTS, LIGHT, PAINTS, Paint, contrast
from codepegs.rules.catalogue import CATALOGUE

DEFAULT_PAINTS: Mapping[str, Paint] = {
    **PAINTS,
    **{hue.name: hue.paint for edition in CATALOGUE.values() for hue in edition.box.hues},
}
"""Every colour that a board can have, with its default paint."""

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
"""Fill by palette and colour name: as printed; brighter; with different lightness for colour-blind
players; and grey, which the static style sheet does by itself."""


def stylesheet() -> str:
    """Return the paints of all palettes as a style sheet."""
    return "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    for name, paint in DEFAULT_PAINTS.items():
        yield _rule(f'[data-colour="{name}"]', paint)
    for name, paint in KEY_PAINTS.items():
        yield _rule(f'[data-key="{name}"]', paint)
    for palette, fills in PALETTES.items():
        for name, fill in fills.items():
            ink = max(DARK, LIGHT, key=lambda ink: contrast(fill, ink))
            yield _rule(f'[data-palette="{palette}"] [data-colour="{name}"]', Paint(fill, ink))


def _rule(selector: str, paint: Paint) -> str:
    return f"{selector} {{ --fill: {paint.fill}; --ink: {paint.ink}; }}"
