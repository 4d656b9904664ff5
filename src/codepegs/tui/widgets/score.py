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
    """Names, roles and points, with a score track if the edition has one."""

    DEFAULT_CSS = "ScoreView { height: auto; text-wrap: nowrap; text-overflow: ellipsis; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.match_view: MatchView | None = None
        self.index = -1
        self.tracks = True
        """Whether there is space for the lines of holes."""

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
        name = Text(view.agreement.players[player], style="bold" if turn else "")
        head = self._head(name, role, points, turn=turn)
        return [head] if pegs is None or not self.tracks else [head, *self._holes(pegs, player)]

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

    def _holes(self, pegs: tuple[ScorePeg, ScorePeg], player: int) -> list[Text]:
        """Return lines of thirty holes, with a bar after every ten."""
        peg, holes = pegs[player], track(pegs)
        lines = []
        for start in range(holes[0], holes[-1], TRACK):
            line = Text("  ")
            unmoved = peg.hole == 0 and start == 1
            line.append("◆" if unmoved else "|", style=self._paint(peg) if unmoved else "")
            for hole in range(start, start + TRACK):
                here = hole == peg.hole
                line.append("◆" if here else "·", style=self._paint(peg) if here else "")
                if hole % 10 == 0:
                    line.append("|")
            lines.append(line)
        return lines

    def _paint(self, peg: ScorePeg) -> Style:
        look = look_of(self)
        fill = PEGS[peg.paint].fill.true
        return pen(fill, look["tray"], bold=True)
