"""Claims at the table: decided beside the keys, as on a large board that takes seconds. No Textual."""

from __future__ import annotations

from asyncio import to_thread

from codepegs.errors import RuleError
from codepegs.rules.board import Board
from codepegs.rules.claim import Contradiction, Unjudged
from codepegs.rules.match import Match
from codepegs.rules.move import Move

DECIDING = "The claim is being decided …"


def later(board: Board) -> Contradiction | None:
    """A :data:`~codepegs.rules.claim.Judge` that decides nothing and holds up nobody."""
    raise Unjudged(board)


def granted(board: Board) -> Contradiction | None:
    """A judge for asking whether a claim may be made at all."""
    return Contradiction(())


async def decided(match: Match, move: Move) -> Match | RuleError:
    """The match after `move`, or its refusal; what was found is remembered for whoever keeps the move."""
    try:
        return await to_thread(match.play, move)
    except RuleError as refusal:
        return refusal
