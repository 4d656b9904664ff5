"""Notes: colours that the player has struck out, hole by hole."""

from __future__ import annotations

from codepegs.rules.move import Act
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.lines import Line, Lines
from codepegs.tui.widgets.peg import PegPainter, Span
from codepegs.tui.widgets.play_board import PlayBoard


class NotesView(Lines):
    """A line for each hole with the colours that are left. Empty without notes."""

    def __init__(self, settings: Settings, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.settings = settings
        self._board: PlayBoard | None = None

    def show(self, board: PlayBoard) -> None:
        """Show the notes of a board while its player guesses."""
        self._board = board
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Line]:
        board = self._board
        if board is None or board.draft is None or board.asked is not Act.GUESS:
            return []
        if not board.striking and not board.struck:
            return []
        assert board.game is not None
        painter = PegPainter(board.game.board.edition, self.settings, self.look)
        lines: list[Line] = [self.rule("Notes", width)]
        for hole in range(len(board.draft.pegs)):
            now = board.striking and hole == board.draft.hole
            line: list[Span] = [
                self.say(f"{'▶' if now else ' '}{hole + 1:>2} ", "accent" if now else "muted")
            ]
            for colour in painter.edition.kinds:
                struck = (hole, colour) in board.struck
                line.append(
                    self.say("×" if struck else painter.symbol(colour), "faint" if struck else "text")
                )
                line.append(self.say(" " if 2 * len(painter.edition.kinds) + 4 <= width else ""))
            lines.append(line)
        return [*lines, []]
