"""The board under a player's hands: pegs are placed, moved, taken back and at last played."""

from __future__ import annotations

from dataclasses import dataclass

from textual.events import Key, MouseUp
from textual.message import Message
from textual.screen import Screen, ScreenResultType

from codepegs.errors import CodepegsError
from codepegs.notation import user_input
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.move import Act, Answer, Guess, Move, SetCode
from codepegs.rules.secret import Secret
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.board import BoardView
from codepegs.tui.widgets.draft import Draft, Tally
from codepegs.tui.widgets.tray import Tray

_BLANKS = {"space": " ", "full_stop": ".", "minus": "-"}


class PlayBoard(BoardView, can_focus=True):
    """Turns keys and clicks into a move that is complete and allowed, and posts it. It plays nothing."""

    @dataclass
    class Submitted(Message):
        move: Move

    @dataclass
    class Refused(Message):
        why: str

    class Changed(Message):
        """Something is other than it was in the row that is being put together."""

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(settings, id=id)
        self.asked: Act | None = None
        self.held: Colour | None = None
        """A colour that a click has taken from the tray and the next click puts into a hole."""
        self.dragged: Colour | None = None
        """A colour on its way from the tray, with the button still down."""
        self._by_hole = False
        """Whether a hole was clicked first, so that clicks on colours fill the row from there."""
        self._copied: int | None = None

    def ask(self, act: Act | None) -> None:
        """Begin a new row or answer, and forget all of the one before: it may have been the code."""
        self.asked = act
        self.draft = Draft.of(self._edition.pegs) if act in (Act.SET_CODE, Act.GUESS) else None
        self.tally = Tally() if act is Act.ANSWER else None
        self.held = self.dragged = self._copied = None
        self._by_hole = False
        self.look_again()

    @property
    def _edition(self) -> Edition:
        assert self.game is not None
        return self.game.board.edition

    # Keys -----------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if self.draft is None and self.tally is None:
            return
        keys = {
            "enter": self.submit,
            "ctrl+u": self.clear,
            "backspace": self.erase,
        }
        handled = True
        if event.key in keys:
            keys[event.key]()
        elif self.draft is not None:
            handled = self._row_key(self.draft, event)
        elif self.tally is not None:
            handled = self._answer_key(self.tally, event)
        if handled:
            event.stop()
            event.prevent_default()

    def _row_key(self, draft: Draft, event: Key) -> bool:
        moves = {
            "left": draft.go(draft.hole - 1),
            "right": draft.go(draft.hole + 1),
            "home": draft.go(0),
            "end": draft.go(len(draft.pegs)),
        }
        if event.key in moves:
            self._set(moves[event.key])
        elif event.key == "delete":
            self._change(draft.delete())
        elif event.key in ("up", "down"):
            self._copy(-1 if event.key == "up" else 1)
        elif event.character == "=":
            self.fill()
        elif event.key in _BLANKS:
            self.place(BLANK)
        elif event.character is not None and event.character.isalnum():
            self._spelled(event.character)
        else:
            return False
        return True

    def _answer_key(self, tally: Tally, event: Key) -> bool:
        character = (event.character or "").casefold()
        keys = self._edition.box.keys
        initials = (keys.black[0], keys.white[0])
        if event.key in ("left", "right"):
            self._set(tally.go(tally.arm + (1 if event.key == "right" else -1)))
        elif event.key in ("up", "down"):
            self._change(tally.add(min(tally.arm, 1), 1 if event.key == "up" else -1))
        elif character in initials:
            self._change(tally.add(initials.index(character)))
        elif character == "-":
            self._change(Tally((0, 0), 2))
        elif character.isascii() and character.isdecimal():
            self._change(tally.say(int(character)))
        else:
            return False
        return True

    def _spelled(self, character: str) -> None:
        try:
            colour = user_input.read_code(self._edition, character).pegs[0]
        except CodepegsError as refusal:
            self.post_message(self.Refused(str(refusal)))
        else:
            self.place(colour)

    # What can be done with a row ---------------------------------------------------------

    def place(self, colour: Colour) -> None:
        """Put the colour into the chosen hole."""
        if self.draft is None:
            return
        if colour not in self._edition.kinds:
            self.post_message(
                self.Refused("No hole may stay empty in this game: Backspace takes a peg back.")
            )
        elif self.draft.full:
            self.post_message(self.Refused("The row is full: Enter plays it, Backspace takes a peg back."))
        else:
            self.held = None
            self._change(self.draft.place(colour))

    def pick(self, number: int) -> None:
        """A click on the tray: a key peg counts at once; a colour fills the chosen hole or waits for one."""
        self.dragged = None
        if self.tally is not None:
            self._change(self.tally.add(number))
        elif self.draft is not None:
            colour = self._edition.kinds[number]
            if self._by_hole or self.held == colour:
                self.place(colour)
            else:
                self.held = colour
                self.post_message(self.Changed())

    def lift(self, number: int) -> None:
        """The button goes down on a colour of the tray: it may be on its way to a hole."""
        if self.draft is not None:
            self.dragged = self._edition.kinds[number]

    def fill(self) -> None:
        if self.draft is not None and self.draft.last is None:
            self.post_message(self.Refused("Place a colour first: = puts it into every hole that is left."))
        elif self.draft is not None:
            self._change(self.draft.fill())

    def erase(self) -> None:
        for part in (self.draft, self.tally):
            if part is not None:
                self._change(part.erase())

    def clear(self) -> None:
        for part in (self.draft, self.tally):
            if part is not None:
                self._change(part.clear())

    def submit(self) -> None:
        """Post the move, if nothing is missing in it and the edition allows it."""
        edition = self._edition
        try:
            if self.tally is not None and (feedback := self.tally.feedback) is not None:
                edition.check_feedback(feedback)
                self._submitted(Answer(feedback))
            elif self.draft is not None and (code := self.draft.code) is not None:
                if self.asked is Act.SET_CODE:
                    edition.check_secret(code)
                    self._submitted(SetCode(Secret(code)))
                else:
                    edition.check_guess(code)
                    self._submitted(Guess(code))
            else:
                self.post_message(self.Refused(self._missing()))
        except CodepegsError as refusal:
            self.post_message(self.Refused(str(refusal)))

    def _submitted(self, move: Move) -> None:
        self.ask(None)
        self.post_message(self.Submitted(move))

    def _missing(self) -> str:
        if self.draft is None:
            keys = self._edition.box.keys
            return f"Say how many {keys.black} and how many {keys.white} first: two numbers."
        left = sum(colour is None for colour in self.draft.pegs)
        return f"{left} {'hole has' if left == 1 else 'holes have'} no peg yet."

    def _copy(self, by: int) -> None:
        """An earlier row in place of this one: up goes back, down comes forward again."""
        assert self.game is not None
        rows: list[Code] = [row.guess for row in self.game.board.rows if row.guess is not None]
        if not rows or self.draft is None:
            return
        at = len(rows) if self._copied is None else self._copied
        at = min(max(at + by, 0), len(rows) - 1)
        self._change(self.draft.copy(rows[at]))
        self._copied = at

    def _change(self, part: Draft | Tally) -> None:
        """Show another row or answer, if it is a possible one."""
        if isinstance(part, Tally) and not self._possible(part):
            pegs = self._edition.pegs
            self.post_message(
                self.Refused(f"A row has {pegs} key pegs at most. Backspace takes a number back.")
            )
            return
        if part not in (self.draft, self.tally):
            self._copied = None
        self._set(part)

    def _possible(self, tally: Tally) -> bool:
        black, white = tally.counts
        try:
            self._edition.check_feedback(Feedback(black or 0, white or 0))
        except CodepegsError:
            return False
        return True

    def _set(self, part: Draft | Tally) -> None:
        if isinstance(part, Draft):
            self.draft = part
        else:
            self.tally = part
        self.look_again()
        self.post_message(self.Changed())

    # The mouse ------------------------------------------------------------------------

    def on_mouse_up(self, event: MouseUp) -> None:
        at = event.get_content_offset(self)
        found = self.hole_at(at.x, at.y) if at is not None else None
        colour, self.dragged = self.held if self.dragged is None else self.dragged, None
        if found is None or self.draft is None or found[0] != self._draft_row:
            return
        here = self.draft.go(found[1])
        if colour is not None:
            self._change(here.place(colour))
        else:
            self._by_hole = True
            self._set(here)

    @property
    def _draft_row(self) -> int:
        assert self.game is not None
        return 0 if self.asked is Act.SET_CODE else len(self.game.board.rows) + 1


class PegScreen(Screen[ScreenResultType]):
    """Takes pegs from its tray to its board, by clicks and by dragging."""

    @property
    def _board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    def on_tray_lifted(self, message: Tray.Lifted) -> None:
        self._board.lift(message.number)

    def on_tray_picked(self, message: Tray.Picked) -> None:
        self._board.pick(message.number)
        self._board.focus()

    def on_mouse_up(self, event: MouseUp) -> None:
        self._board.dragged = None
