"""Moves of the computers at a table.

Codes and answers are computed in this process, because only it knows the code. Guesses
are computed by a pool of processes, which gets the view of the codebreaker's seat.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Protocol, TypeVar, TypeVarTuple

from codepegs.errors import Busy, ComputationError
from codepegs.players.computer import Computer, draw_code, draw_guess
from codepegs.players.hard_codes import find_hard_codes
from codepegs.players.level import Level
from codepegs.rules.match import Match
from codepegs.rules.move import Act, Move, SetCode
from codepegs.rules.seat import PlayerNumber
from codepegs.rules.secret import Secret
from codepegs.rules.view import MatchView

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Compute(Protocol):
    """Pool that computes guesses and other long jobs outside the event loop."""

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        """Return the move of a computer. Computers that play for different addresses take turns."""

    async def guess_quickly(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        """Return a move that takes milliseconds, even if other moves take long."""

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        """Return `function(*args)`. Jobs of different addresses take turns."""


async def choose_move(
    match: Match,
    player: PlayerNumber,
    level: Level | None,
    *,
    compute: Compute,
    random: Random,
    address: str = "",
) -> tuple[Move, str]:
    """Return the computer's move and how it was chosen: by the `server`, the `pool`, or as a `fallback`.

    Without a level it is the code of a solo game. If the pool fails, a quick guess is the fallback,
    or a random one if that fails too. Raises Busy if the pool has too many guesses to make.
    """
    view, edition = MatchView.of(match, player), match.agreement.edition
    if level is not None and level.thinks and Act.SET_CODE in view.legal:
        # The pool lists hard codes. Which one is chosen, only this process knows.
        with suppress(Busy, ComputationError):
            hard = await compute.run(find_hard_codes, edition, address=address)
            return SetCode(Secret(draw_code(match.agreement, random, hard))), "server"
    if level is None or Act.GUESS not in view.legal:
        return Computer(random).move(view), "server"
    seed = random.getrandbits(64)
    with suppress(Busy, ComputationError):
        return await compute.guess(view, level, seed, address=address), "pool"
    with suppress(ComputationError):
        return await compute.guess_quickly(view, level, seed, address=address), "fallback"
    return draw_guess(edition, random), "fallback"
