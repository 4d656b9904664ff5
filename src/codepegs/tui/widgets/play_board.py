"""Board for input: the player builds a row or an answer by keys and mouse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual.events import Key, MouseDown, MouseMove, MouseUp, Paste
from textual.geometry import Region
from textual.message import Message
from textual.screen import ScreenResultType

from codepegs.errors import CodepegsError
from codepegs.notation import user_input
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.move import Act, Answer, Guess, Move, SetCode
from codepegs.rules.secret import Secret
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.app_screen import AppScreen, is_row_key
from codepegs.tui.widgets.board import BoardView
from codepegs.tui.widgets.draft import AnswerDraft, Draft
from codepegs.tui.widgets.motion import DROP
from codepegs.tui.widgets.tray import Tray

_BLANKS = {"space": " ", "full_stop": ".", "minus": "-"}


@dataclass(frozen=True, slots=True)
class Lifted:
    """Peg that is dragged: its colour, and the hole that it comes from unless it is the tray."""

    colour: Colour
    hole: int | None = None


class PlayBoard(BoardView, can_focus=True):
    """Turns keys and clicks into a complete, legal move, and posts it as a message."""

    @dataclass
    class Submitted(Message):
        move: Move

    @dataclass
    class Refused(Message):
        why: str

    class BoardChanged(Message):
        """The unfinished row or answer has changed."""

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(settings, id=id)
        self.asked: Act | None = None
        self.locked = False
        """Whether a move was posted. The row stays as it is until the move is made or refused."""
        self._ahead: list[Key] | None = None
        """Keys for the next row, if it will be asked for soon."""
        self.lifted: Lifted | None = None
        """Peg under the mouse button."""
        self._copied_row: int | None = None
        self.striking = False
        """Whether letters strike colours out instead of placing them."""
        self.struck: frozenset[tuple[int, Colour]] = frozenset()
        """Notes: holes, and colours that the player has struck out there."""
        self._kept: dict[int, Colour] = {}
        """Held pegs of the last guess."""
        self._last_struck = BLANK
        self._noted: object = None
        """The game to which notes and held pegs belong."""

    def expect(self, typed: Iterable[Key] = ()) -> None:
        """Keep what is typed for the row that will be asked for soon. `typed` came before this board."""
        self._ahead = [*typed, *(self._ahead or ())]

    def keep(self, event: Key) -> bool:
        """Keep a key for the row that will be asked for soon, if there is one. Return whether it was kept."""
        if self._ahead is None or not is_row_key(event):
            return False
        self._ahead.append(event)
        event.stop()
        event.prevent_default()
        return True

    def ask(self, act: Act | None, *, soon: bool = False) -> None:
        """Start a new row or answer. Forget the previous one, because it may be the code.

        If a row will be asked for `soon`, go on to keep what is typed for it.
        """
        ahead, self._ahead = self._ahead or [], self._ahead if soon else None
        self.asked, self.locked, self.striking = act, False, False
        self._forget_notes()
        self.draft = Draft.of(self._edition.pegs) if act in (Act.SET_CODE, Act.GUESS) else None
        self.held = frozenset()
        if self.draft is not None and act is Act.GUESS and self._kept:
            self.draft = self.draft.prefill(self._kept)
            self.held = frozenset(self._kept)
        self.answer_draft = AnswerDraft() if act is Act.ANSWER else None
        self.lifted = self._copied_row = None
        self.redraw()
        if act is not None:
            for key in ahead:
                self.on_key(key)

    def _forget_notes(self) -> None:
        """Forget notes and held pegs of another game."""
        assert self.game is not None
        game = (self.game.number, self.game.replay)
        if game != self._noted:
            self.forget()
            self._noted = game

    def forget(self) -> None:
        """Forget all notes and held pegs, because another match begins."""
        self._noted, self.struck, self._kept = None, frozenset(), {}

    @property
    def _edition(self) -> Edition:
        assert self.game is not None
        return self.game.board.edition

    # Keys -----------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        self.motion.finish()
        if self.keep(event):
            return
        if self.draft is None and self.answer_draft is None:
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
        elif self.answer_draft is not None:
            handled = self._answer_key(self.answer_draft, event)
        if handled:
            event.stop()
            event.prevent_default()

    def _row_key(self, draft: Draft, event: Key) -> bool:
        moves = {
            "left": draft.go(draft.hole - 1),
            "right": draft.go(draft.hole + 1),
            "home": draft.go(0),
            "end": draft.go(len(draft.pegs) - 1),
        }
        if event.key in moves:
            self._set(moves[event.key])
        elif event.key == "delete":
            self._change(draft.delete())
        elif event.key in ("up", "down"):
            self.copy_row(-1 if event.key == "up" else 1)
        elif event.character == "=":
            self.fill()
        elif event.key in _BLANKS:
            self.place(BLANK)
        elif event.character is not None and event.character.isalnum():
            self._place_letter(event.character)
        else:
            return False
        return True

    def _answer_key(self, answer_draft: AnswerDraft, event: Key) -> bool:
        character = (event.character or "").casefold()
        keys = self._edition.box.keys
        initials = (keys.black.name[0], keys.white.name[0])
        if event.key in ("left", "right"):
            self._set(answer_draft.go(answer_draft.arm + (1 if event.key == "right" else -1)))
        elif event.key in ("up", "down"):
            self._change(answer_draft.add(min(answer_draft.arm, 1), 1 if event.key == "up" else -1))
        elif character in initials:
            self._change(answer_draft.add(initials.index(character)))
        elif character == "-":
            self._change(AnswerDraft((0, 0), 2))
        elif character.isascii() and character.isdecimal():
            self._change(answer_draft.say(int(character)))
        else:
            return False
        return True

    def _place_letter(self, character: str) -> None:
        try:
            colour = user_input.read_code(self._edition, character).pegs[0]
        except CodepegsError as refusal:
            self.post_message(self.Refused(str(refusal)))
        else:
            self.place(colour)

    def on_paste(self, event: Paste) -> None:
        """Take a whole row from the clipboard."""
        self.motion.finish()
        if self.draft is None:
            return
        event.stop()
        try:
            code = user_input.read_code(self._edition, event.text.strip())
        except CodepegsError as refusal:
            self.post_message(self.Refused(str(refusal)))
            return
        if len(code) != len(self.draft.pegs):
            pegs = len(self.draft.pegs)
            self.post_message(self.Refused(f"Paste a whole row: {pegs} {'peg' if pegs == 1 else 'pegs'}."))
        else:
            self._change(self.draft.copy(code))

    # Editing --------------------------------------------------------------------------

    def place(self, colour: Colour) -> None:
        """Place a colour in the current hole."""
        if self.draft is None or self.locked:
            return
        if colour not in self._edition.kinds:
            self.post_message(self.Refused("This game has no empty holes. Press Backspace to remove a peg."))
        elif self.striking:
            self._toggle_strike({(self.draft.hole, colour)})
        elif self.draft.full:
            self.post_message(
                self.Refused("The row is full. Press Enter to play it or Backspace to remove a peg.")
            )
        else:
            self._let_fall(self.draft.hole, self.draft.place(colour))

    def _let_fall(self, hole: int, then: Draft) -> None:
        """Place a peg, which falls into its hole before the next one is chosen."""
        if self.settings.animation == "none" or self.look.few:
            self._change(then)
            return
        self._drop = 0
        self._change(replace(then, hole=hole))

        def rise() -> None:
            self._drop = 1
            self._refresh_row()

        def settle() -> None:
            self._drop = None
            if self.draft is not None:
                self._set(replace(self.draft, hole=then.hole))

        self.motion.start([(DROP, rise), (DROP, settle)])

    def pick(self, number: int) -> None:
        """Handle a click in the tray: add a key peg, or place a colour."""
        self.motion.finish()
        self.lifted = None
        if self.answer_draft is not None:
            self._change(self.answer_draft.add(number))
        elif self.draft is not None:
            self.place(self._edition.kinds[number])

    def lift(self, number: int) -> None:
        """Start dragging a colour from the tray."""
        self.motion.finish()
        if self.draft is not None:
            self.lifted = Lifted(self._edition.kinds[number])

    # Notes and held pegs --------------------------------------------------------------

    def strike(self, on: bool) -> None:
        """Let letters strike colours out of the chosen hole, or place them again."""
        self.striking = on
        if self.draft is not None:
            self._set(self.draft.go(0) if on and self.draft.full else self.draft)

    def _toggle_strike(self, notes: set[tuple[int, Colour]]) -> None:
        """Strike colours out, or take that back if all of them were struck."""
        self.struck = self.struck - notes if notes <= self.struck else self.struck | notes
        self._last_struck = next(iter(notes))[1]
        self.post_message(self.BoardChanged())

    @property
    def struck_here(self) -> frozenset[Colour]:
        """Colours that are struck out of the chosen hole; in a full row, out of all holes."""
        if self.draft is None or self.asked is not Act.GUESS:
            return frozenset()
        holes = range(len(self.draft.pegs)) if self.draft.full else (self.draft.hole,)
        kinds = self._edition.kinds
        return frozenset(colour for colour in kinds if all((hole, colour) in self.struck for hole in holes))

    def hold(self) -> str:
        """Hold the peg in the chosen hole for the next guess, or let it go. Return what was done."""
        draft = self.draft
        if draft is None or self.locked:
            return ""
        hole = draft.hole
        if draft.full or draft.pegs[hole] is None:
            return "Select a peg with ← → first. Then Ctrl+K keeps it for the next guess."
        self.held ^= {hole}
        self._refresh_row()
        return f"Hole {hole + 1} {'stays for the next guess' if hole in self.held else 'is free again'}."

    def fill(self) -> None:
        if self.striking and self.draft is not None and self.struck:
            self._toggle_strike({(hole, self._last_struck) for hole in range(len(self.draft.pegs))})
            return
        if self.draft is not None and self.draft.last is None:
            self.post_message(
                self.Refused(
                    f"Place a {self._edition.colour_word} first. Then = fills all remaining holes with it."
                )
            )
        elif self.draft is not None:
            self._change(self.draft.fill())

    def erase(self) -> None:
        for part in (self.draft, self.answer_draft):
            if part is not None:
                self._change(part.erase())

    def clear(self) -> None:
        for part in (self.draft, self.answer_draft):
            if part is not None:
                self._change(part.clear())

    def unlock(self) -> None:
        """Let the player change the row, because the move was refused."""
        self.locked, self._ahead = False, None

    def submit(self) -> None:
        """Post the move if it is complete and legal, else a refusal."""
        if self.striking:
            self.strike(False)
            return
        if self.locked:
            return
        edition = self._edition
        try:
            if self.answer_draft is not None and (feedback := self.answer_draft.feedback) is not None:
                edition.check_feedback(feedback)
                self._post_move(Answer(feedback))
            elif self.draft is not None and (code := self.draft.code) is not None:
                if self.asked is Act.SET_CODE:
                    edition.check_secret(code)
                    self._post_move(SetCode(Secret(code)))
                else:
                    edition.check_guess(code)
                    self._post_move(Guess(code))
            else:
                self.post_message(self.Refused(self._describe_missing()))
        except CodepegsError as refusal:
            self.post_message(self.Refused(str(refusal)))

    def _post_move(self, move: Move) -> None:
        self.locked = True
        self.expect()
        if isinstance(move, Guess):
            self._kept = {hole: move.code.pegs[hole] for hole in self.held}
        self.post_message(self.Submitted(move))

    def _describe_missing(self) -> str:
        if self.draft is None:
            keys = self._edition.box.keys
            return (
                f"Enter two numbers first: how many {keys.black.plural}, then how many {keys.white.plural}."
            )
        left = sum(colour is None for colour in self.draft.pegs)
        return f"{left} {'hole is' if left == 1 else 'holes are'} still empty."

    def copy_row(self, by: int) -> None:
        """Replace the row with an earlier one: -1 for the one before, 1 for the one after."""
        assert self.game is not None
        rows: list[Code] = [row.guess for row in self.game.board.rows if row.guess is not None]
        if not rows or self.draft is None:
            return
        at = len(rows) if self._copied_row is None else self._copied_row
        at = min(max(at + by, 0), len(rows) - 1)
        self._change(self.draft.copy(rows[at]))
        self._copied_row = at

    def _change(self, part: Draft | AnswerDraft) -> None:
        """Change the row or answer, or refuse impossible counts."""
        if isinstance(part, AnswerDraft) and not self._possible(part):
            pegs = self._edition.pegs
            self.post_message(
                self.Refused(
                    f"An answer can't add up to more than {pegs}. Press Backspace to remove a number."
                )
            )
            return
        if part not in (self.draft, self.answer_draft):
            self._copied_row = None
        self._set(part)

    def _possible(self, answer_draft: AnswerDraft) -> bool:
        black, white = answer_draft.counts
        try:
            self._edition.check_feedback(Feedback(black or 0, white or 0))
        except CodepegsError:
            return False
        return True

    def _set(self, part: Draft | AnswerDraft) -> None:
        if self.locked:
            return
        if isinstance(part, Draft):
            self.draft = part
            self.held = frozenset(hole for hole in self.held if part.pegs[hole] is not None)
        else:
            self.answer_draft = part
        self._refresh_row()
        self.post_message(self.BoardChanged())

    def _refresh_row(self) -> None:
        """Draw only the row that is being built or answered."""
        row = self.current if self.answer_draft is not None else self._draft_row
        region = self.row_region(row)
        self.refresh(Region(0, region.y, self.size.width, region.height))

    # The mouse ------------------------------------------------------------------------

    def _hole_under(self, event: MouseDown | MouseMove | MouseUp) -> int | None:
        """Return the hole of the row being built under the mouse, or None."""
        at = event.get_content_offset(self)
        found = self.hole_at(at.x, at.y) if at is not None and self.draft is not None else None
        return found[1] if found is not None and found[0] == self._draft_row else None

    def on_mouse_down(self, event: MouseDown) -> None:
        self.motion.finish()
        hole = self._hole_under(event)
        colour = self.draft.pegs[hole] if hole is not None and self.draft is not None else None
        self.lifted = None if colour is None else Lifted(colour, hole)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Mark the hole below a peg that is dragged."""
        hole = self._hole_under(event)
        if (
            self.lifted is not None
            and hole is not None
            and self.draft is not None
            and hole != self.draft.hole
        ):
            self._set(self.draft.go(hole))

    def on_mouse_up(self, event: MouseUp) -> None:
        hole, lifted, draft = self._hole_under(event), self.lifted, self.draft
        self.lifted = None
        if draft is None:
            return
        if hole is None:
            self.drop_outside(lifted)
        elif lifted is None:
            self._set(draft.go(hole))
        elif lifted.hole is None:
            self._change(draft.go(hole).place(lifted.colour))
        elif lifted.hole == hole:
            self._change(draft.remove(hole))
        else:
            self._change(draft.move(lifted.hole, hole))

    def drop_outside(self, lifted: Lifted | None) -> None:
        """Remove a peg that was dragged off the row."""
        self.lifted = None
        if lifted is not None and lifted.hole is not None and self.draft is not None:
            self._change(self.draft.remove(lifted.hole))

    @property
    def _draft_row(self) -> int:
        assert self.game is not None
        return 0 if self.asked is Act.SET_CODE else len(self.game.board.rows) + 1


class PegScreen(AppScreen[ScreenResultType]):
    """Screen with a tray and a board. Moves pegs between them by clicks and dragging."""

    @property
    def _board(self) -> PlayBoard:
        return self.query_one(PlayBoard)

    def on_tray_lifted(self, message: Tray.Lifted) -> None:
        self._board.lift(message.number)

    def on_tray_picked(self, message: Tray.Picked) -> None:
        self._board.pick(message.number)
        self._board.focus()

    def on_mouse_up(self, event: MouseUp) -> None:
        self._board.drop_outside(self._board.lifted)

    def on_mouse_down(self, event: MouseDown) -> None:
        self._board.motion.finish()
