"""Hints at the table: asked for, found beside the keys, kept as moves, and only then told. No Textual."""

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

NOT_NOW = "A hint is for the codebreaker, and for a row to come."
NO_MORE = "All hints for this row were taken: guess."
LOOKING = "Looking for a hint …"


@dataclass(kw_only=True)
class HintFinder:
    """Helps whoever guesses at a table. Of the match it is shown a view, and a board is all that it uses."""

    say: Callable[[str], None]
    play: Callable[[Move], bool]
    """Makes a move at the table; whether that was possible."""
    ask: Callable[[str, Move], None]
    """Asks a question, and makes the move if the answer is yes."""
    show: Callable[[], None]
    """Shows what is `texts` now."""
    turn: Callable[[], object]
    """What changes as soon as a hint comes too late."""
    texts: list[str] = field(default_factory=list)
    """What was said to help with the row in play."""
    _busy: bool = False

    def hint(self, view: MatchView, draft: Draft | None) -> Coroutine[None, None, None] | None:
        """The work of finding a hint for the row of `draft`, or None if that was all there is to say.

        Where no hints were agreed on, both players are asked whether they are from now on.
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
    """A hint in sentences; it takes seconds on a large board."""
    # This loads numpy, which a match without hints has no use for.
    from codepegs.analysis.hint import find_hint

    return " ".join(find_hint(board, planned).sentences(step))


def _planned_guess(board: Board, code: Code | None) -> Code | None:
    """The guess that somebody plans: a whole row which the edition allows."""
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
