"""First step of a new match: the edition."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.widgets.option_list import Option

from codepegs.rules.agreement import Agreement
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.edition import Edition
from codepegs.tui.setup.terms_screen import TermsScreen
from codepegs.tui.store import Store
from codepegs.tui.widgets.edition_sheet import PAGE_KEYS, EditionSheet
from codepegs.tui.widgets.inputs import Chooser


class EditionScreen(Screen[Agreement | None]):
    """List of editions with their facts. Returns the agreement made in the second step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *PAGE_KEYS,
        Binding("escape", "dismiss(None)", "Back"),
        *(Binding(str(number), f"jump({number})", show=False) for number in range(1, len(CATALOGUE) + 1)),
    ]
    CSS = """
    EditionScreen .heading { padding: 0 1; height: 1; background: $panel; text-style: bold; }
    EditionScreen Chooser {
        width: 32; height: 1fr; border: none; padding: 1 0;
    }
    EditionScreen EditionSheet { width: 1fr; padding: 1 1 0 2; }
    """

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    @property
    def edition(self) -> str:
        """Slug of the highlighted edition, for the help screen."""
        at = self.query_one(Chooser).highlighted
        return [*CATALOGUE][at or 0]

    def compose(self) -> ComposeResult:
        yield Static("New match: which edition?", classes="heading")
        with Horizontal():
            yield Chooser(*map(_option, range(len(CATALOGUE)), CATALOGUE.values()))
            yield EditionSheet(CATALOGUE[self._store.match_form.edition])
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(Chooser).highlighted = [*CATALOGUE].index(self._store.match_form.edition)

    async def on_option_list_option_highlighted(self, event: Chooser.OptionHighlighted) -> None:
        assert event.option_id is not None
        await self.query_one(EditionSheet).show(CATALOGUE[event.option_id])

    def on_option_list_option_selected(self, event: Chooser.OptionSelected) -> None:
        assert event.option_id is not None
        self._choose(event.option_id)

    def action_jump(self, number: int) -> None:
        self.query_one(Chooser).highlighted = number - 1

    def action_page(self, by: int) -> None:
        self.query_one(EditionSheet).page(by)

    def _choose(self, slug: str) -> None:
        form = self._store.match_form.with_edition(slug)
        self.app.push_screen(TermsScreen(self._store, form), self._agreed)

    def _agreed(self, agreement: Agreement | None) -> None:
        if agreement is not None:
            self.dismiss(agreement)


def _option(index: int, edition: Edition) -> Option:
    words = Content.assemble((f" {index + 1} ", "$accent"), Content(edition.box.title))
    return Option(words, id=edition.slug)
