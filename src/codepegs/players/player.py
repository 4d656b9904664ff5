"""A player: whoever answers "what do you do?" from what they may see."""

from __future__ import annotations

from typing import Protocol

from codepegs.rules.move import Move
from codepegs.rules.view import MatchView


class Player(Protocol):
    """A person or a program. It is asked only when the match waits for it."""

    def move(self, view: MatchView) -> Move:
        """The next move; one of those that `view.legal` allows, or a TimeOut where it ran out of time."""
        ...
