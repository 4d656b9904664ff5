"""A table in memory: what it is now, and who listens."""

from __future__ import annotations

import asyncio

from codepegs.protocol import messages as wire
from codepegs.protocol import view
from codepegs.rules.seat import PlayerNumber
from codepegs.table.clock import Clock
from codepegs.table.seats import Holder
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Table, Transition


class TableSession:
    """Belongs to the event loop. Nothing here waits, so nobody sees it half changed."""

    def __init__(self, table: Table, *, now: int, most: int) -> None:
        """`now` is monotonic, in nanoseconds; `most` changes wait for a listener."""
        self.table = table
        self.lock = asyncio.Lock()
        self.clock = Clock().at(table.match, now)
        self.listeners: list[Subscriber] = []
        self.used = now
        self.doubtful = False
        """Whether the archive may know more than this: then it is read again before the next command."""
        self.crowd_changed = False
        self.thinking: asyncio.Task[None] | None = None
        self._most = most
        self._views: dict[PlayerNumber | None, view.View] = {}

    @property
    def resting(self) -> bool:
        """Whether two computers sit here, who play for whoever watches, and nobody does."""
        seats = self.table.seats
        return not self.listeners and None not in (seats.level(0), seats.level(1))

    def look(self, now: int) -> None:
        """Look at the clock. While the table rests no turn goes on."""
        clock = Clock() if self.resting else self.clock
        self.clock = clock.at(self.table.match, now)

    def begin_turn(self, now: int) -> None:
        """Let the turn begin anew, and tell everybody so."""
        self.clock = Clock().at(self.table.match, now)
        if self.clock.turn is not None:
            for listener in self.listeners:
                listener.resync()

    def view(self, player: PlayerNumber | None, *, now: int, before: view.View | None = None) -> view.View:
        """What `player` sees now; `before` is what the same one saw earlier."""
        self.look(now)
        return view.of(self.table, player, left=self.clock.left, before=before)

    def listener(self, holder: Holder | None, *, now: int) -> Subscriber:
        """Add a listener. Its first message is the view."""
        player = self.table.seats.player(holder)
        listener = Subscriber(holder, player, most=self._most, fresh=lambda who: self._fresh(who))
        self.used = now
        listener.resync()
        self.listeners.append(listener)
        self.crowd_changed = True
        listener.notice(self.presence())
        return listener

    def leave(self, listener: Subscriber) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.crowd_changed = True

    def changed(self, step: Transition, *, now: int) -> int:
        """Go on to the table after `step`, which is kept, and tell everybody; how many were too slow."""
        # Those who listen have seen these, so that one view each is enough to tell what is new.
        before = {player: self._views.get(player) or self.view(player, now=now) for player in self._players()}
        self.table, self.used = step.table, now
        self.look(now)
        self._views = {player: self.view(player, now=now, before=seen) for player, seen in before.items()}
        told = {
            player: wire.write(
                wire.Changed(wire.change(seen, self._views[player], line=step.line, by=step.by))
            )
            for player, seen in before.items()
        }
        slow = sum(not listener.hear(told[listener.player]) for listener in self.listeners)
        self._seat_listeners()
        return slow

    def reread(self, table: Table, *, now: int) -> None:
        """Take the table as the archive has it."""
        self.doubtful = False
        if table == self.table:
            return
        self.table, self.used = table, now
        self.look(now)
        self._views = {}
        for listener in self.listeners:
            listener.resync()
        self._seat_listeners()

    def presence(self) -> bytes:
        """Who listens now."""
        here = {listener.player for listener in self.listeners}
        watching = sum(listener.player is None for listener in self.listeners)
        return wire.write(wire.Presence((0 in here, 1 in here), watching))

    def tell_crowd(self) -> None:
        """Tell everybody who is there, if that has changed."""
        if self.crowd_changed:
            self.crowd_changed = False
            presence = self.presence()
            for listener in self.listeners:
                listener.notice(presence)

    def close(self, word: str) -> None:
        """Send everybody away with a word."""
        for listener in self.listeners:
            listener.close(word)

    def _players(self) -> set[PlayerNumber | None]:
        return {listener.player for listener in self.listeners}

    def _seat_listeners(self) -> None:
        """Who has just sat down sees the table from the new seat."""
        for listener in self.listeners:
            player = self.table.seats.player(listener.holder)
            if player != listener.player:
                listener.player = player
                listener.resync()
                self.crowd_changed = True

    def _fresh(self, listener: Subscriber) -> bytes:
        seen = view.of(self.table, listener.player, left=self.clock.left)
        return wire.write(wire.Viewed(seen))
