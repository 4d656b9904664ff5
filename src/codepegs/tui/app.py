"""The Textual application."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Event, Key
from textual.screen import Screen
from textual.widgets import Static

from codepegs.errors import CodepegsError
from codepegs.tui.context import AppContext
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.look import PaintedApp
from codepegs.tui.paints import THEMES
from codepegs.tui.screens.menu import MenuScreen
from codepegs.tui.widgets.app_screen import is_row_key

if TYPE_CHECKING:
    from codepegs.tui.context import Visitor


class CodepegsApp(PaintedApp):
    """The game in a terminal. Its `context` holds everything from outside: archive, settings, clocks."""

    TITLE = "codepegs"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Keys", key_display="?"),
        Binding("ctrl+y", "next_theme", "Theme", show=False),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, context: AppContext) -> None:
        super().__init__(context.store.settings.theme)
        self._app_context = context

    def get_default_screen(self) -> Screen[None]:
        return MenuScreen(self._app_context)

    def on_mount(self) -> None:
        self.animation_level = self._app_context.store.settings.animation
        # There may be no such signals, or this may not be the main thread.
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)

    async def on_unmount(self) -> None:
        await self._app_context.close_tables()

    async def on_event(self, event: Event) -> None:
        """Keep keys for the table that is being opened, even if they were typed just before it."""
        if isinstance(event, Key) and event.key == "ctrl+j":
            event = Key("enter", "\r")  # an Enter from before Textual had set the mode of the terminal
        typed = self._app_context.typed
        if typed is not None and isinstance(event, Key) and is_row_key(event):
            typed.append(event)
        else:
            await super().on_event(event)

    def action_next_theme(self) -> None:
        """Change to the next theme, and remember it."""
        store, names = self._app_context.store, [*THEMES]
        theme = names[(names.index(self.look.theme) + 1) % len(names)]
        self.apply_theme(theme)
        with suppress(SettingsNotSaved):
            store.save(settings=replace(store.settings, theme=theme))

    def action_help(self) -> None:
        """Show the keys of the current screen, and the rules."""
        from codepegs.tui.screens.help import HelpScreen

        edition = getattr(self.screen, "edition", None) or self._app_context.store.match_form.edition
        self.push_screen(HelpScreen(self._app_context, edition, self.screen))

    def action_statistics(self) -> None:
        """Show the statistics of everybody who plays here."""
        from codepegs.tui.screens.statistics import StatisticsScreen

        self.push_screen(StatisticsScreen(self._app_context))


class MatchApp(CodepegsApp):
    """The application with one match and without a menu. It ends when the player leaves the match."""

    def __init__(self, context: AppContext, visitor: Visitor) -> None:
        super().__init__(context)
        self._visitor = visitor
        self.error: CodepegsError | None = None
        """Why the match could not be opened."""

    def get_default_screen(self) -> Screen[None]:
        return OpeningScreen()

    def on_mount(self) -> None:
        self._app_context.typed = []
        self.run_worker(self._open_match())

    async def _open_match(self) -> None:
        from codepegs.tui.match.opening import make_match_screen

        try:
            keyboard = await self._visitor.open_keyboard()
        except CodepegsError as error:
            self.error = error
            self.exit(return_code=1)
            return
        screen = make_match_screen(keyboard, self._app_context, self._visitor)
        self.push_screen(screen, lambda _: self.exit())


class OpeningScreen(Screen[None]):
    """Shown until the match is there."""

    def compose(self) -> ComposeResult:
        yield Static("Opening the table …")


def run_match(context: AppContext, visitor: Visitor) -> int:
    """Play or watch one match until the player leaves, and return the exit code.

    An error of the connection is raised here after the terminal is restored.
    """
    app = MatchApp(context, visitor)
    app.run()
    if app.error is not None:
        raise app.error
    return app.return_code or 0
