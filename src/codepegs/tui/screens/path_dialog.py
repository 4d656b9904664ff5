"""Dialog that asks for the path of a file."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Input, Static

from codepegs.tui.widgets.inputs import PrintableInput


class PathSuggester(Suggester):
    """Completes the path of a file. The right arrow or Tab takes the suggestion."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        return complete_path(value)


def complete_path(value: str) -> str | None:
    """Return the first path that begins with `value`, or None. Folders end with a slash."""
    folder, _, start = value.rpartition("/")
    try:
        place = Path(f"{folder}/" if "/" in value else ".").expanduser()
        found = sorted(path for path in place.iterdir() if path.name.startswith(start))
    except (OSError, RuntimeError, ValueError):
        return None
    shown = [path for path in found if start.startswith(".") or not path.name.startswith(".")]
    if not shown or not start:
        return None
    return f"{value[: len(value) - len(start)]}{shown[0].name}{'/' if shown[0].is_dir() else ''}"


class PathDialog(ModalScreen[str]):
    """Asks for a path, and returns it or None. Tab completes it."""

    DEFAULT_CSS = """
    PathDialog { align: center middle; }
    PathDialog Vertical {
        width: 70; max-width: 100%; height: auto; padding: 1 2; border: round $accent; background: $surface;
    }
    PathDialog .end { color: $text-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back"),
        Binding("tab", "complete", "Complete", priority=True),
    ]

    def __init__(self, question: str, path: str = "") -> None:
        super().__init__()
        self._question, self._path = question, path

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Content(self._question))
            yield PrintableInput(self._path, suggester=PathSuggester(), select_on_focus=False)
            yield Static("Enter done   Tab complete   Esc back", classes="end")

    def action_complete(self) -> None:
        field = self.query_one(Input)
        found = complete_path(field.value)
        if found is not None:
            field.value, field.cursor_position = found, len(found)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())
