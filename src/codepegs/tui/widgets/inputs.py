"""Input widgets: a list to choose from, and a text field."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input, OptionList


class Chooser(OptionList):
    """Option list with long lines cut off, and its keys in the footer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "Move", key_display="↑ ↓"),
        Binding("down", "cursor_down", show=False),
        Binding("enter", "select", "Choose", key_display="enter"),
    ]
    DEFAULT_CSS = """
    Chooser { text-wrap: nowrap; text-overflow: ellipsis; scrollbar-size: 1 1; background: $surface; }
    Chooser > .option-list--option-highlighted { text-style: none; }
    Chooser:focus > .option-list--option-highlighted {
        background: $block-cursor-background; color: $foreground;
    }
    """


class PrintableInput(Input):
    """Text field that drops unprintable characters, such as terminal control codes."""

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"

    def validate_value(self, value: str) -> str:
        return "".join(character for character in value if character.isprintable())
