"""Drawing of pegs and key pegs in terminal cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.style import Style

from codepegs.rules.box import DARK, KEY_PAINTS, LIGHT, KeyStyle, Paint, contrast
from codepegs.rules.code import Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.wood import BOARD, CHALK, CHANNEL, HOLE_RIM

Span = tuple[str, Style]
"""Characters and their style."""

SHAPES = "●■▲◆★♥♣♠▼◀▶◉▣◈☆○□△◇▽♡♢♤♧◐◑"
"""Symbols on pegs instead of letters, by colour."""

_CLEAR_PALETTE = {
    "red": ("#d55e00",),
    "blue": ("#0072b2",),
    "yellow": ("#f0e442",),
    "green": ("#009e73",),
    "teal": ("#009e73", "#56b4e9"),
    "white": ("#ffffff",),
    "black": ("#000000",),
    "orange": ("#e69f00",),
    "magenta": ("#cc79a7",),
    "purple": ("#cc79a7", "#0072b2"),
}
"""Palette of Okabe and Ito by the nearest colour name, with a second choice if the first is taken."""

_KEY_TRAYS = {"black": "#857460", "red": "#1c1c1c"}
"""Backgrounds on which both key pegs stand out, by the colour of the exact one."""

_EMPTY, _HOLE, _KEY_HOLE = "-", "•", "·"


@lru_cache
def style(colour: str | None, ground: str | None = None, *, bold: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold)


@dataclass(frozen=True, slots=True)
class Scale:
    """Size of pegs: one line or three, with or without gaps."""

    tall: bool = False
    gap: int = 1

    @property
    def lines(self) -> int:
        return 3 if self.tall else 1

    @property
    def width(self) -> int:
        """Width of a peg, in cells."""
        return 5 if self.tall else 3

    def pegs(self, count: int) -> int:
        """Return the width of a row of pegs, in cells."""
        return count * (self.width + self.gap) - self.gap

    def place(self, x: int, count: int) -> int | None:
        """Return the place of the peg at cell `x` of a row, or None."""
        place = x // (self.width + self.gap)
        return place if x >= 0 and place < count else None


@dataclass(frozen=True, slots=True)
class PegPainter:
    """Draws the pegs of an edition as the settings say. Each colour also has a letter or shape."""

    edition: Edition
    settings: Settings = Settings()  # noqa: RUF009

    def symbol(self, colour: Colour) -> str:
        if colour >= self.edition.colours:
            return _EMPTY
        if self.settings.symbols == "shapes":
            return SHAPES[colour]
        return self.edition.hues[colour].letter

    def name(self, colour: Colour) -> str:
        return self.edition.hues[colour].name if colour < self.edition.colours else "empty"

    def paint(self, colour: Colour) -> Paint:
        if colour >= self.edition.colours:
            return Paint(CHANNEL, CHALK)
        if self.settings.palette == "edition":
            return self.edition.hues[colour].paint
        return _clear_paints(self.edition)[colour]

    def peg(self, colour: Colour | None, line: int, scale: Scale, *, chosen: bool = False) -> list[Span]:
        """Return one line of a peg, or of a hole if `colour` is None, in brackets if `chosen`."""
        middle = line == scale.lines // 2
        if colour is None or colour >= self.edition.colours:
            mark = _HOLE if colour is None else _EMPTY
            return [self._hole(mark if middle else " ", scale, chosen=chosen and middle)]
        paint = self.paint(colour)
        if not middle:
            edge = " ▄▄▄ " if line == 0 else " ▀▀▀ "
            return [(edge, style(paint.fill, BOARD))]
        tile, side = style(paint.ink, paint.fill, bold=True), style(paint.fill, BOARD)
        symbol = self.symbol(colour).center(scale.width - 2)
        if chosen:
            return [
                ("[", style(CHALK, BOARD, bold=True)),
                (symbol, tile),
                ("]", style(CHALK, BOARD, bold=True)),
            ]
        return [("▐", side), (symbol, tile), ("▌", side)]

    def _hole(self, mark: str, scale: Scale, *, chosen: bool) -> Span:
        if chosen:
            return f"[{mark.center(scale.width - 2)}]", style(CHALK, BOARD, bold=True)
        return mark.center(scale.width), style(HOLE_RIM if mark == _HOLE else CHALK, BOARD)

    # Key pegs -------------------------------------------------------------------------

    @property
    def arms(self) -> bool:
        return self.edition.box.keys.style is KeyStyle.ARMS

    def keys_width(self, scale: Scale) -> int:
        keys = self.edition.box.keys
        if self.arms:
            return len(keys.black) + len(keys.white) + 9
        return self.edition.pegs * (1 + scale.gap) - scale.gap + 2

    def keys(self, black: int | None, white: int | None, scale: Scale, arm: int | None = None) -> list[Span]:
        """Return an answer. A missing count is None; `arm` is the one being entered."""
        if self.arms:
            return [*self._arm(0, black, arm), (" ", style(CHALK, BOARD)), *self._arm(1, white, arm)]
        return self._key_pegs(black or 0, white or 0, scale)

    def answer(self, feedback: Feedback, scale: Scale) -> list[Span]:
        return self.keys(feedback.black, feedback.white, scale)

    def key(self, which: int) -> Span:
        """Return one key peg: 0 for black, 1 for white."""
        keys = self.edition.box.keys
        tray = _KEY_TRAYS[keys.black]
        return "●○"[which], style(KEY_PAINTS[(keys.black, keys.white)[which]].fill, tray)

    def _arm(self, which: int, count: int | None, arm: int | None) -> list[Span]:
        keys = self.edition.box.keys
        name = (keys.black, keys.white)[which]
        paint = KEY_PAINTS[name]
        text = f"{name} {'·' if count is None else count}"
        ends = "[]" if arm == which else "  "
        return [(f"{ends[0]}{text}{ends[1]}".ljust(len(name) + 4), style(paint.ink, paint.fill))]

    def _key_pegs(self, black: int, white: int, scale: Scale) -> list[Span]:
        """Return key pegs, black ones first, so that their order reveals nothing."""
        tray = _KEY_TRAYS[self.edition.box.keys.black]
        pegs = [self.key(0)] * black + [self.key(1)] * white
        hole = style(DARK if self.edition.box.keys.black == "black" else "#a0a0a0", tray)
        pegs += [(_KEY_HOLE, hole)] * (self.edition.pegs - len(pegs))
        ground = style(None, tray)
        spans: list[Span] = [(" ", ground)]
        for place, peg in enumerate(pegs[: self.edition.pegs]):
            if place and scale.gap:
                spans.append((" " * scale.gap, ground))
            spans.append(peg)
        return [*spans, (" ", ground)]


@lru_cache
def _clear_paints(edition: Edition) -> tuple[Paint, ...]:
    paints: list[Paint] = []
    taken: set[str] = set()
    for hue in edition.hues:
        fill = next((fill for fill in _CLEAR_PALETTE.get(hue.name, ()) if fill not in taken), hue.paint.fill)
        taken.add(fill)
        paints.append(Paint(fill, max(DARK, LIGHT, key=lambda ink: contrast(fill, ink))))
    return tuple(paints)
