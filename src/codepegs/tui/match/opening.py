"""Opening of a match from another screen."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from textual.screen import Screen

from codepegs.errors import CodepegsError
from codepegs.table.keyboard import Keyboard
from codepegs.tui.context import AppContext
from codepegs.tui.match.screen import MatchScreen
from codepegs.tui.widgets.status import notify_error


async def open_match(screen: Screen[Any], context: AppContext, opening: Awaitable[Keyboard]) -> None:
    """Show a match as soon as its table is open. Leaving it returns to `screen`."""
    try:
        keyboard = await opening
    except CodepegsError as refusal:
        notify_error(screen, refusal)
        return

    match = keyboard.view.match
    replaced = match is not None and match.agreement.solo and match.agreement.daily is None

    def left(over: bool | None) -> None:
        if not over:
            warning = " A new solo game replaces it." if replaced else ""
            screen.app.notify(f"The game is saved. Choose Resume to continue it.{warning}", markup=False)

    screen.app.clear_notifications()  # they would cover the colours and the keys
    match_screen = MatchScreen(keyboard, settings=context.store.settings, pace=context.pace, context=context)
    screen.app.push_screen(match_screen, left)
