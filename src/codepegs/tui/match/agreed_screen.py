"""Dialog with all terms of a match as they are agreed now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class AgreedScreen(ModalScreen[None]):
    """List of terms in sentences. Esc, F1 or Enter closes it."""

    DEFAULT_CSS = """
    AgreedScreen { align: center middle; }
    AgreedScreen VerticalScroll {
        width: 72; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; border: round $primary; background: $surface;
    }
    AgreedScreen .heading { text-style: bold; margin-bottom: 1; }
    AgreedScreen .end { color: $text-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,enter", "dismiss", "Close")]

    def __init__(self, agreed: Iterable[str]) -> None:
        super().__init__()
        self._agreed = tuple(agreed)

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static("Match details", classes="heading")
            for sentence in self._agreed:
                yield Static(Content(f"· {sentence}"))
            yield Static("Press Esc to close.", classes="end")
