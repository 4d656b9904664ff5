"""The name of the game in pegs."""

from __future__ import annotations

from codepegs.tui.look import pen
from codepegs.tui.paints import PEGS
from codepegs.tui.widgets.lines import Line, Lines
from codepegs.tui.widgets.peg import Span

_NAME, _PAINTS = "CODEPEGS", ("red", "blue", "yellow", "green", "white", "black", "orange", "purple")


class Wordmark(Lines):
    """The name of the game, a peg for each letter."""

    def __init__(self, *, ground: str = "ground") -> None:
        super().__init__()
        self.GROUND = ground

    def lines(self, width: int) -> list[Line]:
        top, low = list[Span](), list[Span]()
        ground = self.look[self.GROUND]
        for letter, name in zip(_NAME, _PAINTS, strict=True):
            paint = PEGS[name]
            rim = self.look.rim(paint, ground)
            if self.look.plain:
                top += [("╭─╮ ", pen(None, ground))]
                low += [(f"╰{letter}╯ ", pen(None, ground, bold=True))]
                continue
            body = pen(self.look.ink(paint), paint.fill.true, bold=True)
            top += [("▄▄▄", pen(rim or paint.cap.true, ground)), self.say(" ")]
            edge = pen(rim, paint.fill.true)
            sides = ("▏", "▕") if rim else (" ", " ")
            low += [(sides[0], edge), (letter, body), (sides[1], edge), self.say(" ")]
        return [top, low]
