"""Seats: who sits where in a game, and so who may see and do what."""

from __future__ import annotations

from enum import Enum
from typing import Literal

PlayerNumber = Literal[0, 1]
"""One of the two who agreed on the match, in the order they are named there."""


class Seat(Enum):
    """A place at the board. Players change seats from game to game; spectators keep theirs."""

    CODEMAKER = "codemaker"
    CODEBREAKER = "codebreaker"
    SPECTATOR = "spectator"


def other_player(player: PlayerNumber) -> PlayerNumber:
    """The one across the table."""
    return 1 if player == 0 else 0
