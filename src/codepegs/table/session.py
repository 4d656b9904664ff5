"""A table in memory: what it is now, and who listens."""

from __future__ import annotations

import asyncio

from codepegs.protocol import messages as wire
from codepegs.protocol import view
from codepegs.rules.seat import PlayerNumber
from codepegs.table.clock import Clock
from codepegs.table.seats import ClientId
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Table, Transition


class TableSession:
    """Belongs to the event loop. Nothing here waits, so nobody sees it half changed."""

    def __init__(self, table: Table, *, now: int, max_queue: int) -> None:
        """`now` is monotonic, in nanoseconds; `max_queue` changes wait for a subscriber."""
        self.table = table
        self.lock = asyncio.Lock()
        self.clock = Clock().advance(table.match, now)
        self.subscribers: list[Subscriber] = []
        self.last_used = now
        self.needs_reload = False
        """Whether the archive may know more than this: then it is read again before the next command."""
        self.presence_changed = False
        self.thinking: asyncio.Task[None] | None = None
        self._max_queue = max_queue
        self._views: dict[PlayerNumber | None, view.View] = {}

    @property
    def paused(self) -> bool:
        """Whether two computers sit here, who play for whoever watches, and nobody does."""
        seats = self.table.seats
        return not self.subscribers and None not in (seats.level(0), seats.level(1))

    def update_clock(self, now: int) -> None:
        """Look at the clock. While the table rests no turn goes on."""
        clock = Clock() if self.paused else self.clock
        self.clock = clock.advance(self.table.match, now)

    def restart_turn(self, now: int) -> None:
        """Let the turn begin anew, and tell everybody so."""
        self.clock = Clock().advance(self.table.match, now)
        if self.clock.turn is not None:
            for subscriber in self.subscribers:
                subscriber.resync()

    def view(self, player: PlayerNumber | None, *, now: int, before: view.View | None = None) -> view.View:
        """What `player` sees now; `before` is what the same one saw earlier."""
        self.update_clock(now)
        return view.of(self.table, player, left=self.clock.left, before=before)

    def subscribe(self, client: ClientId | None, *, now: int) -> Subscriber:
        """Add a subscriber. Its first message is the view."""
        player = self.table.seats.player_of(client)
        subscriber = Subscriber(client, player, max_queue=self._max_queue, snapshot=self._snapshot)
        self.last_used = now
        subscriber.resync()
        self.subscribers.append(subscriber)
        self.presence_changed = True
        subscriber.set_presence(self.presence())
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        if subscriber in self.subscribers:
            self.subscribers.remove(subscriber)
            self.presence_changed = True

    def apply(self, transition: Transition, *, now: int) -> int:
        """Apply a saved transition and publish it. Return how many subscribers were too slow."""
        # Those who listen have seen these, so that one view each is enough to tell what is new.
        before = {player: self._views.get(player) or self.view(player, now=now) for player in self._players()}
        self.table, self.last_used = transition.table, now
        self.update_clock(now)
        self._views = {player: self.view(player, now=now, before=seen) for player, seen in before.items()}
        messages = {
            player: wire.write(
                wire.Changed(wire.change(seen, self._views[player], line=transition.line, by=transition.by))
            )
            for player, seen in before.items()
        }
        slow = sum(not subscriber.publish(messages[subscriber.player]) for subscriber in self.subscribers)
        self._update_seats()
        return slow

    def reload(self, table: Table, *, now: int) -> None:
        """Take the table as the archive has it."""
        self.needs_reload = False
        if table == self.table:
            return
        self.table, self.last_used = table, now
        self.update_clock(now)
        self._views = {}
        for subscriber in self.subscribers:
            subscriber.resync()
        self._update_seats()

    def presence(self) -> bytes:
        """Who listens now."""
        here = {subscriber.player for subscriber in self.subscribers}
        watching = sum(subscriber.player is None for subscriber in self.subscribers)
        return wire.write(wire.Presence((0 in here, 1 in here), watching))

    def publish_presence(self) -> None:
        """Tell everybody who is there, if that has changed."""
        if self.presence_changed:
            self.presence_changed = False
            presence = self.presence()
            for subscriber in self.subscribers:
                subscriber.set_presence(presence)

    def close(self, reason: str) -> None:
        """Send everybody away with a reason."""
        for subscriber in self.subscribers:
            subscriber.close(reason)

    def _players(self) -> set[PlayerNumber | None]:
        return {subscriber.player for subscriber in self.subscribers}

    def _update_seats(self) -> None:
        """Who has just sat down sees the table from the new seat."""
        for subscriber in self.subscribers:
            player = self.table.seats.player_of(subscriber.client)
            if player != subscriber.player:
                subscriber.player = player
                subscriber.resync()
                self.presence_changed = True

    def _snapshot(self, subscriber: Subscriber) -> bytes:
        seen = view.of(self.table, subscriber.player, left=self.clock.left)
        return wire.write(wire.Viewed(seen))
