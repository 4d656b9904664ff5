"""Contents of the box: an edition's colours, key pegs, titles, options and score keeping."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from codepegs.rules.code import MAX_COLOURS


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour on a screen: `fill` for the peg, `ink` for the letter on it, both `#rrggbb`."""

    fill: str
    ink: str


@dataclass(frozen=True, slots=True)
class Hue:
    """One of an edition's colours: its name, letter and paint."""

    name: str
    letter: str
    paint: Paint

    @property
    def label(self) -> str:
        """The letter with the name, or a digit alone: it is a name of its own."""
        return self.letter if self.letter == self.name else f"{self.letter} {self.name}"


class KeyStyle(Enum):
    """How the board shows an answer."""

    PEGS = "pegs"
    ARMS = "arms"
    """Two sliding arms next to the row, each showing a number."""


@dataclass(frozen=True, slots=True)
class KeyPeg:
    """A kind of key peg, or an arm: what players call one and several of them, and its paint.

    >>> bull = KeyPeg("bull", "bulls", paint="black")
    >>> [bull.count(number) for number in (0, 1, 2)]
    ['0 bulls', '1 bull', '2 bulls']
    """

    name: str
    plural: str
    paint: str
    """A name in `KEY_PAINTS`."""

    def count(self, number: int) -> str:
        """Return this many of them in words."""
        return f"{number} {self.name if number == 1 else self.plural}"


@dataclass(frozen=True, slots=True)
class Keys:
    """The key pegs: their style, and the exact and the misplaced kind.

    `black` and `white` are named as in `Feedback`. Each `KeyPeg` has the word and the paint that players see.
    """

    style: KeyStyle
    black: KeyPeg
    white: KeyPeg

    @property
    def both(self) -> tuple[KeyPeg, KeyPeg]:
        """Both kinds, in the order of an answer."""
        return self.black, self.white


class ScoreKeeping(Enum):
    """How the points are recorded during a match."""

    NOTE = "note"
    """On paper, after each game."""
    TRACKER = "tracker"
    """In two rows of holes, with a peg per player that moves after each game."""
    LINES = "lines"
    """In two lines of holes, with a peg per player that moves as each row is placed."""


@dataclass(frozen=True, slots=True)
class Option:
    """Another way to play that the sheet prints, such as the extra challenge."""

    name: str
    """The name on the sheet, in at most 20 characters so that it fits into forms."""
    meaning: str
    rule: str
    """The house rule that plays it, as it is written: `blanks=yes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The printed part of an edition, which house rules do not change."""

    slug: str
    title: str
    sheet: str | None
    """The number of its rule sheet, or None if there is no sheet."""
    hues: tuple[Hue, ...]
    keys: Keys
    codemaker: str = "Codemaker"
    codebreaker: str = "Codebreaker"
    score_keeping: ScoreKeeping = ScoreKeeping.NOTE
    score_pegs: tuple[str, str] | None = None
    """The paint of the first codemaker's score peg, and of the other player's."""
    options: tuple[Option, ...] = ()
    """The other ways to play that the sheet prints."""
    award: int = 3
    """Points for proving that an answer was wrong."""
    ours: str = ""
    """One sentence about what the sheet leaves open and this catalogue decides."""


DARK, LIGHT = "#17120d", "#ffffff"


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2, from 1 to 21."""
    dim, bright = sorted(map(_luminance, (one, other)))
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _paint(fill: str) -> Paint:
    """Return the paint with the more readable ink, dark or light."""
    return Paint(fill, max(DARK, LIGHT, key=lambda ink: contrast(fill, ink)))


PAINTS = {
    name: _paint(fill)
    for name, fill in {
        "amber": "#ffbf00",
        "black": "#2a2a2f",
        "blue": "#1f6bd1",
        "brown": "#8c5a3c",
        "cyan": "#45c4e0",
        "denim": "#35618f",
        "emerald": "#13704a",
        "fuchsia": "#d6459b",
        "green": "#2cb673",
        "honey": "#d9a441",
        "indigo": "#4b3fb3",
        "jade": "#7fd8b0",
        "khaki": "#b3a36b",
        "lime": "#b8d430",
        "magenta": "#c2297f",
        "navy": "#16306b",
        "orange": "#f28a1e",
        "pink": "#f191b5",
        "purple": "#8a4cc6",
        "quartz": "#dccfe0",
        "red": "#c9281f",
        "silver": "#b7bdc4",
        "teal": "#0e7c86",
        "umber": "#5b463a",
        "violet": "#c9a6f2",
        "white": "#f6f3ec",
        "xanthic": "#f4ee9a",
        "yellow": "#f6cf2f",
        "zinc": "#7d848c",
    }.items()
}
"""Paint by colour name. Red is dark and green is light, so that they stay apart for players with
red-green blindness."""

KEY_PAINTS = {"black": PAINTS["black"], "red": _paint("#d53e2a"), "white": PAINTS["white"]}
"""Paint of key pegs and arms. Their red is lighter than that of a peg, to stand out from a dark tray."""

_RESERVE = tuple(
    Hue(name, name[0].upper(), PAINTS[name])
    for name in sorted(PAINTS)
    if name not in {"black", "brown", "pink"}
)
assert len(_RESERVE) == MAX_COLOURS == len({hue.letter for hue in _RESERVE})


def hue(name: str, letter: str | None = None) -> Hue:
    """Return the colour with this name. Its letter is the initial unless given."""
    return Hue(name, letter or name[0].upper(), PAINTS[name])


def key_peg(paint: str) -> KeyPeg:
    """Return the key peg that is called by its paint."""
    return KeyPeg(paint, paint, paint)


@lru_cache
def palette(hues: tuple[Hue, ...], colours: int) -> tuple[Hue, ...]:
    """Return the first `colours` of `hues`, filled up from a reserve with unused letters.

    >>> [hue.letter for hue in palette((hue("red"), hue("black", "K")), 4)]
    ['R', 'K', 'A', 'B']
    """
    letters, paints = {hue.letter for hue in hues}, {hue.paint for hue in hues}
    spare = tuple(hue for hue in _RESERVE if hue.letter not in letters and hue.paint not in paints)
    return (hues + spare)[:colours]
