"""The people at one keyboard, and what they may see."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence

from codepegs.errors import NotNow
from codepegs.notation.share import Shared
from codepegs.rules.code import Code, Colour
from codepegs.rules.game import Phase
from codepegs.rules.move import Act, Move
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.table.seat import TableSeat
from codepegs.table.view import TableView

_ALONE = (Phase.SETTING, Phase.ANSWERING)
"""Phases in which only the codemaker may look, because the code is on the screen."""


class Keyboard:
    """Holds the seats of everybody at one keyboard, and returns one view at a time.

    If two people share it, `view` is that of a spectator, except while the codemaker sits there alone
    to set a code or to answer. So even a bug in a user interface cannot show a hidden code to the
    wrong player. A single person always gets the view of their own seat.
    """

    def __init__(self, seats: Mapping[PlayerNumber, TableSeat], watcher: TableSeat) -> None:
        """`watcher` is a spectator's seat. For a single person it may be that person's own seat."""
        self._seats, self._watcher = dict(seats), watcher
        self.shared = len(seats) == 2
        self.sitting: PlayerNumber | None = None if self.shared else next(iter(seats), None)
        """The player who has the keyboard; None if it is nobody in particular."""
        self._held = False

    # What to show ---------------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        """View that the user interface may show now."""
        if self.sitting is None or (self.shared and self.sitting != self._alone):
            return self._watcher.view
        return self._seats[self.sitting].view

    @property
    def people(self) -> tuple[PlayerNumber, ...]:
        """The players at this keyboard."""
        return tuple(self._seats)

    @property
    def wanted(self) -> PlayerNumber | None:
        """The player who should have the keyboard now; None if everybody may look."""
        if not self.shared:
            return self.sitting
        view = self._watcher.view
        guessing = view.match is not None and view.match.game.phase is Phase.GUESSING
        return view.turn if guessing else self._alone

    @property
    def covered(self) -> bool:
        """Whether the keyboard has to change hands before anything else."""
        return self.shared and self.wanted is not None and self.wanted != self.sitting

    @property
    def alone(self) -> bool:
        """Whether the player who is wanted must be the only one who looks."""
        return self.shared and self._alone is not None

    def sit(self, player: PlayerNumber | None) -> None:
        """Give the keyboard to `player`."""
        self.sitting = player
        self._update_clock()

    def hold(self, held: bool) -> None:
        """Stop the clock, such as while a finished game is on the screen."""
        self._held = held
        self._update_clock()

    def _update_clock(self) -> None:
        """Stop the clock also while the keyboard has to change hands."""
        self._watcher.hold(self._held or self.covered)

    def acts(self) -> dict[Act, PlayerNumber]:
        """Return what can be done at this keyboard, each with its player.

        If both could do it, it is done for the player whose turn it is.
        """
        turn = self._watcher.view.turn
        here = [*self._seats] if self.sitting is None else [self.sitting]
        found: dict[Act, PlayerNumber] = {}
        for player in sorted(here, key=lambda player: player != turn):
            for act in self.acts_of(player):
                found.setdefault(act, player)
        return found

    def acts_of(self, player: PlayerNumber) -> frozenset[Act]:
        """Return what a player at this keyboard may do, even while the other one sits there."""
        match = self._seats[player].view.match
        return frozenset() if match is None else match.legal

    def role(self, player: PlayerNumber | None) -> Seat:
        """Return what `player` is in the game in play."""
        match = self._watcher.view.match
        if match is None or player is None:
            return Seat.SPECTATOR
        return Seat.CODEMAKER if match.game.codemaker == player else Seat.CODEBREAKER

    async def changes(self) -> AsyncIterator[TableView]:
        """Yield the view after each change, once every seat here has it. No change is left out."""
        async for change in self._watcher.changes():
            for seat in self._seats.values():
                await seat.at(change.version)
            self._update_clock()
            view = self.view
            # A reader that is behind gets the older change as the watcher saw it.
            yield view if view.version <= change.version else change

    # What to do -----------------------------------------------------------------------------

    async def play(self, move: Move, player: PlayerNumber, *, at: int) -> None:
        """Make a move for `player` in a match of `at` moves."""
        await self._seats[player].play(move, at=at)

    def lay(self, pegs: Sequence[Colour | None]) -> None:
        """Show the others at the table the row that the codebreaker here is laying."""
        player = self.acts().get(Act.GUESS)
        if player is not None:
            self._seats[player].lay(pegs)

    async def offer(self, text: str) -> None:
        """Make an offer for everybody at this keyboard. If both players are here, it is agreed."""
        for seat in self._seats.values():
            await seat.offer(text)

    async def reply(self, text: str, *, yes: bool) -> None:
        """Accept or decline an offer of a player who is not at this keyboard."""
        for seat in self._seats.values():
            await seat.reply(text, yes=yes)

    async def codes_left(self) -> int | None:
        """Return how many codes fit the answers. A codebreaker who can see the screen needs hints for it."""
        private = self.sitting is not None and self.sitting == self._alone
        here = [player for player in self.people if not private or player == self.sitting]
        breakers = (self._seats[player] for player in here if self.role(player) is Seat.CODEBREAKER)
        return await next(breakers, self._watcher).codes_left()

    async def share(self) -> Shared:
        """Return the text to share about a finished solo game."""
        return await self._watcher.share()

    async def hint(self, plan: Code | None = None) -> tuple[str, ...]:
        """Take a hint for the codebreaker."""
        player = self.acts().get(Act.HINT)
        if player is None:
            raise NotNow("Only the codebreaker can take a hint, and only before a guess.")
        return await self._seats[player].hint(plan)

    async def rematch(self) -> Keyboard:
        """Return the keyboard of the same people at the table of the rematch."""
        watcher = await self._watcher.rematch()
        seats: dict[PlayerNumber, TableSeat] = {}
        for seat in self._seats.values():
            again = watcher if seat is self._watcher else await seat.rematch()
            assert again.view.you is not None
            seats[again.view.you] = again
        return Keyboard(seats, watcher)

    async def record(self) -> str:
        """Return the match as a record, without a code that is still hidden."""
        return await self._watcher.record()

    async def close(self) -> None:
        """Leave the table. The match stays as it is."""
        for seat in {*self._seats.values(), self._watcher}:
            await seat.close()

    @property
    def _alone(self) -> PlayerNumber | None:
        """The codemaker, while the code is on the screen."""
        view = self._watcher.view
        return view.turn if view.match is not None and view.match.game.phase in _ALONE else None
