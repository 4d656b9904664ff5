"""First step of a custom game: the edition."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets.option_list import Option

from codepegs.notation.feel import FEELS
from codepegs.rules.agreement import Agreement
from codepegs.rules.catalogue import CATALOGUE
from codepegs.tui.setup.form_screen import MatchFormScreen
from codepegs.tui.store import Store
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.edition_sheet import PAGE_KEYS, EditionSheet
from codepegs.tui.widgets.inputs import Chooser
from codepegs.tui.widgets.key_line import KeyLine

_BY_FEEL = {feel.slug: (feel.name, feel.note) for feel in FEELS}
PRINTED = [slug for slug, edition in CATALOGUE.items() if edition.box.sheet or slug not in _BY_FEEL]
"""Editions of which there is a box, and those that have no feel."""
CHOICES = [*_BY_FEEL, *PRINTED]
"""Slug of each line: those with a feel first, then the boxes."""


class EditionScreen(AppScreen[Agreement | None]):
    """List of editions with their facts. Returns the agreement made in the second step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *PAGE_KEYS,
        Binding("escape", "dismiss(None)", "Back"),
        *(Binding(str(number), f"jump({number})", show=False) for number in range(1, 10)),
    ]
    CSS = """
    EditionScreen Chooser { width: 38; height: 1fr; border: none; padding: 1 0; background: $background; }
    EditionScreen EditionSheet { width: 1fr; padding: 1 1 0 2; }
    """

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    @property
    def edition(self) -> str:
        """Slug of the highlighted edition, for the help screen."""
        at = self.query_one(Chooser).highlighted
        return CHOICES[at or 0]

    def compose(self) -> ComposeResult:
        yield TitleBar("Custom game: which board?")
        lines = [_line(index) for index in range(len(CHOICES))]
        with Horizontal():
            yield Chooser(*lines[: len(FEELS)], None, *lines[len(FEELS) :])
            yield EditionSheet(CATALOGUE[self._store.match_form.edition])
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Chooser).highlighted = CHOICES.index(self._store.match_form.edition)

    def on_option_list_option_highlighted(self, event: Chooser.OptionHighlighted) -> None:
        # Skip the first line, which is highlighted for a moment before the one that was chosen last.
        if event.option_index == event.option_list.highlighted:
            self.query_one(EditionSheet).show(CATALOGUE[CHOICES[event.option_index]])

    def on_option_list_option_selected(self, event: Chooser.OptionSelected) -> None:
        form = self._store.match_form.with_edition(CHOICES[event.option_index])
        self.app.push_screen(MatchFormScreen(self._store, form, custom=True), self._agreed)

    def action_jump(self, number: int) -> None:
        self.query_one(Chooser).highlighted = number - 1

    def action_page(self, by: int) -> None:
        self.query_one(EditionSheet).page(by)

    def _agreed(self, agreement: Agreement | None) -> None:
        if agreement is not None:
            self.dismiss(agreement)


def _line(index: int) -> Option:
    slug = CHOICES[index]
    name, note = _BY_FEEL[slug] if index < len(FEELS) else (CATALOGUE[slug].box.title, "")
    key = str(index + 1) if index < 9 else " "
    return Option(
        Content.assemble((f" {key} ", "bold $accent"), f" {name:<12}", (f" {note}", "$foreground-muted"))
    )
