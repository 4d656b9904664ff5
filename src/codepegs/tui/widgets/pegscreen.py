"""A screen with a tray and a board: pegs go from the one to the other."""

from __future__ import annotations

from textual.events import MouseUp
from textual.screen import Screen, ScreenResultType

from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.tray import Tray


class PegScreen(Screen[ScreenResultType]):
    """Takes pegs from its tray to its board, by clicks and by dragging."""

    @property
    def _board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    def on_tray_lifted(self, message: Tray.Lifted) -> None:
        self._board.lift(message.number)

    def on_tray_picked(self, message: Tray.Picked) -> None:
        self._board.pick(message.number)
        self._board.focus()

    def on_mouse_up(self, event: MouseUp) -> None:
        self._board.dragged = None
