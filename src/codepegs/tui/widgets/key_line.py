"""Line of keys at the bottom of a screen, with what they do now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from textual.events import Click
from textual.message import Message
from textual.screen import Screen

from codepegs.tui.widgets.lines import Line, Lines

_GAPS = (3, 2)
"""Columns between two keys, if all of them fit, and else."""
_NAMES = {
    "backspace": "Bksp",
    "colon": ":",
    "delete": "Del",
    "escape": "Esc",
    "plus": "+",
    "question_mark": "?",
    "slash": "/",
    "up": "↑",
}


def spell_key(key: str, *, short: bool = False) -> str:
    """Return the name of a key, such as "Ctrl+T", or "^T" if it is `short`.

    >>> [spell_key(key, short=True) for key in ("escape", "ctrl+t", "v", "enter")]
    ['Esc', '^T', 'v', 'Enter']
    """
    if key.startswith("ctrl+"):
        return f"{'^' if short else 'Ctrl+'}{key[5:].upper()}"
    return _NAMES.get(key, key if len(key) == 1 else key.capitalize())


@dataclass(frozen=True, slots=True)
class Key:
    """A key as it is shown: the action that it performs, its name, and a word or two."""

    action: str
    name: str
    label: str

    @property
    def width(self) -> int:
        return len(self.name) + 1 + len(self.label)


def bound_keys(screen: Screen[Any]) -> Iterator[Key]:
    """Yield the keys that a screen has bound and wants to show. The action of each is to press it."""
    seen = set[str]()
    for active in screen.active_bindings.values():
        binding, label = active.binding, active.binding.description
        if binding.show and label and active.enabled and label not in seen:
            seen.add(label)
            name = binding.key_display or spell_key(binding.key, short=True)
            yield Key(binding.key, name, label[0].lower() + label[1:])


class KeyLine(Lines):
    """Last line of a screen: keys, the most wanted first. Those that do not fit are left out, never cut.

    They are the bindings of the screen, and a click presses the key. A screen whose keys depend
    on the moment gives others to `show`, and gets a message about a click.
    """

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; background: $surface; }"

    @dataclass
    class Pressed(Message):
        """A key that the screen has shown was clicked."""

        action: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._keys: Sequence[Key] | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def get_content_height(self, *_: object) -> int:
        return 1

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
        keys = [*bound_keys(self.screen)] if self._keys is None else self._keys
        whole = sum(key.width for key in keys) + _GAPS[0] * (len(keys) - 1)
        gap = _GAPS[whole > width]
        found, x = list[tuple[Key, int]](), 0
        for key in keys:
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
            if not x <= event.x < x + key.width:
                continue
            if self._keys is None:
                self.app.simulate_key(key.action)
            else:
                self.post_message(self.Pressed(key.action))
