"""Opening of a match from another screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.storage.errors import CannotOpenArchive
from codepegs.table.keyboard import Keyboard
from codepegs.tui.context import AppContext
from codepegs.tui.match.screen import MatchScreen
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.status import notify_error

if TYPE_CHECKING:
    from codepegs.table.local import LocalTables

    Opening = Callable[[LocalTables], Awaitable[Keyboard]]


async def open_match(
    screen: Screen[Any], context: AppContext, opening: Opening, *, remote: bool = False
) -> None:
    """Show a match as soon as its table is open. Leaving it returns to `screen`.

    Without an archive to save it in, ask whether to play unsaved. A `remote` match is saved at
    its server.
    """
    try:
        keyboard = await opening(context.tables)
    except CannotOpenArchive as refusal:

        async def play_unsaved() -> None:
            await context.stop_saving()
            await open_match(screen, context, opening)

        question = f"{escape_unprintable(str(refusal))}\n\nPlay without saving your games?"

        def answered(yes: bool | None) -> None:
            if yes:
                screen.run_worker(play_unsaved())

        screen.app.push_screen(ConfirmScreen(question), answered)
        return
    except CodepegsError as refusal:
        notify_error(screen, refusal)
        return

    match = keyboard.view.match
    replaced = match is not None and match.agreement.solo and match.agreement.daily is None

    def left(over: bool | None) -> None:
        if over:
            return
        if remote and keyboard.people:
            screen.app.notify("To return to your seat, join again with the same link.", markup=False)
        elif not remote and context.saving:
            warning = " A new solo game replaces it." if replaced else ""
            screen.app.notify(f"The game is saved. Choose Resume to continue it.{warning}", markup=False)

    screen.app.clear_notifications()  # they would cover the colours and the keys
    pace = None if remote else context.pace
    match_screen = MatchScreen(keyboard, settings=context.store.settings, pace=pace, context=context)
    screen.app.push_screen(match_screen, left)
