"""Facts of an edition beside whatever is chosen about it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import Horizontal, ItemGrid, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from codepegs.notation import facts
from codepegs.rules.edition import Edition


class Fact(Horizontal):
    """A topic and what there is to say about it, which wraps beside it."""

    DEFAULT_CSS = """
    Fact { height: auto; }
    Fact .topic { width: 9; color: $text-accent; }
    Fact .words { width: 1fr; height: auto; }
    """

    def __init__(self, topic: str, words: Content | Widget) -> None:
        super().__init__()
        self._topic, self._words = topic, words

    def compose(self) -> ComposeResult:
        yield Static(self._topic, classes="topic", markup=False)
        words = Static(self._words) if isinstance(self._words, Content) else self._words
        yield words.add_class("words")


class Facts(VerticalScroll, can_focus=False):
    """The sheet of an edition: its title and its facts."""

    DEFAULT_CSS = """
    Facts { padding: 0 1; scrollbar-size: 1 1; }
    Facts .title { text-style: bold; margin-bottom: 1; }
    """

    def __init__(self, edition: Edition, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._edition = edition

    def compose(self) -> ComposeResult:
        yield from self._lines()

    async def show(self, edition: Edition) -> None:
        """Change to another edition, or to one under other house rules."""
        if edition != self._edition:
            self._edition = edition
            await self.recompose()

    def _lines(self) -> Iterator[Static | Fact]:
        edition = self._edition
        yield Static(facts.title(edition), classes="title", markup=False)
        yield from sheet(edition)


def sheet(edition: Edition) -> Iterator[Fact]:
    """The facts of an edition, a widget each."""
    for topic, words in facts.facts(edition):
        yield Fact(topic, swatches(edition) if topic == "Colours" else Content(words))


def swatches(edition: Edition) -> ItemGrid:
    """The colours by letter and name, each letter on its paint, in as many columns as there is room for."""
    chips = (
        Content.assemble((f" {hue.letter} ", f"{hue.paint.ink} on {hue.paint.fill}"), f" {hue.name}")
        for hue in edition.hues
    )
    return ItemGrid(*map(Static, chips), min_column_width=max(len(hue.name) for hue in edition.hues) + 6)
