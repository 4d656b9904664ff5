"""The name of the game as a row of pegs."""

from __future__ import annotations

from codepegs.tui.look import pen
from codepegs.tui.paints import PEGS
from codepegs.tui.widgets.lines import Line, Lines
from codepegs.tui.widgets.peg import Span

_PAINTS = ("red", "blue", "yellow", "green", "white", "black", "orange", "purple")


class Wordmark(Lines):
    """Eight letters on eight pegs, two lines high."""

    def lines(self, width: int) -> list[Line]:
        look, caps, bodies = self.look, list[Span](), list[Span]()
        ground = look[self.GROUND]
        if look.plain:
            return [[self.say(" ".join(f"({letter})" for letter in "CODEPEGS"), bold=True)]]
        for letter, name in zip("CODEPEGS", _PAINTS, strict=True):
            paint = PEGS[name]
            caps += [("▄▄▄", pen(paint.cap.true, ground)), self.say(" ")]
            bodies += [(f" {letter} ", pen(look.ink(paint), paint.fill.true, bold=True)), self.say(" ")]
        return [caps, bodies]
