"""A line to type in, which takes nothing that would command a terminal."""

from __future__ import annotations

from textual.widgets import Input


class Line(Input):
    """Whatever is typed or pasted, characters that do not print are left out."""

    def on_mount(self) -> None:
        self.cursor_blink = self.app.animation_level != "none"

    def validate_value(self, value: str) -> str:
        return "".join(character for character in value if character.isprintable())
