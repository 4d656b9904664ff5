"""The Textual application."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from codepegs.tui.context import AppContext
from codepegs.tui.screens.menu import MenuScreen

THEME = Theme(
    name="codepegs",
    primary="#4f8fc0",
    secondary="#8a6d4b",
    accent="#f0b429",
    warning="#e69f00",
    error="#e5604d",
    success="#3fb58b",
    foreground="#ece7dd",
    background="#16181d",
    surface="#1f2229",
    panel="#292d36",
)


class CodepegsApp(App[None]):
    """The game in a terminal. Its `context` holds everything from outside: archive, settings, clocks."""

    TITLE = "codepegs"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Keys", key_display="?"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
    ]

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context

    def get_default_screen(self) -> Screen[None]:
        return MenuScreen(self._app_context)

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = THEME.name
        self.animation_level = self._app_context.store.settings.animation
        # There may be no such signals, or this may not be the main thread.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)

    def action_help(self) -> None:
        """Show the keys of the current screen, and the rules."""
        from codepegs.tui.screens.help import HelpScreen

        edition = getattr(self.screen, "edition", None) or self._app_context.store.match_form.edition
        self.push_screen(HelpScreen(edition, self.screen))
