"""Interface of a seat at a table, which may be in this process or at a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from codepegs.notation.share import Shared
from codepegs.rules.code import Code, Colour
from codepegs.rules.move import Move
from codepegs.table.view import TableView


class TableSeat(Protocol):
    """Seat of a player or a spectator. It belongs to one event loop.

    Every method that sends something raises an error if it is refused: a RuleError for an illegal
    move, Stale if the match has changed meanwhile, ArchiveError if it could not be saved.
    """

    @property
    def view(self) -> TableView:
        """The latest view, with the time that is left now."""

    async def at(self, version: int) -> TableView:
        """Return the view as soon as it has reached `version`. Two seats may learn of a change one by one."""

    def changes(self) -> AsyncIterator[TableView]:
        """Yield the view, and again after each change, in order. It ends when the table is closed."""

    async def play(self, move: Move, *, at: int) -> None:
        """Make a move in a match of `at` moves. When this returns, it is saved and `view` shows it.

        The table finds the rows of a claim: send `Claim(())`. A `Leave` of the other seat says
        that the opponent is gone, and is refused before they have been away for long enough.
        """

    def lay(self, pegs: Sequence[Colour | None]) -> None:
        """Show the others the row of this codebreaker before it is played. None is a free hole.

        Nothing of it is stored, and it may be lost. A code that is being set is never shown.
        """

    async def offer(self, text: str) -> None:
        """Offer `rematch`, `clock 60`, `clock off`, `hints` or `stop`. A computer refuses only `stop`."""

    async def reply(self, text: str, *, yes: bool) -> None:
        """Accept or decline an offer. Declining your own offer withdraws it."""

    async def hint(self, plan: Code | None = None) -> tuple[str, ...]:
        """Take the next hint for this row and return its sentences. A hint that fails is not taken."""

    async def codes_left(self) -> int | None:
        """Return how many codes fit the answers, or None if there are too many to count.

        Raises NotNow for a codebreaker without hints.
        """

    async def share(self) -> Shared:
        """Return the text to share about a finished solo game, and its par. Raises NotNow for any other."""

    def hold(self, held: bool) -> None:
        """Stop the clock while nobody can play at this keyboard. The clock of a server does not stop."""

    async def rematch(self) -> TableSeat:
        """Return your seat at the table that `view.rematch` names."""

    async def record(self) -> str:
        """Return the match as a record, without a code that is still hidden."""

    async def close(self) -> None:
        """Leave the table. The match stays as it is."""
