"""Colours as people see them: distances, colour blindness, and the palettes of real terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Rgb = tuple[int, int, int]
Colour = Rgb | int | None
"""A colour as it is sent: three parts, a number of a palette, or the terminal's own."""


def _palette(text: str) -> tuple[Rgb, ...]:
    parts = [int(colour, 16) for colour in text.split()]
    return tuple((part >> 16, part >> 8 & 255, part & 255) for part in parts)


TERMINALS = {
    "xterm": _palette(
        "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff "
        "00ffff ffffff"
    ),
    "vga": _palette(
        "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff "
        "55ffff ffffff"
    ),
    "windows": _palette(
        "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc 767676 e74856 16c60c f9f1a5 3b78ff b4009e "
        "61d6d6 f2f2f2"
    ),
    "gnome": _palette(
        "171421 c01c28 26a269 a2734c 12488b a347ba 2aa1b3 d0cfcc 5e5c64 f66151 33d17a e9ad0c 2a7bde c061cb "
        "33c7de ffffff"
    ),
    "macos": _palette(
        "000000 990000 00a600 999900 0000b2 b200b2 00a6b2 bfbfbf 666666 e50000 00d900 e5e500 0000ff e500e5 "
        "00e5e5 e5e5e5"
    ),
}
"""The 16 colours of five terminals, by default."""

_MACHADO = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
BLINDNESSES = (*_MACHADO,)


def shown(colour: Colour, terminal: str = "xterm") -> Rgb:
    """Return what a terminal shows. Its own colour is a bug where this is asked."""
    assert colour is not None
    if not isinstance(colour, int):
        return colour
    if colour < 16:
        return TERMINALS[terminal][colour]
    if colour >= 232:
        return (8 + 10 * (colour - 232),) * 3
    levels = (0, 95, 135, 175, 215, 255)
    return levels[(colour - 16) // 36], levels[(colour - 16) // 6 % 6], levels[(colour - 16) % 6]


def _linear(part: float) -> float:
    part /= 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def simulate(colour: Rgb, blindness: str) -> Rgb:
    """Return the colour as people with this colour blindness see it (Machado, Oliveira, Fernandes 2009)."""
    parts = [_linear(part) for part in colour]
    seen = []
    for line in _MACHADO[blindness]:
        value = min(1.0, max(0.0, sum(a * b for a, b in zip(line, parts, strict=True))))
        value = value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
        seen.append(round(value * 255))
    return seen[0], seen[1], seen[2]


def _curve(t: float) -> float:
    return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


@cache
def lab(colour: Rgb) -> tuple[float, float, float]:
    red, green, blue = map(_linear, colour)
    x = _curve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _curve(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _curve((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Rgb, other: Rgb) -> float:
    """Return the difference of two colours by CIEDE2000."""
    return lab_distance(lab(one), lab(other))


def lab_distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the difference by CIEDE2000, as in Sharma, Wu and Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - sqrt(mean / (mean + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    middle = h1 + h2 if not c1 * c2 else h1 + turn / 2
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * cos(radians(middle - 30)) + 0.24 * cos(radians(2 * middle))
    t += 0.32 * cos(radians(3 * middle + 6)) - 0.20 * cos(radians(4 * middle - 63))
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    around = exp(-(((middle % 360 - 275) / 25) ** 2))
    rt = -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(60 * around))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, hue / sh
    return sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)


# What is sent ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A character as it was sent, with its colours."""

    character: str
    fore: Colour = None
    back: Colour = None
    reverse: bool = False


def read_line(sent: str) -> list[Cell]:
    """Return the cells of a line with escape codes."""
    pen, cells = Cell(""), list[Cell]()
    for codes, character in re.findall(r"\x1b\[([0-9;]*)m|(.)", sent):
        if character:
            cells.append(replace(pen, character=character))
        else:
            pen = _apply(pen, iter([int(code or 0) for code in codes.split(";")]))
    return cells


def _apply(pen: Cell, codes: Iterator[int]) -> Cell:
    for code in codes:
        if code == 0:
            pen = Cell("")
        elif code == 7:
            pen = replace(pen, reverse=True)
        elif code == 39:
            pen = replace(pen, fore=None)
        elif code == 49:
            pen = replace(pen, back=None)
        elif code in (38, 48):
            colour: Colour = next(codes) if next(codes) == 5 else (next(codes), next(codes), next(codes))
            pen = replace(pen, fore=colour) if code == 38 else replace(pen, back=colour)
        elif code // 10 in (3, 9):
            pen = replace(pen, fore=code % 10 + 8 * (code >= 90))
        elif code // 10 in (4, 10):
            pen = replace(pen, back=code % 10 + 8 * (code >= 100))
    return pen
