"""Base of the match screen: the keyboard, messages to the player, and commands to the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, TypeVar

from codepegs.players.level import level_of
from codepegs.rules.move import ACTS as ACT_OF
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView
from codepegs.table.keyboard import Keyboard
from codepegs.tui.context import AppContext, Visitor
from codepegs.tui.match import narration
from codepegs.tui.match.layout import MatchLayout
from codepegs.tui.match.result_card import ResultCard
from codepegs.tui.pace import Pace
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.play_board import PegScreen, PlayBoard
from codepegs.tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from codepegs.table.local import LocalTables

T = TypeVar("T")


class TableScreen(PegScreen[bool]):
    """Screen at a table. Its parts (moves, agreements, aids, result) are subclasses of their own."""

    SMALL_NOTE = "Your game is safe.\n\n"

    def __init__(
        self,
        keyboard: Keyboard,
        *,
        settings: Settings,
        pace: Pace | None = None,
        context: AppContext | None = None,
        visitor: Visitor | None = None,
    ) -> None:
        """`pace` is the delay between the moves of computers, if it can be changed here.

        `visitor` has joined the match at a server.
        `context` has the archive with the player's results, and the settings that can be changed.
        """
        super().__init__()
        self._settings, self._pace, self._app_context = settings, pace, context
        self._visitor = visitor
        self._sit_down(keyboard)

    def _sit_down(self, keyboard: Keyboard) -> None:
        """Start at a table: the first one, or that of a rematch."""
        self._keyboard = keyboard
        self._index: int | None = None
        """A finished game that stays on the screen until a player continues."""
        self._watched = False
        """Whether somebody saw this table before the change that is shown now."""

    @property
    def _match_layout(self) -> MatchLayout:
        return self.query_one(MatchLayout)

    @property
    def _emptied(self) -> bool:
        """Whether the widgets are being removed, while a change may still arrive."""
        return not all(self.query(part) for part in (StatusLine, PlayBoard, ResultCard, KeyLine))

    # The match ------------------------------------------------------------------------

    @property
    def _finished(self) -> bool:
        """Whether the game on the screen is over."""
        return self._index is not None or self._keyboard.view.over

    @property
    def _tables(self) -> LocalTables | None:
        """The tables of this program, if the match is played at one of them and not at a server."""
        return None if self._pace is None or self._app_context is None else self._app_context.tables

    @property
    def _untouched(self) -> bool:
        """Whether this is a solo game without a guess, of which nothing is worth keeping."""
        match = self._keyboard.view.match
        if match is None or match.agreement.daily is not None:
            return False
        return match.agreement.solo and match.outcome is None and not match.game.board.rows

    @property
    def _player(self) -> PlayerNumber | None:
        """The player who has the keyboard, or any of those who share it."""
        if self._keyboard.sitting is not None:
            return self._keyboard.sitting
        return next(iter(self._keyboard.people), None)

    @property
    def _computer_to_move(self) -> bool:
        view = self._keyboard.view
        name = None if view.turn is None or self._index is not None else view.names[view.turn]
        return name is not None and level_of(name) is not None

    def _shown_index(self, match: MatchView) -> int:
        return len(match.games) - 1 if self._index is None else self._index

    # Words ----------------------------------------------------------------------------

    _late = ""
    """Why the last command was too late. The player reads it when the board shows what came first."""

    def _say(self, words: str) -> None:
        if not self._emptied:
            self._match_layout.show_status(words)

    def _confirm(self, question: str, then: Callable[[], None]) -> None:
        self.app.push_screen(ConfirmScreen(question), lambda yes: then() if yes else None)

    def _show(self) -> None:
        """Show the view."""
        raise NotImplementedError

    def _advance(self) -> None:
        """Give the turn to the next player, and show the view."""
        raise NotImplementedError

    # Commands to the table ------------------------------------------------------------

    def _start(self, name: str, work: Coroutine[None, None, object]) -> None:
        """Run a command in the background, unless the same one is still running."""
        if any(worker.group == name and not worker.is_finished for worker in self.workers):
            work.close()
        else:
            self.run_worker(work, group=name)

    async def _attempt(self, command: Awaitable[T]) -> T | None:
        """Wait for a command. If it is refused or fails, say so; the row on the board stays as it is."""
        try:
            return await command
        except Exception as error:  # even a bug must not end the application
            if not self._emptied:
                self._board.unlock()
            words = narration.describe_failure(error)
            self._late = words if words == narration.TOO_LATE else ""
            self._say(words)
            return None

    def _play(self, move: Move, player: PlayerNumber, *, at: int) -> None:
        name = ACT_OF[type(move)].value
        self._start(name, self._attempt(self._keyboard.play(move, player, at=at)))

    def action_leave(self) -> None:
        if self.is_current:
            self.dismiss(self._keyboard.view.over or self._untouched)
