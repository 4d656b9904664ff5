"""Input widgets: a list to choose from, and a text field."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList


class Chooser(OptionList):
    """Lines that do not wrap unless they are made of two."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Move", key_display="↑ ↓"),
        Binding("down", "cursor_down", show=False),
        Binding("enter", "select", "Choose", key_display="enter"),
    ]
    DEFAULT_CSS = """
    Chooser { text-wrap: nowrap; text-overflow: ellipsis; scrollbar-size: 1 1; background: $surface; }
    Chooser > .option-list--option-highlighted { text-style: none; }
    Chooser:focus > .option-list--option-highlighted { background: $primary 45%; color: $foreground; }
    """


class PrintableInput(Input):
    """Whatever is typed or pasted, characters that do not print are left out."""

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"

    def validate_value(self, value: str) -> str:
        return "".join(character for character in value if character.isprintable())
