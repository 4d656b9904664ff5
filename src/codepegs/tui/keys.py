"""Keys of the match screen, in one list for its own help, for puzzles and for the help screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.notation import sentences
from codepegs.rules.agreement import Agreement
from codepegs.rules.edition import Answers, Edition
from codepegs.tui.actions import ACTIONS, RESULT_KEYS
from codepegs.tui.widgets.edition_sheet import FactRow
from codepegs.tui.widgets.key_line import spell_key
from codepegs.tui.widgets.panel_dialog import PanelDialog

Keys = list[tuple[str, str]]
"""Pairs of key names and what they do."""

_EMPTY_HOLE = "- Space"
_ROW = (
    ("{letters}", "place a {word}; you can also type 1, 2, 3 … in tray order"),
    (_EMPTY_HOLE, "leave a hole empty, if the edition allows it"),
    ("← → Home End", "choose a hole"),
    ("=", "fill the remaining holes with the last {word}"),
    ("↑ ↓", "copy an earlier row"),
    ("Backspace", "remove the last peg"),
    ("Delete", "remove the peg from the selected hole"),
    ("Ctrl+U", "clear the row"),
    ("paste", "a whole row, such as RBYG"),
    ("Enter", "play the row when it is full"),
)
_ANSWER = (
    ("0 to 9", "how many {black}, then how many {white}"),
    ("{b} {w}", "{one_more}"),
    ("-", "none of either"),
    ("↑ ↓ ← →", "count, and choose what to count"),
)
_WATCH = (
    ("+ -", "faster, slower"),
    ("Space", "pause and continue"),
    ("Enter →", "play the next move now"),
)
_RESULT = (
    ("n Enter", "next game"),
    *((key, ACTIONS[name].title.lower()) for key, name in RESULT_KEYS.items() if key != "n"),
)
_MOUSE = (
    ("a {word}", "click to place it in the selected hole, or drag it to any hole"),
    ("a hole", "click to select it"),
    ("a peg", "click to remove it, drag to move it"),
    ("the bottom line", "click a key to press it"),
)


_ROW_ACTIONS = {"submit", "undo", "copy-row", "clear", "step", "pause", "speed", "again", "replay"}
"""Actions that other lists explain."""
_BY_HAND = {"claim", "own-up"}
"""Actions in matches whose codemaker answers by hand."""
_MATCH = {"reply", "take-back"}
"""Actions in matches of two players."""
_SOLO = {"new-game"}


def _game_keys(skipped: set[str]) -> Keys:
    """Return the keys of all actions that are not about a row or a result."""
    lines = [
        (" ".join(map(spell_key, action.keys)), _lower(action.title))
        for name, action in ACTIONS.items()
        if name not in _ROW_ACTIONS | skipped | {*RESULT_KEYS.values()} and action.keys
    ]
    return [*lines, ("PgUp PgDn", "scroll the text"), ("Ctrl+Q", "quit")]


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def row_keys(edition: Edition) -> dict[str, Keys]:
    """Return the keys and mouse actions that build a row."""
    return _fill_in(edition, {"A row": _ROW, "The mouse": _MOUSE})


def table_keys(edition: Edition) -> dict[str, Keys]:
    """Return all keys of the match screen, by heading."""
    game = {"The game": _game_keys(set()), "A result": _RESULT, "Watching computers": _WATCH}
    return _fill_in(edition, {"A row": _ROW, "Marking a guess": _ANSWER, **game, "The mouse": _MOUSE})


def match_keys(agreement: Agreement, *, watching: bool) -> dict[str, Keys]:
    """Return the keys of the match screen that mean something in this match, by heading."""
    edition = agreement.edition
    skipped = _MATCH if agreement.solo else _SOLO
    found = table_keys(edition)
    if edition.answers is not Answers.HAND:
        skipped = skipped | _BY_HAND
        del found["Marking a guess"]
    if not watching:
        del found["Watching computers"]
    if not edition.blanks:
        found["A row"] = [line for line in found["A row"] if line[0] != _EMPTY_HOLE]
    return {**found, "The game": _game_keys(skipped)}


def _fill_in(edition: Edition, parts: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, Keys]:
    keys = edition.box.keys
    words = {
        "letters": " ".join(hue.letter for hue in edition.hues),
        "word": edition.colour_word,
        "black": keys.black.plural,
        "white": keys.white.plural,
        "b": keys.black.name[0],
        "w": keys.white.name[0],
        "one_more": f"add a {keys.black.name}, add a {keys.white.name}",
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


class KeysScreen(PanelDialog[None]):
    """The rules in short, and all keys of the match screen. Esc, ? or Enter closes it."""

    DEFAULT_CSS = """
    KeysScreen VerticalScroll { scrollbar-size: 1 1; }
    KeysScreen KeyList { margin-bottom: 1; }
    KeysScreen KeyList FactRow .topic { width: 14; padding: 0 1 0 0; }
    KeysScreen .rules { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,enter,q", "close", "Close")]

    def __init__(self, agreement: Agreement, *, watching: bool) -> None:
        super().__init__()
        self._agreement, self._watching = agreement, watching

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title, dialog.border_subtitle = "Help", "↑↓ scroll · Esc closes"
            with VerticalScroll():
                yield Static(explain_rules(self._agreement.edition), classes="rules", markup=False)
                for title, keys in match_keys(self._agreement, watching=self._watching).items():
                    yield KeyList(title, keys)

    def action_close(self) -> None:
        self.dismiss(None)


def explain_rules(edition: Edition) -> str:
    """Return how the game is played, in four sentences."""
    keys, pegs = edition.box.keys, sentences.pluralize(edition.pegs, "hidden peg")
    return (
        f"Crack the {pegs} in {sentences.pluralize(edition.rows, 'guess', 'guesses')}. "
        f"{keys.black.name.capitalize()} means a peg is right and in the right place. "
        f"{keys.white.name.capitalize()} means right, but in the wrong place. "
        "Key pegs don't tell you which peg they mean."
    )
