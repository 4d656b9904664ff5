"""Interface of a player, human or computer."""

from __future__ import annotations

from typing import Protocol

from codepegs.rules.move import Move
from codepegs.rules.view import MatchView


class Player(Protocol):
    """Person or program that chooses moves. The referee calls it only when it is its turn."""

    def move(self, view: MatchView) -> Move:
        """Return the next move: one that `view.legal` allows, or a TimeOut if time ran out."""
        ...
