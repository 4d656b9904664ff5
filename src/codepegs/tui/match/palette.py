"""Palette of all actions, with a filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from codepegs.tui.widgets.inputs import Chooser, PrintableInput
from codepegs.tui.widgets.panel_dialog import PanelDialog


@dataclass(frozen=True, slots=True)
class Entry:
    """An action to choose: its name, its title, and the name of its key."""

    name: str
    title: str
    key: str


class PaletteScreen(PanelDialog[str]):
    """Lists actions, those that contain what is typed. Returns the name of one, or None for Esc."""

    DEFAULT_CSS = """
    PaletteScreen Input, PaletteScreen Input:focus {
        border: none; height: 1; padding: 0; background: $surface;
    }
    PaletteScreen Chooser { border: none; height: 1fr; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('up')", show=False, priority=True),
        Binding("down", "move('down')", show=False, priority=True),
        Binding("escape", "dismiss", "Back"),
    ]

    def __init__(self, entries: Sequence[Entry]) -> None:
        super().__init__()
        self._entries = entries

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = "Actions"
            yield PrintableInput(placeholder=": type to search", select_on_focus=False)
            chooser = Chooser(id="entries")
            chooser.can_focus = False
            yield chooser

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(self._list, "")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._list(event.value)

    def _list(self, wanted: str) -> None:
        """List the actions whose titles have every word, in any case."""
        words = wanted.casefold().split()
        found = [entry for entry in self._entries if all(word in entry.title.casefold() for word in words)]
        chooser = self.query_one(Chooser)
        width = max(10, chooser.scrollable_content_region.width - 2)
        chooser.clear_options()
        chooser.add_options(Option(_line(entry, width), id=entry.name) for entry in found)
        chooser.highlighted = 0 if found else None

    def action_move(self, way: str) -> None:
        chooser = self.query_one(Chooser)
        (chooser.action_cursor_up if way == "up" else chooser.action_cursor_down)()

    def on_input_submitted(self) -> None:
        chooser = self.query_one(Chooser)
        if chooser.highlighted is not None:
            self.dismiss(chooser.get_option_at_index(chooser.highlighted).id)

    def on_option_list_option_selected(self, event: Chooser.OptionSelected) -> None:
        self.dismiss(event.option_id)


def _line(entry: Entry, width: int) -> Content:
    space = " " * max(1, width - len(entry.title) - len(entry.key))
    return Content.assemble(entry.title, space, (entry.key, "$foreground-muted"))
