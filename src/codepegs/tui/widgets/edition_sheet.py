"""Sheet of an edition: its title and its facts."""

from __future__ import annotations

from textwrap import wrap

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from codepegs.notation import edition_facts
from codepegs.rules.code import Colour
from codepegs.rules.edition import Edition
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.lines import Line, Lines
from codepegs.tui.widgets.peg import PegPainter, Span

TOPIC = 9
"""Columns of a topic."""


class FactRow(Horizontal):
    """Topic with a text that wraps in its own column."""

    DEFAULT_CSS = """
    FactRow { height: auto; }
    FactRow .topic { width: 9; color: $text-accent; }
    FactRow .words { width: 1fr; height: auto; }
    """

    def __init__(self, topic: str, words: Content | Widget) -> None:
        super().__init__()
        self._topic, self._words = topic, words

    def compose(self) -> ComposeResult:
        yield Static(self._topic, classes="topic", markup=False)
        words = Static(self._words) if isinstance(self._words, Content) else self._words
        yield words.add_class("words")


PAGE_KEYS = (
    Binding("pagedown", "page(1)", "More facts", key_display="PgUp PgDn", show=False, priority=True),
    Binding("pageup", "page(-1)", show=False, priority=True),
)
"""Key bindings that scroll the sheet, for a screen with `action_page`."""


class EditionSheet(VerticalScroll, can_focus=False):
    """Scrolling sheet of an edition."""

    DEFAULT_CSS = "EditionSheet { padding: 0 1; scrollbar-size: 1 1; }"

    def __init__(self, edition: Edition, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.edition = edition

    def compose(self) -> ComposeResult:
        yield Facts(self.edition, titled=True)

    def show(self, edition: Edition) -> None:
        """Show another edition from the top, or the same one under other house rules in place."""
        if edition.slug != self.edition.slug:
            self.scroll_to(y=0, animate=False)
        self.edition = edition
        self.query_one(Facts).show(edition)

    def page(self, by: int) -> None:
        """Scroll by a page, forwards or back."""
        self.scroll_relative(y=by * max(1, self.size.height - 1), animate=False)


class Facts(Lines):
    """Facts of an edition: topics on the left, wrapped texts and the colours as pegs on the right.

    It is one widget that draws lines, because a widget per fact takes a second to lay out.
    """

    GROUND = "ground"

    def __init__(self, edition: Edition, *, titled: bool = False) -> None:
        super().__init__()
        self._edition, self._titled = edition, titled

    def show(self, edition: Edition) -> None:
        if edition != self._edition:
            self._edition = edition
            self.refresh(layout=True)

    def lines(self, width: int) -> list[Line]:
        edition, lines = self._edition, list[Line]()
        if self._titled:
            titles = wrap(edition_facts.title(edition), max(20, width))
            lines += [*([self.say(line, bold=True)] for line in titles), []]
        space = max(20, width - TOPIC)
        for topic, words in edition_facts.facts(edition):
            rows = (
                self._colours(space)
                if topic in ("Colours", "Digits")
                else [[self.say(each)] for each in wrap(words, space)]
            )
            for number, row in enumerate(rows):
                lines.append([self.say(f"{'' if number else topic:<{TOPIC}}", "accent"), *row])
        return lines

    def _colours(self, width: int) -> list[Line]:
        """Return the colours with their names, in as many columns as fit."""
        painter = PegPainter(self._edition, Settings(), self.look)
        names = [hue.label[1:] for hue in self._edition.hues]
        column = max(map(len, names)) + 5
        each = max(1, width // column)
        lines = list[Line]()
        for first in range(0, self._edition.colours, each):
            line = list[Span]()
            for colour in range(first, min(first + each, self._edition.colours)):
                line += painter.chip(Colour(colour), self.look[self.GROUND])
                line.append(self.say(f"{names[colour]:<{column - 3}}"))
            lines.append(line)
        return lines


class Colours(Lines):
    """The pegs of an edition, in as many lines as it takes."""

    GROUND = "ground"

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._edition: Edition | None = None

    def show(self, edition: Edition) -> None:
        if edition != self._edition:
            self._edition = edition
            self.refresh(layout=True)

    def lines(self, width: int) -> list[Line]:
        if self._edition is None:
            return []
        painter, each = PegPainter(self._edition, self._settings, self.look), max(1, width // 4)
        lines = list[Line]()
        for at, colour in enumerate(self._edition.kinds):
            chip = [*painter.chip(colour, self.look[self.GROUND]), self.say(" ")]
            lines = [*lines, chip] if at % each == 0 else [*lines[:-1], [*lines[-1], *chip]]
        return lines
