"""A host for a table, and hands to play at it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from textual.app import App

from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.tui.settings import Settings
from codepegs.tui.table import TableScreen


class Host(App[None]):
    """Opens a table, and keeps what a table is given to keep."""

    def __init__(
        self,
        match: Match,
        *,
        settings: Settings | None = None,
        seed: int = 1,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__()
        self.table_match, self.settings, self.seed, self.clock = match, settings or Settings(), seed, clock
        self.kept: list[Move] = []
        self.left: Match | None = None
        self.broken: Exception | None = None

    def keep(self, match: Match, move: Move) -> None:
        if self.broken is not None:
            raise self.broken
        self.kept.append(move)
        self.table_match = match

    def on_mount(self) -> None:
        self.push_screen(self.table(), self.leave)

    def table(self) -> TableScreen:
        return TableScreen(
            self.table_match,
            keep=self.keep,
            settings=self.settings,
            random=Random(self.seed),
            clock=self.clock,
        )

    def leave(self, match: Match | None) -> None:
        self.left = match


def screen_text(app: App[None]) -> str:
    """What stands on the screen, without its colours."""
    return "\n".join(
        "".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()
    )
