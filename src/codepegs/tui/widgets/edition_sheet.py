"""Sheet of an edition: its title and its facts."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, ItemGrid, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from codepegs.notation import edition_facts
from codepegs.rules.edition import Edition
from codepegs.tui.look import paint_of


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
    Binding("pagedown", "page(1)", "More facts", key_display="pgup pgdn", show=False, priority=True),
    Binding("pageup", "page(-1)", show=False, priority=True),
)
"""Key bindings that scroll the sheet, for a screen with `action_page`."""


class EditionSheet(VerticalScroll, can_focus=False):
    """Scrolling sheet of an edition."""

    DEFAULT_CSS = """
    EditionSheet { padding: 0 1; scrollbar-size: 1 1; }
    EditionSheet .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, edition: Edition, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._edition = edition

    def compose(self) -> ComposeResult:
        yield from self._lines()

    async def show(self, edition: Edition) -> None:
        """Show another edition from the top, or the same one under other house rules in place."""
        if edition.slug != self._edition.slug:
            self.scroll_to(y=0, animate=False)
        if edition != self._edition:
            self._edition = edition
            await self.recompose()

    def page(self, by: int) -> None:
        """Scroll by a page, forwards or back."""
        self.scroll_relative(y=by * max(1, self.size.height - 1), animate=False)

    def _lines(self) -> Iterator[Static | FactRow]:
        edition = self._edition
        yield Static(edition_facts.title(edition), classes="title", markup=False)
        yield from fact_rows(edition)


def fact_rows(edition: Edition) -> Iterator[FactRow]:
    """Yield the facts of an edition as widgets."""
    for topic, words in edition_facts.facts(edition):
        yield FactRow(topic, swatches(edition) if topic == "Colours" else Content(words))


def swatches(edition: Edition) -> ItemGrid:
    """Return the colours of an edition, in as many columns as fit."""
    chips = (
        Content.assemble((f" {hue.letter} ", f"{paint.ink.true} on {paint.fill.true}"), f" {hue.name}")
        for hue in edition.hues
        for paint in [paint_of(hue)]
    )
    return ItemGrid(*map(Static, chips), min_column_width=max(len(hue.name) for hue in edition.hues) + 6)
