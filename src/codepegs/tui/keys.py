"""The list of keys, which `?` shows."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from codepegs.rules.edition import Answers, Edition

_ROW = (
    ("{letters}", "place a colour; so do 1, 2, 3 … as in the tray"),
    ("- . Space", "leave a hole empty, where that is allowed"),
    ("← → Home End", "choose a hole"),
    ("=", "put the last colour into all holes left"),
    ("↑ ↓", "copy an earlier row"),
    ("Backspace Delete", "take a peg back, before the hole or in it"),
    ("Ctrl+U", "clear the row"),
    ("Ctrl+Z Ctrl+Y", "undo, and do again, what is not yet played"),
    ("Enter", "play the row, once no hole is left"),
)
_ANSWER = (
    ("0 to 9", "how many {black}, then how many {white}"),
    ("{b} {w}", "one more {black}, one more {white} key peg"),
    ("-", "none of either"),
    ("↑ ↓ ← →", "count, and choose what to count"),
)
_GAME = (
    ("F2", "sit down, when the cover names you"),
    ("F3", "claim that an answer was wrong"),
    ("F4", "accept the answers, and let the game count"),
    ("F5", "a hint for this row; each of three tells more"),
    ("F6", "review the games that are over, once one is"),
    ("F8", "give up the game"),
    ("F9", "abandon the match for good"),
    ("PgUp PgDn", "more of what is said beside the board"),
    ("Esc", "leave; the match is kept"),
)
_WATCH = (
    ("+ -", "faster, slower"),
    ("Space", "pause, and go on"),
    ("Enter →", "step: the next move now"),
)
_MOUSE = (
    ("colour, hole", "click one, then the other; or drag it there"),
    ("hole, colours", "colours fill the row from that hole on"),
)


class KeysScreen(ModalScreen[None]):
    """Every key of the table; any of Esc, ? and Enter closes it."""

    DEFAULT_CSS = """
    KeysScreen { align: center middle; }
    KeysScreen VerticalScroll {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,enter", "close", "Close")]

    def __init__(self, edition: Edition, *, watching: bool) -> None:
        super().__init__()
        self._edition, self._watching = edition, watching

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._text())

    def _text(self) -> Text:
        keys = self._edition.box.keys
        words = {
            "letters": " ".join(hue.letter for hue in self._edition.hues),
            "black": keys.black,
            "white": keys.white,
            "b": keys.black[0],
            "w": keys.white[0],
        }
        text = Text()
        for title, lines in {
            "A row": _ROW,
            "An answer by hand": _ANSWER if self._edition.answers is Answers.HAND else (),
            "The game": _GAME,
            "Watching computers": _WATCH if self._watching else (),
            "The mouse": _MOUSE,
        }.items():
            if not lines:
                continue
            text.append(f"{title}\n", style="bold")
            for key, meaning in lines:
                text.append(f"  {key.format(**words):<17}", style="bold")
                text.append(f"{meaning.format(**words)}\n")
        text.append("Esc closes this list.", style="dim")
        return text

    def action_close(self) -> None:
        self.dismiss(None)
