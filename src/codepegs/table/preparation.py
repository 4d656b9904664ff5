"""The long computations that some moves need before they are played."""

from __future__ import annotations

from typing import Protocol

from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.move import Claim
from codepegs.rules.seat import Seat
from codepegs.table import commands, moves
from codepegs.table.seats import ClientId
from codepegs.table.table import Table

LONG_MOVES = (moves.CLAIM, moves.HINT)
"""Beginnings of the moves that have to be prepared."""


class Jobs(Protocol):
    """Runs long computations outside the event loop."""

    async def find_claim(self, board: Board) -> Claim:
        """Run :func:`codepegs.rules.claim.find_claim`."""

    async def check_claim(self, board: Board, rows: tuple[int, ...]) -> object:
        """Run :func:`codepegs.rules.claim.check_claim`."""

    async def find_hint(self, board: Board, plan: Code | None) -> object:
        """Run :func:`codepegs.analysis.hint.find_hint`."""


async def prepare_move(
    table: Table, *, client: ClientId | None, key: str, at: int, text: str, jobs: Jobs
) -> str:
    """Return the text of a move that is ready to be played, or raise what refuses it.

    A claim gets the rows that prove it. If it names them, they are checked, because the rules may need
    20 ms to refuse them. A hint is computed, so that one that fails is not taken.
    """
    if text.startswith(moves.CLAIM):
        game = commands.find_claimed_game(table, client=client, key=key, moves=at)
        if game is not None:
            match = table.require_match()
            claim = moves.read(text, match, Seat.CODEBREAKER)
            assert isinstance(claim, Claim)
            if claim.rows:
                await jobs.check_claim(game.board, claim.rows)
                return text
            return moves.write(match, await jobs.find_claim(game.board))
    elif text.startswith(moves.HINT):
        hint = commands.move(table, client=client, key=key, moves=at, text=text, salt=None)
        if hint.effect is not None:
            await jobs.find_hint(table.require_match().game.board, None)
    return text
