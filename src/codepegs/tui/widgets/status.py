"""What is said below the board to whoever sits there: mostly a refusal."""

from __future__ import annotations

from textual.widgets import Static


class Said(Static):
    """A line that always has its place, and grows for a moment where a sentence needs more."""

    DEFAULT_CSS = """
    Said { width: 100%; height: auto; min-height: 1; max-height: 3; padding: 0 1; color: $text-warning; }
    """

    @property
    def borrowed(self) -> int:
        """Lines that it has taken from what stands above, and gives back with the next key."""
        return max(0, self.size.height - 1)
