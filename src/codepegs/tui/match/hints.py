"""Hints during a match: computed in a thread and recorded as moves. Has no widgets."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field

from codepegs.errors import CodepegsError, IllegalCode
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.move import AllowHints, Hint, Move
from codepegs.rules.view import MatchView
from codepegs.tui.widgets.draft import Draft

NOT_NOW = "Only the codebreaker can ask for a hint, and only before a guess."
NO_MORE = "You have taken all hints for this row."
LOOKING = "Looking for a hint …"


@dataclass(kw_only=True)
class HintFinder:
    """Finds hints for the codebreaker, from the public rows only, and shows them."""

    say: Callable[[str], None]
    play: Callable[[Move], bool]
    """Makes a move. Returns whether that was possible."""
    ask: Callable[[str, Move], None]
    """Asks for confirmation, then makes the move."""
    show: Callable[[], None]
    """Shows the current `texts`."""
    turn: Callable[[], object]
    """Returns a value that changes as soon as a hint would come too late."""
    texts: list[str] = field(default_factory=list)
    """Hints taken for the current row."""
    _busy: bool = False

    def hint(self, view: MatchView, draft: Draft | None) -> Coroutine[None, None, None] | None:
        """Return a coroutine that finds a hint for the row of `draft`, or None if there is nothing to do.

        If hints are not allowed in this match, ask both players to allow them.
        """
        game = view.game
        if draft is None:
            self.say(NOT_NOW)
        elif not game.hints_allowed:
            self.ask(_question(view.agreement), AllowHints())
        elif not game.hints_left:
            self.say(NO_MORE)
        elif not self._busy:
            self._busy = True
            self.say(LOOKING)
            return self._find(game.board, _planned_guess(game.board, draft.code), game.hints_left[0])
        return None

    async def _find(self, board: Board, planned: Code | None, step: int) -> None:
        turn = self.turn()
        try:
            words = await to_thread(_write_hint, board, planned, step)
        except CodepegsError as refusal:
            self.say(str(refusal))
            return
        finally:
            self._busy = False
        if turn == self.turn() and self.play(Hint(step)):
            self.texts.append(words)
            self.show()


def _write_hint(board: Board, planned: Code | None, step: int) -> str:
    """Return a hint in sentences. Takes seconds on a large board."""
    # Imported here, because it loads numpy, which a match without hints does not need.
    from codepegs.analysis.hint import find_hint

    return " ".join(find_hint(board, planned).sentences(step))


def _planned_guess(board: Board, code: Code | None) -> Code | None:
    """Return `code` if it is a legal guess, else None."""
    if code is not None:
        try:
            board.edition.check_guess(code)
        except IllegalCode:
            return None
    return code


def _question(agreement: Agreement) -> str:
    one, two = agreement.players
    return (
        f"Hints are not allowed in this match. {one} and {two}, do both of you allow them from now on? "
        "Each one that is taken stands in the record."
    )
