"""Short messages to the player: a line below the board, and notifications of errors."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widgets import Static

from codepegs.notation.sentences import escape_unprintable


class StatusLine(Static):
    """A line that always has its place, and grows for a moment where a sentence needs more."""

    DEFAULT_CSS = """
    StatusLine {
        width: 100%; height: auto; min-height: 1; max-height: 3; padding: 0 1; color: $text-warning;
    }
    """

    @property
    def extra_lines(self) -> int:
        """Lines that it has taken from what stands above, and gives back with the next key."""
        return max(0, self.size.height - 1)


def notify_error(screen: Screen[Any], refusal: Exception) -> None:
    """Say in a corner of the screen why something was not done."""
    screen.notify(escape_unprintable(str(refusal)), severity="error", timeout=8, markup=False)
