"""Base of the screens around the table: a title bar, a line of keys, and a window that is large enough."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.content import Content
from textual.screen import Screen, ScreenResultType
from textual.widgets import Static

LEAST = 56, 20
"""Columns and lines of the smallest window."""
OPENING = "open"
"""Group of workers that open a table."""
_EDITING = {"enter", "backspace", "delete", "ctrl+u", "left", "right", "up", "down"}
_SIGNS = {"equals_sign", "space", "full_stop", "minus"}


def is_row_key(event: events.Key) -> bool:
    """Return whether a key is for a row of pegs, and so can be typed before its board is there."""
    return event.key in _EDITING | _SIGNS or (event.character or "").isalnum()


def ask_to_enlarge(width: int, height: int, note: str) -> Content:
    """Return the text of a window that is too small. The `note` comes first in its last sentences."""
    least = "x".join(map(str, LEAST))
    return Content.assemble(
        ("Please enlarge the window", "bold $accent"),
        f"\nto at least {least}.\nIt is {width}x{height} now.\n\n{note}Or quit with Ctrl+Q and run\n",
        ("codepegs play", "bold"),
        ",\nwhich needs less space.",
    )


class TitleBar(Static):
    """First line of a screen: the name of the game and where you are."""

    DEFAULT_CSS = """
    TitleBar { height: 1; padding: 0 2; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, title: str = "") -> None:
        super().__init__(brand(title, ink="$text-mark"))

    def write(self, title: str) -> None:
        self.update(brand(title, ink="$text-mark"))


def brand(title: str, width: int = 1000, *, ink: str = "$accent") -> Content:
    """Return a title after the name of the game in `ink`, or without it if that is too wide."""
    name = "codepegs"
    if len(f"{name} · {title}") > width:
        return Content(title)
    return Content.assemble((name, f"bold {ink}"), f" · {title}")


class AppScreen(Screen[ScreenResultType]):
    """Screen that asks for a larger window below :data:`LEAST`. Its keys keep working."""

    DEFAULT_CSS = """
    AppScreen { overflow: hidden; }
    AppScreen #small { width: 100%; height: 100%; content-align: center middle; text-align: center; }
    AppScreen #small, AppScreen.-small > * { display: none; }
    AppScreen.-small > #small { display: block; }
    """

    SMALL_NOTE: ClassVar[str] = ""
    """First words if the window is too small."""

    @property
    def opening_table(self) -> bool:
        """Whether a table is being opened, so that keys are meant for it."""
        return any(worker.group == OPENING and not worker.is_finished for worker in self.workers)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        small = width < LEAST[0] or height < LEAST[1]
        self.set_class(small, "-small")
        if small:
            if not self.query("#small"):
                self.mount(Static(id="small"))
            self.query_one("#small", Static).update(ask_to_enlarge(width, height, self.SMALL_NOTE))
