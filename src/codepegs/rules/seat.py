"""Seats of a game, which decide who may see and do what."""

from __future__ import annotations

from enum import Enum
from typing import Literal

PlayerNumber = Literal[0, 1]
"""Index of a player in the agreement."""


class Seat(Enum):
    """A place at the board. Players change seats after each game."""

    CODEMAKER = "codemaker"
    CODEBREAKER = "codebreaker"
    SPECTATOR = "spectator"


def other_player(player: PlayerNumber) -> PlayerNumber:
    """Return the number of the other player."""
    return 1 if player == 0 else 0
