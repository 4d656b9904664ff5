"""Form field that steps through values, by arrows, mouse or typed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

LABEL, VALUE, NOTE = 19, 22, 24
"""Columns of the label with its mark, of the value between its arrows, and of a line of the note."""


class Stepper(Widget, can_focus=True):
    """Label and one of several values between arrows.

    `choices` maps values to labels, and `notes` to what stands next to them. A `typable` stepper
    also takes digits, so its value may be a number that is not among the choices.
    """

    class StepChanged(Message):
        """The user has changed the value."""

        def __init__(self, stepper: Stepper) -> None:
            super().__init__()
            self.stepper = stepper

        @property
        def control(self) -> Stepper:
            return self.stepper

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus", "step(-1)", "Change", key_display="←→"),
        Binding("right,plus", "step(1)", show=False),
    ]
    DEFAULT_CSS = """
    Stepper { height: auto; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    Stepper:focus { background: $block-cursor-background; }
    """
    value: reactive[str] = reactive("", layout=True)

    def __init__(
        self,
        label: str,
        value: str,
        choices: Mapping[str, str],
        *,
        notes: Mapping[str, str] | None = None,
        typable: bool = False,
        id: str,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self.label, self._choices, self._typable = label, dict(choices), typable
        self._notes = dict(notes or {})
        self._starts_number = True
        self.set_reactive(Stepper.value, value)

    def set_choices(self, choices: Mapping[str, str]) -> None:
        """Replace the values or their labels."""
        self._choices = dict(choices)
        self.refresh()

    def render(self) -> Content:
        shown = self._choices.get(self.value, self.value or "…")
        here = self.has_focus
        left, right = ("◂ ", " ▸") if here else ("  ", "  ")
        label = f"{'▶' if here else ' '} {self.label}"
        indent = " " * (LABEL + VALUE + 6)
        note = f"\n{indent}".join(wrap(self._notes.get(self.value, ""), NOTE))
        return Content.assemble(
            (f"{label:<{LABEL}}", "bold $foreground" if here else "$foreground-muted"),
            (left, "$accent"),
            (shown.center(VALUE), "bold $accent" if here else "bold $foreground"),
            (right, "$accent"),
            (f"  {note}", "$foreground" if here else "$foreground-muted"),
        )

    def action_step(self, by: int) -> None:
        """Go to the next or previous value, in a circle."""
        values = [*self._choices]
        at = values.index(self.value) + by if self.value in values else 0
        self._set(values[at % len(values)])

    def on_focus(self) -> None:
        self._starts_number = True

    def on_key(self, event: events.Key) -> None:
        """Add a digit to the number. The first digit after focus starts a new number."""
        typed = event.character or ""
        if self._typable and typed.isascii() and typed.isdecimal():
            self._set((typed if self._starts_number else self.value + typed)[-6:])
            self._starts_number = False
        elif self._typable and event.key == "backspace":
            self._set(self.value[:-1] if self.value.isdecimal() else "")
            self._starts_number = False
        else:
            return
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """Go back on the left arrow, forward on the value or the right arrow."""
        event.stop()
        place = event.x - LABEL
        if place >= 0:
            self.action_step(-1 if place < 4 else 1)

    def _set(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.post_message(self.StepChanged(self))
