"""Screen that hides the match while two people change places at the keyboard."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static


class HandoverScreen(Screen[bool]):
    """Names the player who should take the keyboard. Returns True, or False to leave the match.

    Only F2 opens it. Enter and letters do not, because people type them too early.
    """

    DEFAULT_CSS = """
    HandoverScreen { align: center middle; hatch: right $surface; }
    HandoverScreen Vertical {
        width: 60; max-width: 100%; height: auto; padding: 1 2; border: round $primary;
        background: $background;
    }
    HandoverScreen Static { width: 100%; height: auto; margin-bottom: 1; }
    HandoverScreen #name { text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "lift", "Lift the cover"),
        Binding("escape", "leave", "Leave"),
    ]

    def __init__(self, name: str, why: str, look_away: str | None) -> None:
        """`look_away` names the player who must not see the code."""
        super().__init__()
        self._player_name, self._why, self._look_away = name, why, look_away

    def compose(self) -> ComposeResult:
        with Vertical():
            if self._look_away is not None:
                yield Static(Content(f"{self._look_away}, look away."))
            when = " when only you can see the screen" if self._look_away else ""
            yield Static(Content(f"{self._player_name}, press F2{when}."), id="name")
            yield Static(Content(self._why))
            button = Button("F2  Here I am", id="lift", compact=True, variant="primary")
            # With the focus, an Enter that was meant for the match would press it.
            button.can_focus = False
            yield button
            yield Static(Content("\nEsc leaves; the match is kept."))

    def on_button_pressed(self) -> None:
        self.action_lift()

    def action_lift(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
