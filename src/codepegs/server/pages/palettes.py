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

PAINTED: Mapping[Paint, list[str]] = {
    paint: [name for name, other in DEFAULT_PAINTS.items() if other == paint]
    for paint in dict.fromkeys(DEFAULT_PAINTS.values())
}
"""The colours that have each paint: digits are painted like colours."""

PALETTES: Mapping[str, Mapping[str, str]] = {
    "box": {},
    "bright": {
        "black": "#101010",
        "blue": "#1459d9",
        "brown": "#7a3e12",
        "cyan": "#2fd0ff",
        "green": "#169b3a",
        "magenta": "#d6107f",
        "orange": "#ff8a00",
        "pink": "#ff9ec7",
        "purple": "#7b2cbf",
        "red": "#e3170a",
        "silver": "#c4ccd4",
        "teal": "#00a3a3",
        "white": "#ffffff",
        "yellow": "#ffd60a",
    },
    "apart": {
        "black": "#000000",
        "blue": "#0a4fb0",
        "brown": "#5f3b1f",
        "cyan": "#2fa4d8",
        "green": "#35c9a0",
        "magenta": "#86105e",
        "orange": "#e69f00",
        "pink": "#ffb3c6",
        "purple": "#c98ad6",
        "red": "#a3230b",
        "silver": "#b9bec4",
        "teal": "#7fd6f5",
        "white": "#ffffff",
        "yellow": "#f5ec6b",
    },
    "grey": {},
}
"""Fill by palette and colour name: as printed; brighter; with different lightness for colour-blind
players; and grey, which the static style sheet does by itself."""


CHANNEL = "#291b12"
"""The groove in which pegs stand, as in `css/tokens.css`."""
MIN_RIM_CONTRAST = 3.0
"""Contrast with the groove that a fill has, or else its rim."""


def stylesheet() -> str:
    """Return the paints of all palettes as a style sheet."""
    return "\n".join(_rules()) + "\n"


def _rules() -> Iterator[str]:
    for paint, names in PAINTED.items():
        yield _rule(_pegs(names), paint)
    for name, paint in KEY_PAINTS.items():
        yield _rule(f'[data-key="{name}"]', paint)
    for palette, fills in PALETTES.items():
        for name, fill in fills.items():
            ink = max(DARK, LIGHT, key=lambda ink: contrast(fill, ink))
            yield _rule(_pegs(PAINTED[PAINTS[name]], f'[data-palette="{palette}"] '), Paint(fill, ink))


def _pegs(names: list[str], within: str = "") -> str:
    """Return the selector of all pegs with one of these names."""
    return ",".join(f'{within}[data-colour="{name}"]' for name in names)


def _rule(selector: str, paint: Paint) -> str:
    rim, shine = find_rim(paint.fill), _shine(paint.fill)
    return f"{selector} {{ --fill: {paint.fill}; --letter: {paint.ink}; --rim: {rim}; --shine: {shine}%; }}"


def find_rim(fill: str) -> str:
    """Return the colour of a peg's edge: lighter than the fill, and always to be seen in the groove."""
    return _lighten(fill, 0.28 if contrast(fill, CHANNEL) >= MIN_RIM_CONTRAST else 0.565)


def _lighten(colour: str, share: float) -> str:
    """Return a colour mixed with a share of white."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(part + share * (255 - part)):02x}" for part in parts)


def _shine(fill: str) -> int:
    """Return how much white the brightest spot of a peg has, in percent."""
    light = contrast(fill, "#000000")
    return 90 if light > 18 else 34 if light < 2 else 48
