"""Line of keys at the bottom of a screen, with what they do now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.events import Click
from textual.message import Message

from codepegs.tui.widgets.lines import Line, Lines

_GAPS = (3, 2)
"""Columns between two keys, if all of them fit, and else."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is shown: the action that it performs, its name, and a word or two."""

    action: str
    name: str
    label: str

    @property
    def width(self) -> int:
        return len(self.name) + 1 + len(self.label)


class KeyLine(Lines):
    """Shows keys in one line, the most wanted first. Those that do not fit are left out, never cut."""

    DEFAULT_CSS = "KeyLine { height: 1; background: $surface; }"

    @dataclass
    class Pressed(Message):
        """A key was clicked."""

        action: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._keys: Sequence[Key] = ()

    def show(self, keys: Sequence[Key]) -> None:
        self._keys = keys
        self.refresh()

    @property
    def shown(self) -> list[str]:
        """The actions whose keys are in view."""
        return [key.action for key, _ in self._place(self.content_size.width)]

    def offset_of(self, action: str) -> tuple[int, int]:
        """Return the position of a key in the content."""
        return next(x for key, x in self._place(self.content_size.width) if key.action == action), 0

    def _place(self, width: int) -> list[tuple[Key, int]]:
        """Return the keys that fit, each with its column."""
        whole = sum(key.width for key in self._keys) + _GAPS[0] * (len(self._keys) - 1)
        gap = _GAPS[whole > width]
        found, x = list[tuple[Key, int]](), 0
        for key in self._keys:
            if x + key.width > width:
                break
            found.append((key, x))
            x += key.width + gap
        left = max(0, (width - x + gap) // 2)
        return [(key, x + left) for key, x in found]

    def lines(self, width: int) -> list[Line]:
        spans, at = [], 0
        for key, x in self._place(width):
            spans += [self.say(" " * (x - at)), self.say(key.name, "accent", bold=True)]
            spans.append(self.say(f" {key.label}", "muted"))
            at = x + key.width
        return [spans]

    def on_click(self, event: Click) -> None:
        for key, x in self._place(self.content_size.width):
            if x <= event.x < x + key.width:
                self.post_message(self.Pressed(key.action))
