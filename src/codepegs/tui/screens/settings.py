"""Settings screen."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.look import PaintedApp
from codepegs.tui.store import Store
from codepegs.tui.widgets.app_screen import AppScreen, KeyLine
from codepegs.tui.widgets.status import notify_error
from codepegs.tui.widgets.stepper import Stepper

THEME_NAMES = {
    "dark": "dark",
    "light": "light",
    "contrast": "high contrast",
    "terminal": "follow the terminal",
}


class SettingsScreen(AppScreen[None]):
    """Form of three settings. Changes apply and are saved at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Move", key_display="↑↓"),
        Binding("down", "app.focus_next", show=False),
        Binding("escape,enter", "dismiss", "Back", key_display="Esc"),
    ]
    CSS = """
    SettingsScreen { align: center middle; }
    SettingsScreen #sheet {
        width: 64; max-width: 100%; height: auto; border: round $primary; padding: 1 2;
    }
    SettingsScreen #says { margin-top: 1; color: $text-muted; padding: 0 1; }
    """

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def compose(self) -> ComposeResult:
        settings = self._store.settings
        with Vertical(id="sheet") as sheet:
            sheet.border_title = "Settings"
            yield Stepper(
                "Pegs carry", settings.symbols, {"letters": "letters", "shapes": "shapes"}, id="symbols"
            )
            yield Stepper("Theme", settings.theme, THEME_NAMES, id="theme")
            yield Stepper(
                "Motion", "on" if settings.motion else "off", {"on": "on", "off": "off"}, id="motion"
            )
            yield Static(
                "You can always tell pegs apart without colour. Their colours are chosen for every kind of "
                "colour blindness too. Motion off: pegs appear at once, and nothing scrolls or blinks.",
                id="says",
            )
        yield KeyLine()

    def on_stepper_step_changed(self, event: Stepper.StepChanged) -> None:
        name, value = event.stepper.id, event.stepper.value
        change = {name: value == "on" if name == "motion" else value}
        try:
            self._store.save(settings=replace(self._store.settings, **change))  # type: ignore[arg-type]
        except SettingsNotSaved as refusal:
            notify_error(self, refusal)
        self.app.animation_level = self._store.settings.animation
        if name == "theme" and isinstance(self.app, PaintedApp):
            self.app.wear(self._store.settings.theme)
