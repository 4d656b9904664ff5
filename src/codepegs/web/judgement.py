"""Claims that are decided elsewhere: on a large board that can take seconds, and others wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from codepegs.errors import Undecided
from codepegs.rules.board import Board
from codepegs.rules.claim import Contradiction, Unjudged


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of some boards, as the rules ask for it: a :data:`~codepegs.rules.claim.Judge`."""

    known: Mapping[Board, Contradiction | Undecided | None] = field(default_factory=dict)

    def __call__(self, board: Board) -> Contradiction | None:
        if board not in self.known:
            raise Unjudged(board)
        found = self.known[board]
        if isinstance(found, Undecided):
            # Without the way it took before, which would grow each time.
            raise found.with_traceback(None)
        return found
