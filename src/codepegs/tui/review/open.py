"""Screen to open a record file for review."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from codepegs.errors import CodepegsError, NotationError
from codepegs.notation import record
from codepegs.notation.sentences import escape_unprintable
from codepegs.rules.match import Match
from codepegs.tui.review.screen import ReviewScreen
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.inputs import PrintableInput


class OpenRecordScreen(Screen[None]):
    """Asks for the path of a record. Errors appear below the field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "none", "Review"),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    OpenRecordScreen { align: center middle; }
    OpenRecordScreen #sheet {
        width: 70; max-width: 100%; height: auto; border: round $primary; padding: 1 2;
    }
    OpenRecordScreen #refusal { color: $text-error; height: auto; margin-top: 1; }
    """

    def __init__(self, *, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet") as sheet:
            sheet.border_title = "Review a record"
            yield Static("The file of a match that was kept or exported, by its path:\n")
            yield PrintableInput(placeholder="match.pegs")
            yield Static("", id="refusal", markup=False)
        yield Footer()

    def on_input_changed(self) -> None:
        self._show_error("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        try:
            match = read_record_file(event.value.strip())
        except CodepegsError as refusal:
            self._show_error(escape_unprintable(str(refusal)))
            return
        self.app.push_screen(ReviewScreen(match, settings=self._settings))

    def _show_error(self, words: str) -> None:
        self.query_one("#refusal", Static).update(Content(words))


def read_record_file(name: str) -> Match:
    """Return the match of a record file, or raise a CodepegsError."""
    if not name:
        raise NotationError("Type the path of a record, such as match.pegs.")
    try:
        with Path(name).expanduser().open("rb") as file:
            # At most four bytes per character. Binary mode, so that line ends stay as they are.
            text = file.read(4 * record.MAX_LENGTH + 1).decode()
    except UnicodeDecodeError:
        raise NotationError(f"{name} is not a record: it is not UTF-8 text.") from None
    except OSError as error:
        raise NotationError(f"{name} cannot be read: {error.strerror}.") from None
    except (ValueError, RuntimeError):
        raise NotationError(f"{name} is not a file path.") from None
    return record.read(text)
