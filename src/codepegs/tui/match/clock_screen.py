"""Dialog for a time limit that the players agree on during a match."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from codepegs.errors import CodepegsError
from codepegs.rules.edition import MAX_TIME_LIMIT
from codepegs.table import offers
from codepegs.tui.widgets.inputs import PrintableInput

DEFAULT_SECONDS = 60


class ClockScreen(ModalScreen[str]):
    """Asks for seconds, and returns the offer: `clock SECONDS` or `clock off`."""

    DEFAULT_CSS = """
    ClockScreen { align: center middle; }
    ClockScreen Vertical {
        width: 56; max-width: 100%; height: auto; padding: 1 2; border: round $primary; background: $surface;
    }
    ClockScreen #refusal { color: $text-error; }
    ClockScreen Horizontal { height: 1; margin-top: 1; }
    ClockScreen Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, question: str, *, limit: int | None) -> None:
        """`limit` is the present time limit in seconds."""
        super().__init__()
        self._question, self._limit = question, limit

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(self._question))
            yield PrintableInput(str(self._limit or DEFAULT_SECONDS), type="integer", max_length=6)
            yield Static(id="refusal")
            with Horizontal():
                yield Button("Enter agree", id="agree", compact=True, variant="primary")
                off = Button("No time limit", id="off", compact=True)
                off.display = self._limit is not None
                yield off
                yield Button("Esc back", id="back", compact=True)

    def on_input_submitted(self) -> None:
        self._offer(self.query_one(PrintableInput).value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        match event.button.id:
            case "agree":
                self._offer(self.query_one(PrintableInput).value)
            case "off":
                self._offer("off")
            case _:
                self.dismiss(None)

    def _offer(self, limit: str) -> None:
        text = f"clock {limit}"
        try:
            offers.check(text)
        except CodepegsError:
            self.query_one("#refusal", Static).update(Content(f"Enter 1 to {MAX_TIME_LIMIT} seconds."))
        else:
            self.dismiss(text)
