"""Screen that hides the match while two people change places at the keyboard."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static


class HandoverScreen(Screen[bool]):
    """Names the player who should take the keyboard. Returns True, or False to leave the match.

    Enter opens it, but not the Enter of a player who types ahead: the keys must rest for a
    moment first. F2 opens it at once. Other keys do nothing.
    """

    REST = 1.0
    """Seconds without a key before Enter counts."""

    DEFAULT_CSS = """
    HandoverScreen { align: center middle; hatch: right $surface; }
    HandoverScreen Vertical {
        width: 60; max-width: 100%; height: auto; padding: 1 2; border: round $primary;
        background: $background;
    }
    HandoverScreen Static { width: 100%; height: auto; margin-bottom: 1; }
    HandoverScreen #name { text-style: bold; }
    HandoverScreen #leave { margin: 1 0 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "lift", "Lift the cover"),
        Binding("enter", "lift_if_rested", show=False, priority=True),
        Binding("escape", "leave", "Leave"),
    ]

    def __init__(self, name: str, why: str, look_away: str | None) -> None:
        """`look_away` names the player who must not see the code."""
        super().__init__()
        self._player_name, self._why, self._look_away = name, why, look_away
        self._last_key = monotonic()

    def compose(self) -> ComposeResult:
        with Vertical():
            if self._look_away is not None:
                yield Static(Content(f"{self._look_away}, look away."))
            when = " when only you can see the screen" if self._look_away else ""
            yield Static(Content(f"{self._player_name}, press Enter{when}."), id="name")
            yield Static(Content(self._why))
            button = Button("Enter  I'm ready", id="lift", compact=True, variant="primary")
            # With the focus, an Enter that was meant for the match would press it.
            button.can_focus = False
            yield button
            yield Static(Content("Press Esc to save the match and go to the menu."), id="leave")

    def on_button_pressed(self) -> None:
        self.action_lift()

    def on_key(self) -> None:
        self._last_key = monotonic()

    def action_lift_if_rested(self) -> None:
        """Open the cover, unless Enter was typed together with other keys."""
        rested = monotonic() - self._last_key >= self.REST
        self._last_key = monotonic()
        if rested:
            self.dismiss(True)

    def action_lift(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
