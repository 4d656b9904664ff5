"""Actions of the match screen: one table for key bindings, the key line, the palette and the help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual.binding import Binding

from codepegs.rules.move import Act, Claim, GiveUp, Move, OwnUp, TakeBack
from codepegs.tui.widgets.key_line import Key, spell_key


@dataclass(frozen=True, slots=True)
class Action:
    """Something to do at the table: its title, its keys, and the words on the key line, if it is there.

    The first key is the one that is shown. Function keys come after it, because not every
    keyboard has them at hand.
    """

    title: str
    keys: tuple[str, ...] = ()
    label: str = ""


ACTIONS = {
    "submit": Action("Play the row", ("enter",), "guess"),
    "undo": Action("Remove the last peg", ("backspace",), "undo"),
    "copy-row": Action("Copy an earlier row", ("up",), "copy"),
    "hint": Action("Hint", ("ctrl+t", "f5"), "hint"),
    "claim": Action("Claim that an answer is wrong", ("ctrl+p", "f3"), "claim"),
    "own-up": Action("Own up to a wrong answer", ("ctrl+e",), "own up"),
    "take-back": Action("Take back the last guess", ("ctrl+r",), "take back"),
    "reply": Action("Reply to the offer", ("ctrl+f",), "reply"),
    "step": Action("Play the next move now", ("enter",), "step"),
    "pause": Action("Pause or continue", ("space",), "pause"),
    "speed": Action("Faster or slower", ("plus",), "- speed"),
    "next": Action("Next game", ("n",), "next game"),
    "again": Action("Next game", ("n",), "next game"),
    "replay": Action("Play this game again", ("n",), "replay"),
    "rematch": Action("Rematch", ("r",), "rematch"),
    "review": Action("Review", ("v", "f6"), "review"),
    "copy": Action("Copy the result", ("c",), "copy result"),
    "statistics": Action("Statistics", ("s",), "statistics"),
    "notes": Action("Notes: rule colours out", ("ctrl+l",)),
    "hold": Action("Keep this peg for the next guess", ("ctrl+k",)),
    "codes-left": Action("Codes left", ("ctrl+o",)),
    "clear": Action("Clear the row", ("ctrl+u",)),
    "new-game": Action("New game", ("ctrl+n",)),
    "set-clock": Action("Agree on a time limit", ("f7",)),
    "terms": Action("Match details", ("f1",)),
    "theme": Action("Theme", ("ctrl+y",)),
    "symbols": Action("Peg labels"),
    "motion": Action("Motion"),
    "bell": Action("Bell on your turn"),
    "help": Action("Keys and rules", ("question_mark",), "help"),
    "palette": Action("All actions", ("colon",), "more"),
    "give-up": Action("Give up this game", ("f8",)),
    "leave-match": Action("Leave this match for good", ("f9",)),
    "leave": Action("Save and go to the menu", ("escape",), "menu"),
    "quit": Action("Quit", ("ctrl+q",)),
}
"""All actions by name, in the order of the palette. The last ones end something."""
RESULT_KEYS = {"n": "next", "r": "rematch", "v": "review", "c": "copy", "s": "statistics", "q": "quit"}
"""Letters that act on the result of a game."""
ACTS = {
    "claim": Act.CLAIM,
    "own-up": Act.OWN_UP,
    "take-back": Act.TAKE_BACK,
    "give-up": Act.GIVE_UP,
}
"""Actions that make a move, and the kind of move."""
MOVES: dict[Act, Move] = {
    Act.CLAIM: Claim(()),
    Act.OWN_UP: OwnUp(),
    Act.TAKE_BACK: TakeBack(),
    Act.GIVE_UP: GiveUp(),
}
"""The move of each of :data:`ACTS`. The table finds the rows of a claim."""
_BOARD_KEYS = {"enter", "backspace", "up", "space", "plus", "ctrl+u", "ctrl+q", *RESULT_KEYS}
"""Keys that the board, the screen or the application handle without a binding."""
_ALIASES = {"f4": "correct", "f7": "agree", "pagedown": "on", "pageup": "back"}
BINDINGS = [
    *(
        Binding(key, f"perform('{name}')", action.title, show=False)
        for name, action in ACTIONS.items()
        for key in action.keys
        if key not in _BOARD_KEYS | _ALIASES.keys()
    ),
    *(Binding(key, f"perform('{name}')", show=False) for key, name in _ALIASES.items()),
]
"""Key bindings for a screen with `action_perform`."""


def key_line(names: Iterable[str], labels: dict[str, str]) -> Iterator[Key]:
    """Yield the keys of those actions that have words for the key line. `labels` replaces some of them."""
    for name in names:
        action = ACTIONS[name]
        if action.label:
            yield Key(name, spell_key(action.keys[0], short=True), labels.get(name, action.label))
