"""Keys of the match screen, in one list for its own help, for puzzles and for the help screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from codepegs.rules.box import KeyStyle
from codepegs.rules.edition import Answers, Edition
from codepegs.tui.widgets.edition_sheet import FactRow

Keys = list[tuple[str, str]]
"""Pairs of key names and what they do."""

_ROW = (
    ("{letters}", "place a colour; so do 1, 2, 3 … as in the tray"),
    ("- . Space", "leave a hole empty, where that is allowed"),
    ("← → Home End", "choose a hole"),
    ("=", "put the last colour into all holes left"),
    ("↑ ↓", "copy an earlier row"),
    ("Backspace Delete", "take a peg back, before the hole or in it"),
    ("Ctrl+U", "clear the row"),
    ("Enter", "play the row, once no hole is left"),
)
_ANSWER = (
    ("0 to 9", "how many {black}, then how many {white}"),
    ("{b} {w}", "{one_more}"),
    ("-", "none of either"),
    ("↑ ↓ ← →", "count, and choose what to count"),
)
_GAME = (
    ("F1", "read the terms of this match"),
    ("F2", "sit down, when the cover names you"),
    ("F3", "claim that an answer was wrong"),
    ("F4", "own up to a wrong answer; take a row back; share a result"),
    ("F5", "a hint for this row; each of three tells more"),
    ("F6", "review the games that are over, once one is"),
    ("F7", "agree on a clock or a rematch; answer an offer"),
    ("F8", "give up the game"),
    ("F9", "leave the match for good, or agree to stop"),
    ("PgUp PgDn", "more of what is said beside the board"),
    ("Esc", "exit; the match is saved"),
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


def row_keys(edition: Edition) -> dict[str, Keys]:
    """Return the keys and mouse actions that build a row."""
    return _fill_in(edition, {"A row": _ROW, "The mouse": _MOUSE})


def table_keys(edition: Edition, *, by_hand: bool = True, watching: bool = True) -> dict[str, Keys]:
    """Return all keys of the match screen, by heading."""
    answer = {"An answer by hand": _ANSWER} if by_hand else {}
    watch = {"Watching computers": _WATCH} if watching else {}
    return _fill_in(edition, {"A row": _ROW, **answer, "The game": _GAME, **watch, "The mouse": _MOUSE})


def _fill_in(edition: Edition, parts: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, Keys]:
    keys = edition.box.keys
    arms = keys.style is KeyStyle.ARMS
    words = {
        "letters": " ".join(hue.letter for hue in edition.hues),
        "black": keys.black,
        "white": keys.white,
        "b": keys.black[0],
        "w": keys.white[0],
        "one_more": f"one more on the {keys.black}, on the {keys.white} arm"
        if arms
        else f"one more {keys.black}, one more {keys.white} key peg",
    }
    return {
        title: [(key.format(**words), meaning.format(**words)) for key, meaning in lines]
        for title, lines in parts.items()
    }


class KeyList(Vertical):
    """Heading with one line per key."""

    DEFAULT_CSS = """
    KeyList { height: auto; }
    KeyList .heading { text-style: bold; }
    KeyList FactRow .topic { width: 19; padding: 0 1; }
    """

    def __init__(self, title: str, keys: Keys) -> None:
        super().__init__()
        self._title, self._keys = title, keys

    def compose(self) -> ComposeResult:
        yield Static(self._title, classes="heading", markup=False)
        for key, does in self._keys:
            yield FactRow(key, Content(does))


class KeysScreen(ModalScreen[None]):
    """List of all keys of the match screen. Esc, ? or Enter closes it."""

    DEFAULT_CSS = """
    KeysScreen { align: center middle; }
    KeysScreen VerticalScroll {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round $primary; background: $surface;
    }
    KeysScreen .end { color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,enter", "close", "Close")]

    def __init__(self, edition: Edition, *, watching: bool) -> None:
        super().__init__()
        self._edition, self._watching = edition, watching

    def compose(self) -> ComposeResult:
        hand = self._edition.answers is Answers.HAND
        with VerticalScroll():
            for title, keys in table_keys(self._edition, by_hand=hand, watching=self._watching).items():
                yield KeyList(title, keys)
            yield Static("Esc closes this list.", classes="end")

    def action_close(self) -> None:
        self.dismiss(None)
