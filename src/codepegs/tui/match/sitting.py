"""Sitting down: a match of the archive brought to the table, every move kept as it is made."""

from __future__ import annotations

from typing import Any

from textual.app import App

from codepegs.rules.match import Match
from codepegs.storage.archive import MatchId
from codepegs.tui.context import AppContext
from codepegs.tui.match.screen import MatchScreen


def sit_down(app: App[Any], context: AppContext, identity: MatchId, match: Match) -> None:
    """Continue `match`. Leaving it returns to the screen below."""

    def left(match: Match | None) -> None:
        if match is not None and not match.over:
            app.notify("The match is kept: Resume goes on with it.", markup=False)

    table = MatchScreen(
        match,
        save=context.move_writer(identity),
        settings=context.store.settings,
        random=context.random,
        clock=context.clock,
    )
    app.push_screen(table, left)
