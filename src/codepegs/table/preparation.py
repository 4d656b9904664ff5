"""The long computations that some moves need before they are played."""

from __future__ import annotations

from typing import Protocol

from codepegs.rules.board import Board
from codepegs.rules.code import Code
from codepegs.rules.move import Claim
from codepegs.table import commands, moves
from codepegs.table.seats import ClientId
from codepegs.table.table import Table

LONG_MOVES = (moves.CLAIM, moves.HINT)
"""Beginnings of the moves that have to be prepared."""


class Jobs(Protocol):
    """Runs long computations outside the event loop."""

    async def find_claim(self, board: Board) -> Claim:
        """Run :func:`codepegs.rules.claim.find_claim`."""

    async def find_hint(self, board: Board, plan: Code | None) -> object:
        """Run :func:`codepegs.analysis.hint.find_hint`."""


async def prepare_move(
    table: Table, *, client: ClientId | None, key: str, at: int, text: str, jobs: Jobs
) -> str:
    """Return the text of a move that is ready to be played, or raise what refuses it.

    A claim gets the rows that prove it. A hint is computed first, so that one that fails is not taken.
    """
    if text == moves.CLAIM:
        game = commands.find_claimed_game(table, client=client, key=key, moves=at)
        if game is not None:
            claim = await jobs.find_claim(game.board)
            return moves.write(table.require_match(), claim)
    elif text.startswith(moves.HINT):
        hint = commands.move(table, client=client, key=key, moves=at, text=text, salt=None)
        if hint.effect is not None:
            await jobs.find_hint(table.require_match().game.board, None)
    return text
