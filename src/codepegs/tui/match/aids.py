"""Aids at the table: hints, codes left, notes, held pegs, and the bell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from codepegs.errors import IllegalCode
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.move import Act
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView
from codepegs.table.keyboard import Keyboard
from codepegs.table.offers import HINTS
from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.look import PaintedApp
from codepegs.tui.match import narration
from codepegs.tui.match.moves import Moves
from codepegs.tui.paints import THEMES
from codepegs.tui.widgets.status import notify_error

LATE = 10
"""Seconds before the end of a turn from which the clock stands out."""


class Aids(Moves):
    """Helps the player: on request, or while the game goes on."""

    def _sit_down(self, keyboard: Keyboard) -> None:
        super()._sit_down(keyboard)
        self._hints: list[str] = []
        """Hints taken for the current row, without what an earlier one has said."""
        self._counted: object = None
        """The position for which the codes left were counted last."""
        self._meter = True
        """Whether the codes left are shown, if they may be."""
        self._rung: object = None
        """The turn for which the bell rang last."""

    # Hints ----------------------------------------------------------------------------

    def _take_hint(self, *, agreed: bool = False) -> None:
        """Take a hint. If they are off, ask first, unless they were just `agreed` on."""
        match, draft = self._keyboard.view.match, self._board.draft
        if match is None:
            self._say(narration.WAITING)
        elif draft is None or self._board.asked is not Act.GUESS:
            self._say(narration.explain_no_hint(match.agreement.edition))
        elif not match.game.hints_allowed:
            if not agreed:
                self._offer(HINTS, then=lambda: self._take_hint(agreed=True))
        elif not match.game.hints_left:
            self._say(narration.NO_MORE_HINTS)
        else:
            self._say(narration.LOOKING_FOR_HINT)
            self._start("hint", self._find_hint(_planned_guess(match.game.board, draft.code)))

    async def _find_hint(self, plan: Code | None) -> None:
        found = await self._attempt(self._keyboard.hint(plan))
        if found is not None:
            told = " ".join(self._hints)
            self._hints.append(" ".join(line for line in found if line not in told))
            self._show()
            self._match_layout.scroll_narration(0)

    # Codes left -----------------------------------------------------------------------

    def _may_count(self, match: MatchView) -> bool:
        """Whether those who are here may know how many codes are left."""
        roles = map(self._keyboard.role, self._keyboard.people)
        return match.game.hints_allowed or Seat.CODEBREAKER not in roles

    def _show_codes_left(self, match: MatchView) -> None:
        """Show how many codes are left, unless a codebreaker without hints is here."""
        answered = sum(row.feedback is not None for row in match.game.board.rows)
        shown = self._meter and self._may_count(match) and answered and not self._finished
        state = (len(match.games), answered) if shown else None
        if state != self._counted:
            self._counted = state
            self._match_layout.show_codes_left(None)
            self.workers.cancel_group(self, "codes")
            if state is not None:
                self.run_worker(self._count_codes_left(match), group="codes")

    async def _count_codes_left(self, match: MatchView) -> None:
        count = await self._attempt(self._keyboard.codes_left())
        self._match_layout.show_codes_left(count, of=match.agreement.edition.size)

    def _switch_meter(self) -> None:
        """Show or hide the codes left. A codebreaker has to agree on hints for it."""
        match = self._keyboard.view.match
        if match is None or self._finished:
            self._say(narration.NO_METER)
        elif not self._may_count(match):
            self._offer(HINTS)
        else:
            self._meter = not self._meter
            self._show_codes_left(match)
            answered = any(row.feedback is not None for row in match.game.board.rows)
            size = None if answered else match.agreement.edition.size
            self._say(narration.describe_meter(on=self._meter, size=size))

    # Notes and held pegs --------------------------------------------------------------

    def _switch_notes(self) -> None:
        """Let letters strike colours out instead of placing them, or place them again."""
        if self._board.asked is not Act.GUESS:
            self._say(narration.NO_NOTES)
        else:
            self._board.strike(not self._board.striking)

    def _hold_peg(self) -> None:
        self._say(self._board.hold() if self._board.asked is Act.GUESS else narration.NO_NOTES)

    # Clock and bell -------------------------------------------------------------------

    def _show_clock(self) -> None:
        left = self._keyboard.view.left
        late = left is not None and left < LATE * 1000
        if self._pace is not None and self._computer_to_move:
            words, late = str(self._pace), False
        else:
            words = "" if left is None else f"Time left {left // 60_000}:{left // 1000 % 60:02d}"
        self._match_layout.show_clock(words, late=late)
        if late and self._board.asked is not None:
            self._ring("late")

    def _ring(self, why: str) -> None:
        """Ring the bell once in a turn for a reason, if the player wants that."""
        view = self._keyboard.view
        if self._settings.bell and self._rung != (view.id, view.moves, why):
            self._rung = (view.id, view.moves, why)
            self.app.bell()

    # Settings -------------------------------------------------------------------------

    def _change_settings(self, **change: Any) -> None:
        """Change settings, apply them at once and save them."""
        self._settings = replace(self._settings, **change)
        self._match_layout.apply_settings(self._settings)
        app = self.app
        app.animation_level = self._settings.animation
        if "theme" in change and isinstance(app, PaintedApp):
            app.apply_theme(self._settings.theme)
        if self._app_context is not None:
            try:
                self._app_context.store.save(settings=self._settings)
            except SettingsNotSaved as refusal:
                notify_error(self, refusal)
        self._show()

    def _switch_theme(self) -> None:
        following = THEMES[(THEMES.index(self._settings.theme) + 1) % len(THEMES)]
        self._change_settings(theme=following)


def _planned_guess(board: Board, code: Code | None) -> Code | None:
    """Return `code` if it is a legal guess, else None."""
    if code is not None:
        try:
            board.edition.check_guess(code)
        except IllegalCode:
            return None
    return code
