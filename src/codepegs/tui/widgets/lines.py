"""Base of widgets that draw their own lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from codepegs.tui.look import Look, look_of, pen
from codepegs.tui.widgets.peg import Span

Line = Sequence[Span]


class Lines(Widget):
    """Draws the lines that :meth:`lines` returns, and is as high as they are."""

    GROUND = "panel"
    """Role of the background."""
    DEFAULT_CSS = "Lines { height: auto; }"

    @property
    def look(self) -> Look:
        return look_of(self)

    def lines(self, width: int) -> list[Line]:
        """Return what to draw in `width` columns."""
        raise NotImplementedError

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render_lines(self, crop: Region) -> list[Strip]:
        self._drawn = self.lines(self.content_size.width)
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        spans = self._drawn[y] if y < len(self._drawn) else []
        strip = Strip([Segment(text, style) for text, style in spans if text])
        return strip.crop_extend(0, self.content_size.width, pen(self.look["text"], self.look[self.GROUND]))

    def say(self, text: str, role: str = "text", *, bold: bool = False) -> Span:
        """Return text in the colour of a role."""
        return text, pen(self.look[role], self.look[self.GROUND], bold=bold)

    def wrap(self, text: str, width: int, role: str = "text", *, bold: bool = False) -> list[Line]:
        """Return text in lines. Wide characters take two columns."""
        wrapped = Text(text).wrap(self.app.console, width)
        return [[self.say(line.plain.rstrip(), role, bold=bold)] for line in wrapped]

    def highlight(self, text: str) -> Span:
        """Return the chosen line of a list."""
        return text, pen(self.look["on_accent"], self.look["accent"], bold=True)

    def rule(self, text: str, width: int) -> Line:
        """Return a heading with a line to the right margin."""
        return [self.say(f"{text} ", "accent", bold=True), self.say("─" * (width - len(text) - 1), "line")]


def length(line: Line) -> int:
    return sum(cell_len(text) for text, _ in line)
