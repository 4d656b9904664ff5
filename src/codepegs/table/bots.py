"""Computers at a table: what they do when it is their turn.

A code is made here, and answers are given here, because only here the code is known.
For guesses a computer gets the view of its seat, and thinks in another process.
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
"""Plays where the engine has no time: it looks for a code that fits, for so many steps and no more."""


class Thinker(Protocol):
    """Whoever works out a guess, and what else takes long, as :class:`codepegs.compute.pool.Thinker` does."""

    async def guess(self, view: MatchView, level: Level, seed: int) -> Move: ...

    async def run(self, function: Callable[[*Ts], T], *args: *Ts) -> T: ...


async def choose_move(
    match: Match, player: PlayerNumber, level: Level, *, thinker: Thinker, random: Random
) -> tuple[Move, str]:
    """What the computer does, and who thought of it: the `server`, the `thinker`, or a `plain` one."""
    view = MatchView.of(match, player)
    if not view.legal & {Act.GUESS, Act.ACCEPT}:
        return Computer(random, level=level).move(view), "server"
    try:
        return await thinker.guess(view, level, random.getrandbits(64)), "thinker"
    except (Busy, ComputationError):
        plain = Computer(random, level=FALLBACK_LEVEL if level.thinks else level)
        return await asyncio.to_thread(plain.move, view), "plain"
