"""Base of the screens around the table: a title bar, a line of keys, and a window that is large enough."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen, ScreenResultType
from textual.widgets import Static

from codepegs.tui.widgets.lines import Line, Lines, length

LEAST = 56, 20
"""Columns and lines of the smallest window."""
_KEYS = {"escape": "Esc", "enter": "Enter", "question_mark": "?", "slash": "/", "delete": "Del"}
_SPACE = 3
"""Columns between two keys."""


def ask_to_enlarge(width: int, height: int) -> Content:
    """Return the text of a window that is too small."""
    least = "x".join(map(str, LEAST))
    return Content.assemble(
        ("Please enlarge the window", "bold $accent"),
        f"\nto at least {least}.\nIt is {width}x{height} now.\n\nYour game is safe.",
    )


class TitleBar(Static):
    """First line of a screen: the name of the game and where you are."""

    DEFAULT_CSS = """
    TitleBar { height: 1; padding: 0 2; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, title: str = "") -> None:
        super().__init__(brand(title))

    def write(self, title: str) -> None:
        self.update(brand(title))


def brand(title: str, width: int = 1000) -> Content:
    """Return a title after the name of the game, or without it if that is too wide."""
    name = "codepegs"
    if len(f"{name} · {title}") > width:
        return Content(title)
    return Content.assemble((name, "bold $accent"), f" · {title}")


class KeyLine(Lines):
    """Last line of a screen: its keys, the most wanted first. Keys that do not fit are left out."""

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; background: $surface; }"

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def get_content_height(self, *_: object) -> int:
        return 1

    def lines(self, width: int) -> list[Line]:
        line: list[tuple[str, object]] = []
        shown = [part for _, part in self._fitting(width)]
        for index, (key, text) in enumerate(shown):
            line += [self.say(" " * _SPACE)] if index else []
            line += [self.say(key, "accent", bold=True), self.say(f" {text}", "muted")]
        margin = self.say(" " * ((width - length(line)) // 2))  # type: ignore[arg-type]
        return [[margin, *line]]  # type: ignore[list-item]

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the mouse does."""
        found = [*self._fitting(self.size.width)]
        used = sum(len(f"{key} {text}") for _, (key, text) in found) + _SPACE * (len(found) - 1)
        at = (self.size.width - used) // 2
        for binding, (key, text) in found:
            if at <= event.x < at + len(f"{key} {text}"):
                self.app.simulate_key(binding.key)
            at += len(f"{key} {text}") + _SPACE

    def _fitting(self, width: int) -> Iterator[tuple[Binding, tuple[str, str]]]:
        seen = set[str]()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not (binding.show and binding.description and active.enabled) or binding.description in seen:
                continue
            seen.add(binding.description)
            key, text = binding.key_display or _name(binding.key), binding.description
            width -= len(f"{key} {text}") + _SPACE
            if width < -_SPACE:
                return
            yield binding, (key, text[:1].lower() + text[1:])


def _name(key: str) -> str:
    """Return a key as people write it.

    >>> [_name(key) for key in ("escape", "ctrl+t", "v")]
    ['Esc', '^T', 'v']
    """
    return f"^{key[5:].upper()}" if key.startswith("ctrl+") else _KEYS.get(key, key)


class AppScreen(Screen[ScreenResultType]):
    """Screen that asks for a larger window below :data:`LEAST`. Its keys keep working."""

    DEFAULT_CSS = """
    AppScreen { overflow: hidden; }
    AppScreen #small { width: 100%; height: 100%; content-align: center middle; text-align: center; }
    AppScreen #small, AppScreen.-small > * { display: none; }
    AppScreen.-small > #small { display: block; }
    """

    def on_mount(self) -> None:
        self.mount(Static(id="small"))

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        small = width < LEAST[0] or height < LEAST[1]
        self.set_class(small, "-small")
        if small:
            self.query_one("#small", Static).update(ask_to_enlarge(width, height))
