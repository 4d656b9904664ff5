"""Short messages to the player: a line below the board, and notifications of errors."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widgets import Static

from codepegs.notation.sentences import escape_unprintable


class StatusLine(Static):
    """Message line next to or below the board. It is as high as the message."""

    DEFAULT_CSS = (
        "StatusLine { width: 100%; height: auto; min-height: 1; padding: 0 1; color: $text-warning; }"
    )


def notify_error(screen: Screen[Any], refusal: Exception) -> None:
    """Show an error as a notification."""
    screen.notify(escape_unprintable(str(refusal)), severity="error", timeout=8, markup=False)
