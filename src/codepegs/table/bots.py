"""Moves of the computers at a table.

Codes and answers are computed in this process, because only it knows the code. Guesses
are computed by a pool of processes, which gets the view of the codebreaker's seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Protocol, TypeVar, TypeVarTuple

from codepegs.errors import Busy, ComputationError
from codepegs.players.computer import Computer
from codepegs.players.level import LEVELS, Level
from codepegs.rules.match import Match
from codepegs.rules.move import Act, Move
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.view import MatchView

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

FALLBACK_LEVEL = LEVELS["expert"]
"""Plays when the pool fails: it searches for a consistent code, with a limit on the steps."""


class Compute(Protocol):
    """Pool that computes guesses and other long jobs outside the event loop."""

    async def guess(self, view: MatchView, level: Level, seed: int) -> Move: ...

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T: ...


async def choose_move(
    match: Match, player: PlayerNumber, level: Level | None, *, compute: Compute, random: Random
) -> tuple[Move, str]:
    """Return the computer's move and where it was computed: `server`, `pool` or `fallback`.

    Without a level it is the code of a solo game.
    """
    view = MatchView.of(match, player)
    if level is None or Act.GUESS not in view.legal:
        return Computer(random).move(view), "server"
    try:
        return await compute.guess(view, level, random.getrandbits(64)), "pool"
    except (Busy, ComputationError):
        fallback = Computer(random, level=FALLBACK_LEVEL if level.thinks else level)
        return await asyncio.to_thread(fallback.move, view), "fallback"
