"""Drawing of pegs and holes in terminal cells, line by line, in four sizes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rich.style import Style

from codepegs.rules.box import KeyStyle
from codepegs.rules.code import Colour
from codepegs.rules.edition import Edition
from codepegs.tui.look import Look, paint_of, pen
from codepegs.tui.paints import PegPaint
from codepegs.tui.settings import Settings

Span = tuple[str, Style]
"""Characters and their style."""

SHAPES = "▲■★◆✚♥♣♠▼◀▶◉▣◈☆♪□△◇▽♡♢♤♧◐◑"
"""Symbols on pegs instead of letters, by colour: five as on the website, and none is a key peg."""

EMPTY = "–"
"""Symbol of a hole that is left empty on purpose."""


@dataclass(frozen=True, slots=True)
class Size:
    """Size of pegs: a row takes `number` lines. Without a gap between pegs, twelve fit into 56 columns."""

    number: int
    gap: int = 1

    @property
    def peg(self) -> int:
        """Width of a peg."""
        return (3, 3, 5, 7)[self.number - 1]

    @property
    def middle(self) -> int:
        """The line of the letter."""
        return (0, 1, 1, 2)[self.number - 1]

    @property
    def margin(self) -> int:
        """Width of the arrow and the number of a row."""
        return 4 if self.number == 1 else 5

    def slot(self, pegs: int) -> int:
        """Return the width of a row of pegs with its two ends."""
        return pegs * (self.peg + self.gap) + 2 - self.gap

    def keys(self, edition: Edition) -> int:
        """Return the width of the key pegs of a row."""
        if edition.box.keys.style is KeyStyle.ARMS:
            return 7 if self.number < 3 else 11
        if self.number == 1:
            return edition.pegs + 2 * self.gap
        return (edition.pegs + 1) // 2 * self.number + 1

    def width(self, edition: Edition) -> int:
        """Return the width of a board."""
        return self.margin + self.slot(edition.pegs) + 1 + self.keys(edition) + 1 + self.gap

    def height(self, edition: Edition, frame: int) -> int:
        """Return the height of a board with 0 to 2 lines of frame."""
        return self.top + self.number * edition.rows + frame

    @property
    def top(self) -> int:
        """Lines of the code, with a rail below it if nothing else parts it from the rows."""
        return self.number + (self.number == 1)

    def place(self, x: int, pegs: int) -> int | None:
        """Return the place of the peg at column `x` of a slot, or None."""
        place = (x - 1) // (self.peg + self.gap)
        return place if x >= 1 and place < pegs else None


SIZES = (Size(4), Size(3), Size(2), Size(1), Size(1, gap=0))
"""All sizes, the largest first."""


@dataclass(frozen=True, slots=True)
class Surface:
    """Colours around a peg: what is outside of the slot, the slot, and the hole in it."""

    around: str
    slot: str
    pit: str
    lit: bool = False


@dataclass(frozen=True, slots=True)
class PegPainter:
    """Draws the pegs of an edition as the settings say. Each colour also has a letter or shape."""

    edition: Edition
    settings: Settings
    look: Look

    def symbol(self, colour: Colour) -> str:
        if colour >= self.edition.colours:
            return EMPTY
        if self.settings.symbols == "shapes":
            return SHAPES[colour]
        return self.edition.hues[colour].letter

    def name(self, colour: Colour) -> str:
        return self.edition.hues[colour].name if colour < self.edition.colours else "empty"

    def paint(self, colour: Colour) -> PegPaint:
        return paint_of(self.edition.hues[colour])

    def surface(self, *, lit: bool = False) -> Surface:
        look = self.look
        slot, pit = ("lit", "litpit") if lit else ("trough", "pit")
        around = look["board"]
        return Surface(around, around if look.few else look[slot], look[pit], lit)

    # A row ----------------------------------------------------------------------------

    def slot(
        self,
        pegs: Sequence[Colour | None],
        line: int,
        size: Size,
        *,
        lit: bool = False,
        hole: int | None = None,
        drop: int | None = None,
        held: Collection[int] = (),
    ) -> list[Span]:
        """Return one line of a row. `hole` is the chosen one, and `drop` the frame of a peg that falls.

        The letters of `held` pegs are underlined.
        """
        on = self.surface(lit=lit)
        last = len(pegs) - 1
        spans = [self._end(line, size, on, "▐▗", chosen=hole == 0)]
        for place, colour in enumerate(pegs):
            chosen = place == hole
            if place and size.gap:
                spans.append(self._gap(line, size, on, right=chosen, left=place - 1 == hole))
            if colour is None:
                spans += self._hole(line, size, on, chosen=chosen)
            elif chosen and drop is not None and not self.look.few:
                spans += self._falling(colour, line, size, on, drop)
            else:
                peg = self.peg(colour, line, size, on, chosen=chosen)
                spans += [_underline(span) for span in peg] if place in held else peg
        return [*spans, self._end(line, size, on, "▌▖", chosen=hole == last)]

    def _end(self, line: int, size: Size, on: Surface, shapes: str, *, chosen: bool) -> Span:
        """Return half a column at the end of a slot."""
        left = shapes[0] == "▐"
        if chosen and size.gap:
            return self._gap(line, size, on, right=left, left=not left, edge=True)
        if self.look.few:
            return " ", pen(None, on.around)
        return shapes[size.number > 1 and line == 0], pen(on.slot, on.around)

    def _gap(
        self, line: int, size: Size, on: Surface, *, right: bool, left: bool, edge: bool = False
    ) -> Span:
        """Return the column between two holes. The chosen hole may be to its `right` or `left`."""
        marked = (right or left) and (line == size.middle or (not self.look.few and line > 0))
        if marked and self.look.few:
            return "[" if right else "]", pen(self.look["accent"], on.around, bold=True)
        if marked:
            return "▐" if right else "▌", pen(self.look["mark"], on.around if edge else on.slot)
        if edge:
            return self._end(line, size, on, "▐▗" if right else "▌▖", chosen=False)
        return self._band(line, size, on, 1)

    def _band(self, line: int, size: Size, on: Surface, width: int, fore: str | None = None) -> Span:
        """Return a stretch of slot. In its first line the upper half is board, which parts the rows."""
        if size.number > 1 and line == 0 and not self.look.few:
            return "▄" * width, pen(fore or on.slot, on.around)
        return " " * width, pen(None, on.slot)

    def _hole(self, line: int, size: Size, on: Surface, *, chosen: bool) -> list[Span]:
        look, wide = self.look, size.peg
        if look.few or size.number == 1:
            dot = "•" if not look.few else "·"
            text = dot.center(wide) if line == size.middle else " " * wide
            if chosen and not size.gap:
                text = f"[{dot}]"
            return [(text, pen(look["accent"] if chosen else on.pit, on.slot, bold=chosen))]
        if line == 0:
            return [self._band(line, size, on, wide, look["mark"] if chosen else None)]
        shapes = {1: "▀"} if size.number == 2 else {1: "▗▄▖", 2: "▝▀▘"}
        return [(shapes.get(line, " ").center(wide), pen(on.pit, on.slot))]

    def _falling(self, colour: Colour, line: int, size: Size, on: Surface, frame: int) -> list[Span]:
        """Return a peg above its hole, then raised."""
        if line == 0 and size.number > 1 and colour < self.edition.colours:
            return [("▀█"[frame] * size.peg, pen(self.paint(colour).cap.true, on.slot))]
        return self.peg(colour, line, size, on) if frame else self._hole(line, size, on, chosen=False)

    # A peg ----------------------------------------------------------------------------

    def peg(self, colour: Colour, line: int, size: Size, on: Surface, *, chosen: bool = False) -> list[Span]:
        """Return one line of a peg: a bright cap, a body with its letter, a dark foot."""
        look, wide, symbol = self.look, size.peg, self.symbol(colour)
        if look.plain:
            text = f"[{symbol}]" if chosen and not size.gap else _outline(symbol, line, size)
            return [(text, pen(None, on.around, bold=True))]
        if colour >= self.edition.colours:
            return self._left_empty(line, size, on, chosen=chosen)
        paint = self.paint(colour)
        body = pen(look.ink(paint), paint.fill.true, bold=True)
        rim = look.rim(paint, on.around)
        bright_rim = rim if rim == look["rim_light"] else None
        if chosen and not size.gap:
            mark = pen(look["mark"], on.slot, bold=True)
            return [("[", mark), (symbol, body), ("]", mark)]
        if size.number > 1 and line == 0:
            cap = look["mark"] if chosen else bright_rim or paint.cap.true
            text = "▄▄▄" if size.number == 2 else f"▗{'▄' * (wide - 2)}▖"
            return [(text, pen(cap, on.around))]
        if size.number > 2 and line == size.number - 1:
            return [(f"▜{'█' * (wide - 2)}▛", pen(bright_rim or paint.shade.true, on.slot))]
        text = symbol if line == size.middle else " "
        if size.number == 1 and on.slot != on.around:
            dark = paint.cap if rim == look["rim_dark"] else paint.fill
            side = pen(dark.true, on.slot)
            return [("▆", side), (symbol, body), ("▆", side)]
        if rim is not None:
            edge = pen(rim, paint.fill.true)
            return [("▏", edge), (text.center(wide - 2), body), ("▕", edge)]
        return [(text.center(wide), body)]

    def _left_empty(self, line: int, size: Size, on: Surface, *, chosen: bool) -> list[Span]:
        """Return a hole that is left empty on purpose: a ring without paint."""
        look, wide = self.look, size.peg
        if look.few or (chosen and not size.gap):
            ends = "[]" if chosen and not size.gap else "()"
            text = f"{ends[0]}{EMPTY}{ends[1]}".center(wide) if line == size.middle else " " * wide
            return [(text, pen(look["text"], on.slot, bold=True))]
        if line == 0 and size.number > 1:
            return [self._band(line, size, on, wide, look["mark"] if chosen else None)]
        outside = on.slot == on.around
        tone = pen(look["mark" if on.lit else "muted" if outside else "number"], on.slot)
        low = line == size.number - 1 and size.number > 2
        inner = "▁" * (wide - 2) if low else (EMPTY if line == size.middle else " ").center(wide - 2)
        return [("▏", tone), (inner, tone), ("▕", tone)]

    def chip(self, colour: Colour, ground: str) -> list[Span]:
        """Return a peg of three columns for lists and the tray."""
        return self.peg(colour, 0, Size(1), Surface(ground, ground, ground))

    def letter(self, colour: Colour, ground: str) -> Span:
        """Return a peg of one column, for lists without space."""
        symbol = self.symbol(colour)
        if self.look.plain or colour >= self.edition.colours:
            return symbol, pen(self.look["text"], ground, bold=True)
        paint = self.paint(colour)
        return symbol, pen(self.look.ink(paint), paint.fill.true, bold=True)


def _underline(span: Span) -> Span:
    """Return a letter underlined, and anything else as it is."""
    text, style = span
    return (text, style + Style(underline=True)) if text.strip("▄█▜▛▗▖▆▏▕ ") else span


def _outline(symbol: str, line: int, size: Size) -> str:
    """Return one line of a peg without paint."""
    if size.number == 1:
        return f"({symbol})"
    inner = size.peg - 2
    if line == 0:
        return f"╭{'─' * inner}╮"
    if size.number == 2:
        return f"╰{symbol}╯"
    if line == size.number - 1:
        return f"╰{'─' * inner}╯"
    return f"│{(symbol if line == size.middle else ' ').center(inner)}│"
