"""Session of a table in memory: its current state and its subscribers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from codepegs.errors import CodepegsError
from codepegs.rules.seat import PlayerNumber
from codepegs.table.asks import Ask, Asks
from codepegs.table.clock import Clock
from codepegs.table.commands import GONE_SECONDS, GONE_SECONDS_WITHOUT_CLOCK, Away, idle_limit
from codepegs.table.seats import ClientId
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Table, Transition
from codepegs.table.version import Version

V = TypeVar("V")
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Codec(Protocol[V, M_co]):
    """Makes views of type V and messages of type M. All subscribers of a seat share one message."""

    def public_view(self, table: Table, *, left: int | None, before: V | None = None) -> V:
        """Return what spectators see, with `left` milliseconds on the clock. May reuse parts of `before`."""

    def seat_view(self, public: V, table: Table, player: PlayerNumber | None) -> V:
        """Return what `player` sees, made from the view of spectators."""

    def snapshot(self, view: V) -> M_co:
        """Return a message with the whole view."""

    def change(self, before: V, after: V, transition: Transition) -> M_co:
        """Return a message with what `transition` changed between two views of one seat."""

    def presence(self, players: tuple[bool, bool], spectators: int, away: Away, idle: float) -> M_co:
        """Return a message that says who is connected, and for how long nobody has been or moved."""

    def asks(self, asks: Iterable[Ask]) -> M_co:
        """Return a message with the requests to play that a client may see."""

    def laid(self, moves: int, pegs: str) -> M_co:
        """Return a message with the row that the codebreaker is laying in a match of `moves` moves."""

    def said(self, player: PlayerNumber, phrase: str) -> M_co:
        """Return a message with what a player says."""

    def reason(self, error: CodepegsError) -> str:
        """Return the sentence that subscribers get when `error` ends the session."""


Done = Callable[[Transition | None, BaseException | None], None]
"""Gets the transition of a command once it is durable, or the error that refuses the command."""


@dataclass(slots=True, eq=False)
class Job:
    """A command at a table, and who waits for its reply."""

    session: TableSession[Any, Any]
    command: Callable[[Table], Transition | None]
    """Returns None to do nothing after all, once the commands before it are finished."""
    done: Done | None
    """Called once, then it is None."""
    transition: Transition | None = None
    """What the command does, while that is being saved."""
    started: int = 0
    """When saving started, in nanoseconds."""
    tries: int = 0
    """How often another process was first to change the table."""
    checked: bool = False
    """Whether the table was compared with the store, because the command would be refused."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A row while player `by` lays it, in a match of `moves` moves."""

    by: PlayerNumber
    moves: int
    pegs: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Players and spectators who are connected to a table at other processes."""

    players: frozenset[PlayerNumber] = frozenset()
    spectators: int = 0


class TableSession(Generic[V, M]):
    """State of one table. It belongs to the event loop; no method awaits, so changes are atomic."""

    def __init__(
        self, table: Table, codec: Codec[V, M], *, now: int, max_queue: int, idle: float = 0
    ) -> None:
        """`now` is monotonic, in nanoseconds; `max_queue` limits each subscriber's queue.

        `idle` is for how many seconds the table had not changed when it was loaded.
        """
        self.table = table
        self.jobs: deque[Job] = deque()
        """Commands that wait for the running one."""
        self.busy = False
        """Whether a command is running."""
        self.clock = Clock().advance(table.match, now)
        self.subscribers: list[Subscriber[M]] = []
        self.last_used = now
        self.needs_reload = False
        """Whether the store may be ahead of this table. Then reload it before the next command."""
        self.heard = Version()
        """The changes that other processes have announced."""
        self.unloaded = False
        """Whether the table is no longer in memory."""
        self.held = False
        """Whether the clock stands still, such as while two people at one screen change places."""
        self.presence_changed = False
        self.asks = Asks()
        self.address = ""
        """Address for which its computers move."""
        self.bot_task: asyncio.Task[None] | None = None
        self._codec, self._max_queue = codec, max_queue
        self._views: dict[PlayerNumber | None, V] = {}
        """Views that subscribers have seen last."""
        self._public: V | None = None
        """The latest view of spectators, because a new one can reuse most of it."""
        self._shown_asks: tuple[Ask, ...] = ()
        """The requests to play that the host has seen last."""
        self._laid: Laid | None = None
        """The row that is being laid."""
        self._laid_changed = False
        self._seen: dict[PlayerNumber, int] = {0: now, 1: now}
        """When each player was there last."""
        self._idle: dict[PlayerNumber, float] = {0: idle, 1: idle}
        """For how many seconds each player was not there before this session began, while that counts."""
        self._moved, self._idle_before = now, idle
        """When the last move was made or this session began, and how long before it nobody had moved."""
        self._noted: set[PlayerNumber] = set()
        """Players who were here since the last message to the other processes."""
        self._elsewhere = Elsewhere()
        self._presence_unknown_at = now
        """When this process did not know who is connected to others."""

    def away(self, now: int) -> Away:
        """Return for how many seconds each player has not been connected.

        The time before this session counts only for a player to move in a match without a clock, because
        nobody knows whether the other one looked in. It counts after two minutes of this session: a restart
        of the server must not make anybody lose before they are connected again.
        """
        here = {subscriber.player for subscriber in self.subscribers} | self._elsewhere.players
        match = self.table.match

        def seconds(player: PlayerNumber) -> float | None:
            away = (now - max(self._seen[player], self._presence_unknown_at)) / 1e9
            awaited = match is not None and match.time_limit is None and match.turn == player
            if player in here:
                return None
            return away + self._idle.get(player, 0) if awaited and away >= GONE_SECONDS else away

        return seconds(0), seconds(1)

    def idle(self, now: int) -> float:
        """Return for how many seconds nobody has moved.

        The time before this session counts as it does in `away`.
        """
        idle, match = (now - self._moved) / 1e9, self.table.match
        days = match is not None and idle_limit(match) == GONE_SECONDS_WITHOUT_CLOCK
        return idle + self._idle_before if days and idle >= GONE_SECONDS else idle

    def note_player(self, player: PlayerNumber | None, now: int) -> None:
        """Remember that a player was there just now."""
        if player is not None:
            self._see(player, now)
            self._noted.add(player)

    def _see(self, player: PlayerNumber, now: int) -> None:
        self._seen[player] = now
        self._idle.pop(player, None)

    def take_noted(self) -> set[PlayerNumber]:
        """Return the players who were there since the last call."""
        noted, self._noted = self._noted, set()
        return noted

    def set_elsewhere(
        self, elsewhere: Elsewhere, *, now: int, seen: frozenset[PlayerNumber] = frozenset()
    ) -> None:
        """Note who is connected to other processes, and which players were `seen` without a connection."""
        for player in seen | (self._elsewhere.players - elsewhere.players):
            self._see(player, now)
        if elsewhere != self._elsewhere:
            self._elsewhere, self.presence_changed = elsewhere, True

    def forget_presence(self, now: int) -> None:
        """Note that the bus is down, so this process does not know who is connected to others.

        Time without this knowledge does not count as time away.
        """
        self._presence_unknown_at = now

    @property
    def automatic(self) -> bool:
        """Whether both players are computers."""
        seats = self.table.seats
        return None not in (seats.level(0), seats.level(1))

    @property
    def paused(self) -> bool:
        """Whether both players are computers and nobody watches, or the screen of two people is covered."""
        match, seats = self.table.match, self.table.seats
        if seats.shared and match is not None:
            return all(subscriber.player != match.turn for subscriber in self.subscribers)
        return not self.subscribers and self.automatic

    def note_address(self, client: ClientId | None, address: str) -> None:
        """Let its computers move for the address of a client, who must play if a person plays."""
        if self.table.seats.player_of(client) is not None or self.automatic:
            self.address = address

    def update_clock(self, now: int) -> None:
        """Advance the clock. While the table is paused or held, the turn restarts."""
        clock = Clock() if self.paused or self.held else self.clock
        self.clock = clock.advance(self.table.match, now)

    def restart_turn(self, now: int) -> None:
        """Give the turn its full time again, and send everybody the new clock."""
        self.clock = Clock().advance(self.table.match, now)
        if self.clock.turn is not None:
            for subscriber in self.subscribers:
                subscriber.resync()

    def hold(self, held: bool, *, now: int) -> None:
        """Stop the clock while `held`. The turn restarts afterwards."""
        if held != self.held:
            self.held = held
            self.clock = Clock().advance(self.table.match, now)

    def view(self, player: PlayerNumber | None, *, now: int) -> V:
        """Return what `player` sees now."""
        self.update_clock(now)
        return self._view(player)

    def subscribe(self, client: ClientId | None, *, now: int) -> Subscriber[M]:
        """Add a subscriber. Its first message is a snapshot."""
        player = self.table.seats.player_of(client)
        subscriber = Subscriber(client, player, max_queue=self._max_queue, snapshot=self._snapshot)
        self.last_used = now
        subscriber.resync()
        self.subscribers.append(subscriber)
        self.presence_changed = True
        subscriber.set_news("presence", self.presence(now=now))
        if self.table.match is None:
            self.publish_asks(now=now)
            self._publish_asks(subscriber)
        self._publish_laid(subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber[M], *, now: int) -> None:
        if subscriber in self.subscribers:
            self.subscribers.remove(subscriber)
            self.presence_changed = True
            self.note_player(subscriber.player, now)

    def apply(self, transition: Transition, *, now: int) -> int:
        """Apply a saved transition and publish it. Return how many subscribers were too slow."""
        # Subscribers have seen the cached views, so a change needs only one new view per seat.
        players = {subscriber.player for subscriber in self.subscribers}
        before = {player: self._views.get(player) or self.view(player, now=now) for player in players}
        self._views = {}
        self._replace_table(transition.table, now)
        # A program may play without a stream.
        self.note_player(transition.by, now)
        self.update_clock(now)
        if players:
            public = self._public_view()
            self._views = {
                player: self._codec.seat_view(public, self.table, player) for player in (None, *players)
            }
        messages = {
            player: self._codec.change(seen, self._views[player], transition)
            for player, seen in before.items()
        }
        slow = sum(not subscriber.publish(messages[subscriber.player]) for subscriber in self.subscribers)
        self._update_seats()
        return slow

    def reload(self, table: Table, *, now: int) -> None:
        """Replace the table by the stored one, and send everybody a snapshot if it differs."""
        self.needs_reload = False
        if table == self.table:
            return
        self._replace_table(table, now)
        self.update_clock(now)
        self._views, self._public = {}, None
        for subscriber in self.subscribers:
            subscriber.resync()
        self._update_seats()

    def _replace_table(self, table: Table, now: int) -> None:
        """Take over a changed table. The time before this session no longer counts for anybody."""
        if self.table.match is None or table.moves != self.table.moves:
            self._moved, self._idle_before = now, 0
        self.table, self.last_used = table, now
        self._idle.clear()
        if table.match is not None:
            self.asks.clear()

    @property
    def _clients(self) -> set[ClientId | None]:
        """Clients that are connected."""
        return {subscriber.client for subscriber in self.subscribers}

    def presence(self, *, now: int) -> M:
        """Return the message that says who is connected."""
        players = {subscriber.player for subscriber in self.subscribers} | self._elsewhere.players
        spectators = sum(subscriber.player is None for subscriber in self.subscribers)
        spectators += self._elsewhere.spectators
        # Two people at one screen take turns at it, and neither of them is away.
        seats, (one, two) = self.table.seats, self.away(now)
        shared = seats.shared
        away = (
            None if shared or seats.clients[0] is None else one,
            None if shared or seats.clients[1] is None else two,
        )
        here = (shared or 0 in players, shared or 1 in players)
        return self._codec.presence(here, spectators, away, self.idle(now))

    def publish_presence(self, *, now: int) -> None:
        """Send everybody who is connected, if that has changed."""
        if self.presence_changed:
            self.presence_changed = False
            presence = self.presence(now=now)
            for subscriber in self.subscribers:
                subscriber.set_news("presence", presence)

    def local_asks(self) -> list[Ask]:
        """Return the open requests whose clients are connected to this process."""
        clients = self._clients
        return [ask for ask in self.asks.opened() if ask.client in clients]

    def publish_asks(self, *, now: int) -> None:
        """Close the requests of those who have left, and send the others if they have changed."""
        if not self.asks and not self._shown_asks:
            return
        self.asks.update(self._clients, now=now)
        shown = tuple(self.asks)
        if shown != self._shown_asks:
            self._shown_asks = shown
            for subscriber in self.subscribers:
                self._publish_asks(subscriber)

    def _publish_asks(self, subscriber: Subscriber[M]) -> None:
        """Send all requests to the host, and to everybody else only their own."""
        host = subscriber.player is not None
        subscriber.set_news(
            "asks", self._codec.asks(ask for ask in self.asks if host or ask.client == subscriber.client)
        )

    def lay(self, laid: Laid) -> None:
        """Remember the row that is being laid. The next tick sends it: many changes are one message."""
        self._laid_changed = self._laid_changed or laid != self._laid
        self._laid = laid

    def publish_laid(self) -> None:
        """Send everybody the row that another player is laying, if that has changed."""
        if self._laid_changed:
            self._laid_changed = False
            for subscriber in self.subscribers:
                self._publish_laid(subscriber)

    def _publish_laid(self, subscriber: Subscriber[M]) -> None:
        laid = self._laid
        if laid is not None and laid.by != subscriber.player and laid.moves == self.table.moves:
            subscriber.set_news("laid", self._codec.laid(laid.moves, laid.pegs))

    def say(self, player: PlayerNumber, phrase: str) -> None:
        """Send everybody what a player says. Nobody else ever learns of it."""
        said = self._codec.said(player, phrase)
        for subscriber in self.subscribers:
            subscriber.set_news(f"said by {player}", said)

    def close(self, reason: str) -> None:
        """End all subscriptions."""
        for subscriber in self.subscribers:
            subscriber.close(reason)

    def _update_seats(self) -> None:
        """Give a snapshot from the new seat to subscribers that have just joined."""
        for subscriber in self.subscribers:
            player = self.table.seats.player_of(subscriber.client)
            if player != subscriber.player:
                subscriber.player = player
                subscriber.resync()
                self.presence_changed = True

    def _snapshot(self, subscriber: Subscriber[M]) -> M:
        return self._codec.snapshot(self._view(subscriber.player))

    def _view(self, player: PlayerNumber | None) -> V:
        return self._codec.seat_view(self._public_view(), self.table, player)

    def _public_view(self) -> V:
        self._public = self._codec.public_view(self.table, left=self.clock.left, before=self._public)
        return self._public
