"""Parts of the panel next to the board: what key pegs mean, and the rows in words."""

from __future__ import annotations

from textual.geometry import Size as Extent

from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Phase
from codepegs.rules.view import View
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.key_peg import KeyPainter
from codepegs.tui.widgets.lines import Line, Lines
from codepegs.tui.widgets.peg import PegPainter, Size, Span

WIDE = 29
"""Columns for the long version of the legend."""


def describe_codes(edition: Edition, *, short: bool = False) -> str:
    """Return what a code may be, in one sentence."""
    things = f"{edition.colour_word.capitalize()}s"
    if not edition.code_repeats:
        return "No repeats in the code." if not edition.blanks else "No repeats; one hole may stay empty."
    if not edition.blanks:
        return f"{things} may repeat."
    return "Holes may stay empty." if short else f"{things} may repeat; holes may stay empty."


class Legend(Lines):
    """Meaning of the key pegs, and whether colours may repeat."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.edition: Edition | None = None

    def show(self, edition: Edition) -> None:
        if edition is not self.edition:
            self.edition = edition
            self.refresh(layout=True)

    def lines(self, width: int) -> list[Line]:
        if self.edition is None:
            return []
        painter, keys = KeyPainter(self.edition, self.look), self.edition.box.keys
        lines = list[Line]()
        for which, (key, where) in enumerate(zip(keys.both, ("right place", "wrong place"), strict=True)):
            word = f"right {self.edition.colour_word}, " if width >= WIDE else f"{key.name}: "
            lines.append(
                [*painter.sign(1 - which, which, self.look[self.GROUND]), self.say(f" {word}{where}")]
            )
        return [*lines, [self.say(describe_codes(self.edition, short=width < WIDE + 12), "muted")]]


class RowList(Lines):
    """The rows so far, the latest first, with their answers in words if there is space."""

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.settings = settings
        self.game: View | None = None
        self._airy = False
        """Whether there is space for a blank line between rows."""

    def show(self, game: View) -> None:
        """Show the rows of a game."""
        self.game = game
        self.refresh(layout=True)

    def get_content_height(self, container: Extent, viewport: Extent, width: int) -> int:
        rows = 0 if self.game is None else len(self.game.board.rows)
        # The sizes of the others are those of the last layout, so their heights are measured again.
        others = sum(
            widget.get_content_height(container, viewport, width) + widget.styles.margin.height
            for widget in self.siblings
            if widget.display
        )
        self._airy = 2 * rows + 1 <= container.height - others
        return super().get_content_height(container, viewport, width)

    def lines(self, width: int) -> list[Line]:
        if self.game is None:
            return []
        head = self.rule("Guesses so far", width)
        rows = self.game.board.rows
        if not rows:
            more = " Any first guess is fine." if self.game.phase is Phase.GUESSING else ""
            return [head, [self.say(f"None yet.{more}", "muted")]]
        lines: list[Line] = [head]
        for number in range(len(rows), 0, -1):
            lines += [[], self._row(number, width)] if self._airy else [self._row(number, width)]
        return lines

    def _row(self, number: int, width: int) -> Line:
        assert self.game is not None
        edition, row = self.game.board.edition, self.game.board.rows[number - 1]
        painter, ground = PegPainter(edition, self.settings, self.look), self.look[self.GROUND]
        line: list[Span] = [self.say(f"{number:>2} ", "muted")]
        if row.guess is None:
            return [*line, self.say("time's up", "muted")]
        words = "not marked yet" if row.feedback is None else describe_answer(edition, row.feedback)
        space = width - 3 - 3 * edition.pegs
        if space <= edition.pegs:
            letters = [painter.letter(colour, ground) for colour in row.guess.pegs]
            return [*line, *letters, self.say(f" {_count(row.feedback)}")]
        gap = " " if space >= edition.pegs + 18 else ""
        for colour in row.guess.pegs:
            line += [*painter.chip(colour, ground), self.say(gap)]
        if space >= 16:
            return [*line, self.say(f" {words}")]
        if row.feedback is None:
            return [*line, self.say(" …", "muted")]
        counts = row.feedback.black, row.feedback.white
        return [*line, self.say(" "), *KeyPainter(edition, self.look).answer(*counts, 0, Size(1, gap=0))]


def _count(feedback: Feedback | None) -> str:
    """Return an answer in a few columns, such as "●1 ○2"."""
    return "…" if feedback is None else f"●{feedback.black} ○{feedback.white}"


def describe_answer(edition: Edition, feedback: Feedback) -> str:
    """Return an answer without zeros, such as "1 black · 2 white"."""
    keys = edition.box.keys
    counts = ((feedback.black, keys.black), (feedback.white, keys.white))
    return " · ".join(key.count(count) for count, key in counts if count) or "nothing right"
