"""View of a table from one seat. It is all that a user interface gets of a match."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.errors import NotNow
from codepegs.rules.code import Colour
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView, View
from codepegs.table.offers import Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table as one player or a spectator sees it. No field depends on a hidden code."""

    id: str
    version: int
    """Number of changes: moves, and everything else that is stored about the table."""
    moves: int
    """Number of moves. A move that you send names it."""
    names: tuple[str | None, str | None]
    you: PlayerNumber | None
    """Your player number, or None for a spectator."""
    match: MatchView | None
    """None while a seat is empty."""
    turn: PlayerNumber | None
    offers: tuple[Offer, ...]
    rematch: str | None
    """Id of the table where the same players play a rematch."""
    left: int | None
    """Milliseconds left of this turn, or None while no time runs."""
    told: tuple[str, ...]
    """Sentences about the last move, the same for all seats."""
    agreed: tuple[str, ...]
    """All terms of the match as they are agreed now, in sentences."""
    online: bool = True
    """Whether the view is up to date; False while a remote table cannot be reached."""
    present: tuple[bool, bool] = (True, True)
    """Which players are connected."""
    laid: tuple[Colour | None, ...] = ()
    """The row that a codebreaker at another screen is laying, hole by hole. Nobody sees a code being set."""

    def next_hint(self) -> tuple[View, int]:
        """Return the game in play and the step of its next hint, or raise NotNow."""
        if self.match is None or not self.match.game.hints_left:
            raise NotNow("There is no hint to take now.")
        return self.match.game, self.match.game.hints_left[0]

    @property
    def over(self) -> bool:
        return self.match is not None and self.match.outcome is not None
