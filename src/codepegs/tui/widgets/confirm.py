"""Dialogs: a confirmation, and a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static


class ConfirmScreen(ModalScreen[bool]):
    """Dialog that returns yes or no, or None for Esc. Enter means no."""

    DEFAULT_CSS = """
    ConfirmScreen { align: center middle; }
    ConfirmScreen Vertical {
        width: 56; max-width: 100%; height: auto; padding: 1 2; border: round $warning; background: $surface;
    }
    ConfirmScreen Horizontal { height: 1; margin-top: 1; }
    ConfirmScreen Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n", "answer(False)", "No"),
        Binding("escape", "answer(None)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(self._question))
            with Horizontal():
                yield Button("No (n)", id="no", compact=True, variant="primary")
                yield Button("Yes (y)", id="yes", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool | None) -> None:
        self.dismiss(answer)


class ChoiceScreen(ModalScreen[str]):
    """Dialog that returns the name of one choice, or None for Esc and Enter. A number key chooses."""

    DEFAULT_CSS = """
    ChoiceScreen { align: center middle; }
    ChoiceScreen Vertical {
        width: 56; max-width: 100%; height: auto; padding: 1 2; border: round $warning; background: $surface;
    }
    ChoiceScreen Button { margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back"),
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, question: str, choices: Mapping[str, str] | None = None) -> None:
        """`choices` maps names to labels. Without any it shows a message."""
        super().__init__()
        self._question, self._choices = question, choices or {}

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(self._question))
            yield Button("Go back" if self._choices else "Go on", id="back", compact=True, variant="primary")
            for number, (name, label) in enumerate(self._choices.items(), start=1):
                yield Button(Content(f"{number}  {label}"), id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id if event.button.id in self._choices else None)

    def action_choose(self, number: int) -> None:
        if number <= len(self._choices):
            self.dismiss([*self._choices][number - 1])
