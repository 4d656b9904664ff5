"""The one place that words refusals on the screen."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from codepegs.notation.sentences import printable


def refuse(screen: Screen[Any], refusal: Exception) -> None:
    """Say in a corner of the screen why something was not done."""
    screen.notify(printable(str(refusal)), severity="error", timeout=8, markup=False)
