"""Paints of the terminal: pegs and themes, chosen by hand for truecolor, 256 and 16 colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

ThemeName = Literal["dark", "light", "contrast", "terminal"]
THEMES: tuple[ThemeName, ...] = get_args(ThemeName)

OWN = -1
"""The terminal's own text or background colour, instead of one of the 16."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One colour: `#rrggbb`, and its number among 256 and among 16 colours.

    Everything is drawn in `#rrggbb`, which stands for the other two. So no two tones of a theme
    may share it.
    """

    true: str
    of_256: int
    of_16: int


INK_DARK, INK_LIGHT = Tone("#14110e", 16, 0), Tone("#fdfdfd", 231, 15)
"""Letters on pegs."""


@dataclass(frozen=True, slots=True)
class PegPaint:
    """A peg: `fill` is its body, `cap` the edge above, `shade` the edge below, the inks are its letter."""

    fill: Tone
    cap: Tone
    shade: Tone
    ink: Tone
    ink_16: Tone
    """The letter if there are 16 colours, which are brighter than ours."""


# Name; truecolor fill, cap, shade and ink (dark or light); 256: the same three; 16: fill, cap and ink.
_PEGS = """
    red     db303a e35e65 bc2932 l  160 203 124   1  9 l
    blue    0d68ff 4289ff 0b59db l   27  75  26   4 12 l
    yellow  f2df12 f5e646 d0c00f d  226 229 178  11 15 d
    green   008a50 38a476 007745 l   29  78  22   2 10 d
    white   f0efe6 fefefe cecec6 d  255 231 250  15 15 d
    black   1a1a1c 6d6a70 37353a l   16 241 236   0  8 l
    orange  f08c1a f3a54c ce7816 d  208 215 166   3  9 d
    purple  6f2f9a 8f5db0 5f2884 l   54  98  53   5 12 l
    magenta cc3f7a d76997 af3669 l  162 211 125  13  9 d
    teal    3fbcae 69cbc0 36a296 d   79 122  36   6 14 d
    brown   733600 926238 632e00 l   52  94  52   8  3 l
    cyan    19b4fb 4cc4fc 169bd8 d   39 117  31  14 15 d
    pink    ffb0db ffc1e3 db97bc d  218 225 175  13 15 d
    silver  abb7b0 bdc7c1 939d97 d  247 254 243   7 15 d
    amber   ffb000 ffc138 db9700 d  214 222 172  11  3 d
    denim   3b5f8a 6682a4 335277 l   60 103  59   4  8 l
    emerald 0a5c2f 40805d 094f28 l   22  71  16   2  0 l
    fuchsia a3127a b74697 8c0f69 l   90 170  53   5 13 l
    honey   c08410 ce9f45 a5720e d  136 179  94   3 11 d
    indigo  2d1fb0 5b50c1 271b97 l   19  63  17   4  5 l
    jade    7fe0a8 9be7bb 6dc190 d  121 158  78  10 14 d
    khaki   b0a060 c1b583 978a53 d  143 187 101   3  7 d
    lime    8fd11f a8db50 7bb41b d  112 155  70  10 11 d
    navy    0f1f5c 445080 0d1b4f l   17  61  16   4  0 l
    quartz  e3d0ea e9daef c3b3c9 d  189 231 146  15 13 d
    umber   5c463a 806f65 4f3c32 l   95 138  59   8  1 l
    violet  b48af0 c4a4f3 9b77ce d  141 189 104  12 13 d
    xanthic f6f3a0 f8f6b5 d4d18a d  229 230 186  11 10 d
    zinc    7b838c 989ea5 6a7178 d  244 250 240   8  7 l
"""

# Role; dark, light and high contrast: truecolor, 256 and 16; follow the terminal: one of the 16, or its own.
_ROLES = """
    ground     16110d 233  0  f7f1e6 255 15  000000  16  0  own
    panel      221a13 234  0  ede3d2 254 15  000001  16  0  own
    line       54402f 239  8  cbb898 250  7  9a9a9a 247  7    8
    text       f5ecdd 255 15  2a1d13 234  0  fffffd 231 15  own
    muted      c4ad91 250  7  6b553f 240  8  e6e6e6 254 15  own
    faint      927b62 244  8  84705a 243  8  b8b8b8 250  7    8
    accent     ffc857 221 11  a8380f 124  1  ffff00 226 11    5
    on_accent  1d130d  16  0  fffdf8 231 15  000002  16  0   15
    board      4a3425 237  0  b78a5f 180 15  000003  16  0  own
    edge       634833 239  3  c99f73 223  3  fffffc 231 15    8
    foot       35251b 235  3  8d6541 137  3  fffffb 231 15    8
    number     c0a689 250  7  3f2916 236  0  fffffa 231 15  own
    number_off a1876b 246  8  5f4126  94  8  b8b8b9 250  7    8
    mark       ffc858 221 11  5c1200  52  1  ffff01 226 11    5
    trough     30211a 234  0  936b46 137 15  262626 235  0  own
    pit        1b120d  16  8  7a5636  94  8  8a8a8a 245  7    8
    keypit     271a14 233  8  8a6340 137  8  3c3c3c 237  8    8
    lit        83603f  94  0  f3dcb0 223 15  4d4d4d 239  0  own
    litpit     3a2718  52  7  c9a97a 179  8  fffff9 231 15  own
    tray       8b7459 243  0  957a5d 243 15  707070 242  0  own
    keyhole    6d5a44 240  8  826849 246  8  595959 240  8    8
    kblack     131110 232 15  15120f 232  0  000004  16 15  own
    kwhite     ffffff 231 15  fffffe 231  0  fffff8 231 15  own
    kred       c8171f 160  9  c9181f 160  1  c80000 160  9    1
    shield     8f6d4f 137  3  8c6037  94  3  5f5f5f  59  8    8
    shield_cap bb9770 180 11  a97c4f 136  3  fffff6 231 15    8
    shield_ink 46301f  52  0  f6e3c4 230  0  fffff5 231 15  own
    rim_dark   8e8a92 246  7  8c8890 246  8  fffff4 231 15    8
    rim_light  a8a294 247  8  9a9384 246  8  8c8c8c 245  8    8
"""


def _tone(true: str, of_256: str, of_16: str) -> Tone:
    return Tone(f"#{true}", int(of_256), OWN if of_16 == "own" else int(of_16))


def _peg(fields: list[str]) -> PegPaint:
    fill, cap, shade, ink, fill_256, cap_256, shade_256, fill_16, cap_16, ink_16 = fields
    inks = {"d": INK_DARK, "l": INK_LIGHT}
    return PegPaint(
        _tone(fill, fill_256, fill_16),
        _tone(cap, cap_256, cap_16),
        _tone(shade, shade_256, fill_16),
        inks[ink],
        inks[ink_16],
    )


def _theme(column: int, fields: list[str]) -> Tone:
    """Return the tone of a role. The last theme is the dark one with other ANSI colours."""
    if column == 3:
        return _tone(fields[0], fields[1], fields[-1])
    true, of_256, of_16 = fields[3 * column : 3 * column + 3]
    return _tone(true, of_256, of_16)


def _rows(table: str) -> dict[str, list[str]]:
    return {name: fields for name, *fields in map(str.split, table.strip().splitlines())}


PEGS = {name: _peg(fields) for name, fields in _rows(_PEGS).items()}
"""Paint of a peg by the name of its colour in `rules.box.PAINTS`. It is the same in every theme."""
ROLES: dict[ThemeName, dict[str, Tone]] = {
    theme: {role: _theme(column, fields) for role, fields in _rows(_ROLES).items()}
    for column, theme in enumerate(THEMES)
}
"""Tones by theme and role. The roles that begin with k are key pegs."""
