"""Score panel: players, roles, points and score pegs."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from codepegs.notation import sentences
from codepegs.notation.drawing.common import TRACK, track
from codepegs.rules.points import ScorePeg
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView
from codepegs.tui.look import look_of, pen
from codepegs.tui.paints import PEGS


class ScoreView(Widget):
    """Names, roles and points, with the score tracker or score lines if the edition has them."""

    DEFAULT_CSS = "ScoreView { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.match_view: MatchView | None = None
        self.index = -1
        self.tracks = True
        """Whether there is space for the lanes of holes."""

    def show(self, view: MatchView, *, index: int = -1) -> None:
        """Show the points of a match, with the roles of the game at `index`."""
        self.match_view, self.index = view, index
        self.refresh(layout=True)

    def render(self) -> Text:
        lines: list[Text] = []
        if self.match_view is not None:
            for player in (0, 1):
                lines += self._player(self.match_view, player)
        return Text("\n").join(lines)

    def _player(self, view: MatchView, player: int) -> list[Text]:
        box, game = view.agreement.edition.box, view.games[self.index]
        making = game.codemaker == player
        turn = game.turn is (Seat.CODEMAKER if making else Seat.CODEBREAKER)
        role = (box.codemaker if making else box.codebreaker).lower()
        pegs = view.score_pegs
        # The peg counts the rows of this game already, so its hole is the only number to show.
        points = sentences.pluralize(view.points[player] if pegs is None else pegs[player].hole, "point")
        # Text instead of a string, so that markup in a name has no effect.
        called = sentences.call_player(view.agreement.players, player)
        name = Text(called, style="bold" if turn else "")
        head = self._head(name, role, points, turn=turn)
        return [head] if pegs is None or not self.tracks else [head, self._lane(view, pegs, player)]

    def _head(self, name: Text, role: str, points: str, *, turn: bool) -> Text:
        """Return one line. If it is too long, drop the role, then shorten the name."""
        left = self.size.width - len("▸   ") - len(points) - name.cell_len
        said = f"  {role}  " if len(f"  {role}") <= left else "  "
        name.truncate(max(1, name.cell_len + min(0, left)), overflow="ellipsis")
        return Text.assemble(
            ("▸ " if turn else "  ", "bold"),
            name,
            (said, "dim"),
            (points, "bold"),
        )

    def _lane(self, view: MatchView, pegs: tuple[ScorePeg, ScorePeg], player: int) -> Text:
        """Return thirty holes with a bar after every ten, the peg, and where this game began."""
        peg, began, start = pegs[player], view.points[player], track(pegs)[-TRACK] - 1
        line = Text("  ")
        for hole in range(start, start + TRACK + 1):
            if hole == max(start, peg.hole):  # a peg further behind stands at the start
                line.append("◆", self._paint(peg))
            elif hole == start or hole == began < peg.hole:
                line.append("○" if hole == began else "│")
            else:
                line.append("·" if hole > peg.hole else "•" if hole > began else "─")
            if hole > start and hole % 10 == 0:
                line.append("│")
        return line

    def _paint(self, peg: ScorePeg) -> Style:
        look = look_of(self)
        fill = PEGS[peg.paint].fill.true
        return pen(fill, look["tray"], bold=True)
