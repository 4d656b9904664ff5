"""Settings screen."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from codepegs.errors import IllegalAgreement
from codepegs.players.level import check_person
from codepegs.rules.agreement import MAX_NAME_LENGTH
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.look import PaintedApp
from codepegs.tui.match_form import MatchForm
from codepegs.tui.settings import Settings
from codepegs.tui.store import Store
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.inputs import NameField
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.status import notify_error
from codepegs.tui.widgets.stepper import Stepper

THEME_NAMES = {
    "dark": "dark",
    "light": "light",
    "contrast": "high contrast",
    "terminal": "follow the terminal",
}


_ON = {"on": "on", "off": "off"}


class SettingsScreen(AppScreen[None]):
    """Form of the settings. Changes apply and are saved at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "Field", key_display="↑↓", priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("escape,enter", "dismiss", "Back", key_display="Esc"),
    ]
    CSS = """
    SettingsScreen #middle { align: center middle; height: 1fr; }
    SettingsScreen #sheet { width: 66; max-width: 100%; height: auto; }
    SettingsScreen #says, SettingsScreen #refusal { margin: 1 2 0 2; color: $text-muted; height: auto; }
    SettingsScreen #refusal { color: $text-error; display: none; }
    """

    def __init__(self, store: Store) -> None:
        super().__init__()
        self._store = store

    def compose(self) -> ComposeResult:
        settings = self._store.settings
        symbols = {"letters": "letters", "shapes": "shapes"}
        yield TitleBar("Settings")
        with Vertical(id="middle"), Vertical(id="sheet"):
            yield Stepper("Peg labels", settings.symbols, symbols, id="symbols")
            yield Stepper("Theme", settings.theme, THEME_NAMES, id="theme")
            yield Stepper("Motion", _switch(settings.motion), _ON, id="motion")
            yield Stepper("Bell", _switch(settings.bell), _ON, notes={"on": "on your turn"}, id="bell")
            yield NameField("Your name", self._store.match_form.one, max_length=MAX_NAME_LENGTH, id="one")
            yield Static("", id="refusal", markup=False)
            yield Static(
                "Every peg has a letter or a shape, so you never need the colours. The colours work for most "
                "kinds of colour blindness. With motion off, pegs appear at once and nothing scrolls or "
                "blinks.",
                id="says",
            )
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#symbols").focus()

    def on_stepper_step_changed(self, event: Stepper.StepChanged) -> None:
        name, value = event.stepper.id, event.stepper.value
        change = {name: value == "on" if name in ("motion", "bell") else value}
        self._save(settings=replace(self._store.settings, **change))  # type: ignore[arg-type]
        self.app.animation_level = self._store.settings.animation
        if name == "theme" and isinstance(self.app, PaintedApp):
            self.app.apply_theme(self._store.settings.theme)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Save a valid name. Statistics and the daily streak belong to it."""
        name, refusal = " ".join(event.value.split()), self.query_one("#refusal", Static)
        try:
            check_person(name)
        except IllegalAgreement as error:
            refusal.update(Content(str(error)))
            refusal.display = True
            return
        refusal.display = False
        if name != self._store.match_form.one:
            self._save(match_form=replace(self._store.match_form, one=name))

    def on_input_submitted(self) -> None:
        self.dismiss()

    def _save(self, *, settings: Settings | None = None, match_form: MatchForm | None = None) -> None:
        try:
            self._store.save(settings=settings, match_form=match_form)
        except SettingsNotSaved as refusal:
            notify_error(self, refusal)


def _switch(on: bool) -> str:
    return "on" if on else "off"
