"""Drawing of answers: key pegs in a tray, or two arms with numbers."""

from __future__ import annotations

from codepegs.rules.box import KeyStyle
from codepegs.rules.edition import Edition
from codepegs.tui.look import Look, pen
from codepegs.tui.widgets.peg import Size, Span

_SIGNS = {"b": "●", "w": "○", "-": "·"}
"""Key pegs in few colours: exact, misplaced, none."""


class KeyPainter:
    """Draws the answers of an edition. Exact pegs come first, so that their order reveals nothing."""

    def __init__(self, edition: Edition, look: Look) -> None:
        self._edition, self._look = edition, look
        self._exact = edition.box.keys.black.paint
        self.arms = edition.box.keys.style is KeyStyle.ARMS

    def answer(
        self,
        black: int | None,
        white: int | None,
        line: int,
        size: Size,
        *,
        played: bool = True,
        arm: int | None = None,
    ) -> list[Span]:
        """Return one line of an answer. A missing count is None; `arm` is the one being entered.

        Without `played`, the row has no answer, which looks different from an answer of no pegs.
        """
        if self.arms:
            return self._draw_arms((black, white), line, size, played=played, arm=arm)
        black, white = black or 0, white or 0
        marks = ("b" * black + "w" * white).ljust(self._edition.pegs, "-")
        if self._look.few:
            return self._signs(marks, line, size, played=played)
        return self._beads(marks, line, size, played=played)

    def sign(self, black: int, white: int, ground: str) -> list[Span]:
        """Return key pegs for a line of text on `ground`."""
        look = self._look
        if look.few:
            red = look["kred"] if self._exact == "red" else look["text"]
            dark = pen(red, ground, bold=True)
            exact, other = "rw" if self.arms else "●○"
            return [(exact * black, dark), (other * white, pen(look["text"], ground, bold=True))]
        tray = look["tray"]
        spans = [(" ", pen(None, tray)), ("●" * black, pen(look[f"k{self._exact}"], tray))]
        return [*spans, ("●" * white, pen(look["kwhite"], tray)), (" ", pen(None, tray))]

    def _beads(self, marks: str, line: int, size: Size, *, played: bool) -> list[Span]:
        """Return key pegs in two lines on a tray, or in one line if a row has only one."""
        look, board = self._look, self._look["board"]
        tray = look["tray" if played else "trough"]
        paint = {"b": look[f"k{self._exact}"], "w": look["kwhite"], " ": tray}
        paint["-"] = look["keyhole" if played else "keypit"]
        if size.number == 1:
            end = (" " * size.gap, pen(None, tray))
            pegs = [("·" if mark == "-" else "●", pen(paint[mark], tray)) for mark in marks]
            return [end, *pegs, end]
        columns = (len(marks) + 1) // 2
        part = ("▄", pen(tray, board)) if line == 0 else (" ", pen(None, tray))
        spans = [part]
        for over, under in zip(marks[:columns], marks[columns:].ljust(columns), strict=True):
            spans += [_bead(over, under, line, size, paint, tray, board), part]
        return spans

    def _signs(self, marks: str, line: int, size: Size, *, played: bool) -> list[Span]:
        """Return key pegs as characters. In two lines they need a gap, or they would look like one column."""
        look, board = self._look, self._look["board"]
        if size.number <= 2:
            part = marks if line == size.middle else ""
        else:
            half = (len(marks) + 1) // 2
            lines = {size.middle: marks[:half], size.middle + 1: marks[half:].ljust(half)}
            part = "  ".join(lines.get(line, ""))
        text = "".join(_SIGNS.get(mark, " ") for mark in part).center(size.keys(self._edition))
        plain = pen(look["text" if played else "faint"], board, bold=played)
        red = pen(look["kred"], board, bold=True)
        return [(sign, red if sign == "●" and self._exact == "red" else plain) for sign in text]

    def _draw_arms(
        self, counts: tuple[int | None, int | None], line: int, size: Size, *, played: bool, arm: int | None
    ) -> list[Span]:
        """Return two tiles with a number, in the colours of the arms."""
        look, board, wide = self._look, self._look["board"], 3 if size.number < 3 else 5
        tiles = ((look["kred"], look["kwhite"]), (look["kwhite"], look["kblack"]))
        spans: list[Span] = []
        for which, (fill, ink) in enumerate(tiles):
            count, middle = counts[which], line == size.middle
            number = "·" if count is None or not played else str(count)
            if not (played or look.few):
                number = " "
            name = "rw"[which] if played and look.few and arm != which else ""
            text = f"{'[' if arm == which else ' '}{number}{name or (']' if arm == which else ' ')}"
            text = text[-wide:].center(wide) if middle else " " * wide
            ground = fill if played else look["trough"]
            if look.few:
                spans.append((text, pen(look["text" if played else "faint"], board, bold=played)))
            elif line == 0 and size.number > 1:
                spans.append(("▄" * wide, pen(ground, board)))
            else:
                spans.append((text, pen(ink, ground, bold=True)))
            spans.append((" ", pen(None, board)))
        return spans[:-1]


def _bead(over: str, under: str, line: int, size: Size, paint: dict[str, str], tray: str, board: str) -> Span:
    """Return one line of two key pegs, one above the other, with half a line between them."""
    wide = size.number - 1
    if line == 0:
        return "▄" * wide, pen(paint[over] if over != "-" or wide == 1 else tray, board)
    if size.number == 2:
        return "▄", pen(paint[under], tray)
    mark = over if line == 1 else under
    if mark == "-":
        shapes = {3: {1: "▝▘", 2: "▝▘"}, 4: {1: " ▀ ", 2: " ▄ "}}[size.number]
        return shapes.get(line, " " * wide), pen(paint["-"], tray)
    if size.number == 3:
        return ("▀▀", pen(paint[mark], tray)) if line == 1 else ("  ", pen(None, paint[mark]))
    return ("▄▄▄", pen(paint[mark], tray)) if line == 2 else ("   ", pen(None, paint[mark]))
