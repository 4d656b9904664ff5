"""Bar of buttons for the actions that are possible now."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button

from codepegs.rules.move import Act, Claim, GiveUp, Move, OwnUp, TakeBack

_LABELS = {
    "submit": "Enter submit",
    "clear": "^U clear",
    "next": "Enter go on",
    "again": "Enter play again",
    "step": "Enter step",
    "pause": "Space pause",
    "claim": "F3 claim",
    "own-up": "F4 own up",
    "take-back": "F4 take back",
    "share": "F4 share",
    "hint": "F5 hint",
    "review": "F6 review",
    "set-clock": "F7 clock",
    "rematch": "F7 rematch",
    "reply": "F7 offer",
    "give-up": "F8 give up",
    "leave-match": "F9 leave",
    "keys": "? keys",
    "leave": "Esc exit",
}
ACTS = {
    "claim": Act.CLAIM,
    "own-up": Act.OWN_UP,
    "take-back": Act.TAKE_BACK,
    "give-up": Act.GIVE_UP,
}
"""Buttons that make a move, and the kind of move."""
MOVES: dict[Act, Move] = {
    Act.CLAIM: Claim(()),
    Act.OWN_UP: OwnUp(),
    Act.TAKE_BACK: TakeBack(),
    Act.GIVE_UP: GiveUp(),
}
"""The move of each of :data:`ACTS`. The table finds the rows of a claim."""
KEYS = [
    Binding("f1", "perform('terms')", "Terms"),
    Binding("f3", "perform('claim')", "Claim"),
    Binding("f4", "perform('correct')", "Own up, take back, share"),
    Binding("f5", "perform('hint')", "Hint"),
    Binding("f6", "perform('review')", "Review"),
    Binding("f7", "perform('agree')", "Agree"),
    Binding("f8", "perform('give-up')", "Give up"),
    Binding("f9", "perform('leave-match')", "Leave the match"),
    Binding("pagedown", "perform('on')", "More"),
    Binding("pageup", "perform('back')", show=False),
]
"""Key bindings of the buttons, for a screen with `action_perform`."""
_ALWAYS = {"keys", "leave"}


def usable_buttons(
    acts: Collection[Act],
    *,
    asked: Act | None,
    finished: bool,
    watching: bool,
    more: Collection[str] = (),
) -> set[str]:
    """Return the buttons to show if `acts` are allowed.

    `asked` is the row or answer that the board asks for. `watching` means that a computer
    is to move. `more` are the buttons of what the players can agree on, and of a solo result.
    """
    if finished:
        return {"review", "again" if "again" in more else "next", *more}
    names = {name for name, act in ACTS.items() if act in acts}
    if Act.LEAVE in acts:
        names.add("leave-match")
    if asked is not None:
        names.add("submit")
    if asked in (Act.SET_CODE, Act.ANSWER):  # next to a guess there is no room for it
        names.add("clear")
    if asked is Act.GUESS and Act.HINT in acts:
        names.add("hint")
    return names | {*more} | ({"step", "pause"} if watching else set())


class ActionBar(Horizontal):
    """Row of buttons, the most wanted first. Shows the usable ones as far as they fit."""

    DEFAULT_CSS = """
    ActionBar { height: 1; align-horizontal: center; background: $surface; }
    ActionBar Button, ActionBar Button:hover, ActionBar Button:focus {
        min-width: 0; margin: 0; background: $surface; color: $text-muted; text-style: none;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._usable: Collection[str] = ()

    def compose(self) -> ComposeResult:
        for name, label in _LABELS.items():
            key, text = label.split(" ", 1)
            button = Button(Content.assemble((key, "bold $accent"), f" {text}"), id=name, compact=True)
            button.styles.line_pad, button.styles.width = 1, len(label) + 2
            yield button

    def show(self, usable: Collection[str]) -> None:
        self._usable = usable
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Show the buttons that fit, and those that are always there."""
        room = (self.size.width or self.app.size.width) - sum(len(_LABELS[name]) + 2 for name in _ALWAYS)
        for button in self.query(Button):
            name = button.id or ""
            if name in self._usable and name not in _ALWAYS:
                room -= len(_LABELS[name]) + 2
            button.display = name in _ALWAYS or (name in self._usable and room >= 0)
