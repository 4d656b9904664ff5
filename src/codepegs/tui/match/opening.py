"""Opening of a match from another screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.storage.errors import CannotOpenArchive
from codepegs.table.keyboard import Keyboard
from codepegs.tui.context import AppContext, Visitor
from codepegs.tui.match.screen import MatchScreen
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.status import notify_error

if TYPE_CHECKING:
    from codepegs.table.local import LocalTables

    Opening = Callable[[LocalTables], Awaitable[Keyboard]]


def open_match(
    screen: Screen[Any], context: AppContext, opening: Opening, *, visitor: Visitor | None = None
) -> Coroutine[None, None, None]:
    """Show a match as soon as its table is open. Leaving it returns to `screen`.

    Keys that are typed from now on are for its board. Without an archive to save it in, ask whether
    to play unsaved. The match of a `visitor` is saved at its server.
    """
    context.typed = []
    return _open_match(screen, context, opening, visitor)


async def _open_match(
    screen: Screen[Any], context: AppContext, opening: Opening, visitor: Visitor | None
) -> None:
    try:
        try:
            keyboard = await opening(context.tables)
        except BaseException:  # also if the player left before it was open
            context.typed = None
            raise
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

    elsewhere = context.seats.keys() - {keyboard.view.id}

    def left(done: bool | None) -> None:
        if done:
            return
        # The match may be over, or may have gone on at the table of a rematch.
        links = [link for table, link in context.seats.items() if table not in elsewhere]
        if links:
            screen.app.notify(f"To return to your seat, join {links[-1]}", markup=False)
        elif visitor is None and context.saving:
            screen.app.notify("The game is saved. Choose Continue to go on with it.", markup=False)

    screen.app.clear_notifications()  # they would cover the colours and the keys
    screen.app.push_screen(make_match_screen(keyboard, context, visitor), left)


def make_match_screen(keyboard: Keyboard, context: AppContext, visitor: Visitor | None) -> MatchScreen:
    """Return the screen for a match of this program, or of a server if there is a `visitor`."""
    pace = context.pace if visitor is None else None
    settings = context.store.settings
    return MatchScreen(keyboard, settings=settings, pace=pace, context=context, visitor=visitor)
