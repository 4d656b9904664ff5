"""Input widgets: a list to choose from, a text field, and the button of a form."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Input, OptionList, Static

from codepegs.tui.widgets.stepper import LABEL


class Chooser(OptionList):
    """Option list with long lines cut off, and its keys in the footer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "Move", key_display="↑↓"),
        Binding("down,j", "cursor_down", show=False),
        Binding("enter", "select", "Choose"),
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


class NameField(Horizontal):
    """Labelled text field in a form. The ID is that of the field itself."""

    DEFAULT_CSS = f"""
    NameField {{ height: 1; }}
    NameField Static {{ width: {LABEL + 2}; color: $text-muted; padding-left: 2; }}
    NameField Input {{ width: 1fr; background: transparent; text-style: bold; }}
    NameField:focus-within {{ background: $block-cursor-background; }}
    NameField:focus-within Static {{ color: $foreground; text-style: bold; }}
    """

    def __init__(self, label: str, value: str = "", *, max_length: int = 200, id: str) -> None:  # noqa: A002
        field = PrintableInput(value, max_length=max_length, compact=True, select_on_focus=True, id=id)
        super().__init__(Static(label, markup=False), field)


class StartButton(Button, can_focus=False):
    """Button for the mouse. Enter starts from any field."""
