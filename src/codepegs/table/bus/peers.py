"""The other server processes at the same archive, over a bus.

The bus only carries notifications. While it is down, or if a process may have missed a message, the
process compares its tables with the archive instead. Then changes show later, and none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

from codepegs.errors import CodepegsError
from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MatchId
from codepegs.table.asks import Ask, make_ask_id
from codepegs.table.bus import messages
from codepegs.table.bus.bus import Bus
from codepegs.table.bus.presence import PeerPresence, players
from codepegs.table.peers import Host, Session, TransferLink
from codepegs.table.seats import ClientId
from codepegs.table.session import Elsewhere, Laid
from codepegs.table.version import Version

HEARTBEAT_SECONDS = 2.0
"""Interval between two heartbeats."""
REPEAT_SECONDS = 3.0
"""Interval at which a process repeats its requests to play, and which players it has seen."""
CHECK_SECONDS = 2.0
"""Interval between two comparisons with the archive while the bus is down."""


class BusPeers:
    """Implements :class:`~codepegs.table.peers.Peers`. It belongs to one event loop."""

    alone = False

    def __init__(
        self, bus: Bus, *, name: str, key: bytes, now: Callable[[], int], monotonic: Callable[[], int]
    ) -> None:
        """`name` identifies this process. `key` authenticates messages, and is the same for all processes.

        `now` is the time of day in microseconds.
        """
        self._bus, self._name, self._key, self._now, self._monotonic = bus, name, key, now, monotonic
        self._host: Host | None = None
        self._on_challenges: Callable[[], None] = lambda: None
        self._on_link: Callable[[TransferLink], None] = lambda _: None
        self._others = PeerPresence()
        self._changed: dict[str, messages.Changed] = {}
        self._laid: dict[str, messages.LayingRow] = {}
        self._sent: dict[str, messages.Present] = {}
        """Connections to each table here, as the others know them."""
        self._links: list[TransferLink] = []
        self._queue: list[messages.Message] = []
        self._last = {"heartbeat": 0, "repeat": 0, "check": 0}
        self.sent = self.received = self.ignored = 0
        """Messages sent and received, and payloads of other programs."""

    @property
    def connected(self) -> bool:
        return self._bus.connected

    # Outgoing ----------------------------------------------------------------------------

    def announce(self, table: MatchId, version: Version, *, challenge: bool = False) -> None:
        # The latest version includes the changes of those before.
        self._changed[table] = messages.Changed(table, *version, challenge)
        self._flush_soon()

    def lay(self, table: MatchId, laid: Laid) -> None:
        # Sent by the next tick, so that many changes need one message.
        self._laid[table] = messages.LayingRow(table, laid.by, laid.moves, laid.pegs)

    def say(self, table: MatchId, player: PlayerNumber, phrase: str) -> None:
        self._send(messages.Said(table, player, phrase))

    def ask(self, table: MatchId, ask: Ask, *, connected: bool = False) -> None:
        self._send(messages.Asking(table, ask.client, ask.owner, ask.name, connected))

    def close_ask(self, table: MatchId, ask_id: str, *, declined: bool) -> None:
        self._send(messages.AskClosed(table, ask_id, declined))

    def share_link(self, link: TransferLink) -> None:
        self._links = [one for one in self._links if one.until * 1_000_000 > self._now()] + [link]
        self._send(messages.NewLink(link.table, link.digest, link.client, link.until))

    def added(self, session: Session) -> None:
        session.set_elsewhere(self._others.at(session.table.id), now=self._monotonic())

    def subscribe(self, *, challenges: Callable[[], None], link: Callable[[TransferLink], None]) -> None:
        self._on_challenges, self._on_link = challenges, link

    def tick(self, sessions: Iterable[Session], now: int) -> None:
        host = self._host
        if host is None:
            return
        if not self._bus.connected:
            for session in sessions:
                session.forget_presence(now)
            if self._is_due("check", CHECK_SECONDS, now):
                host.check_versions()
                self._on_challenges()
            return
        for peer in self._others.silent(now):
            # It may have died between storing a move and announcing it.
            self._forget(peer, now)
            host.check_versions()
        repeat = self._is_due("repeat", REPEAT_SECONDS, now)
        gone = {*self._sent} if repeat else set()
        for session in sessions:
            gone.discard(session.table.id)
            if repeat or session.presence_changed:
                self._send_presence(session, repeat=repeat)
            if session.asks and (repeat or session.presence_changed):
                for ask in session.local_asks():
                    self.ask(session.table.id, ask, connected=True)
        for table in gone:
            del self._sent[table]
            self._queue.append(messages.Present(table, False, False, 0))
        self._queue += self._laid.values()
        self._laid = {}
        if self._is_due("heartbeat", HEARTBEAT_SECONDS, now):
            self._queue.append(messages.Heartbeat())
        self._flush()

    async def run(self, host: Host) -> None:
        self._host = host
        await self._bus.run(on_payload=self._receive, on_connect=self._announce_all)

    async def stop(self) -> None:
        """Tell the others that this process stops. Call this when everything is announced."""
        self._queue.append(messages.Goodbye())
        self._flush()
        await self._bus.drain()

    def _is_due(self, what: str, seconds: float, now: int) -> bool:
        due = now - self._last[what] >= seconds * 1e9
        if due:
            self._last[what] = now
        return due

    def _send_presence(self, session: Session, *, repeat: bool) -> None:
        table, here = session.table.id, {subscriber.player for subscriber in session.subscribers}
        spectators = sum(subscriber.player is None for subscriber in session.subscribers)
        present = messages.Present(table, 0 in here, 1 in here, spectators)
        seen = session.take_noted() - here if repeat else set()
        if seen or present != self._sent.get(table, messages.Present(table, False, False, 0)):
            self._sent[table] = present
            self._queue.append(
                messages.Present(table, present.one, present.two, spectators, 0 in seen, 1 in seen)
            )
        if not here:
            self._sent.pop(table, None)

    def _send(self, message: messages.Message) -> None:
        self._queue.append(message)
        self._flush_soon()

    def _flush_soon(self) -> None:
        # Everything that happens in one turn of the event loop leaves together.
        if len(self._queue) + len(self._changed) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        sent, self._queue, self._changed = [*self._changed.values(), *self._queue], [], {}
        if sent and self._bus.connected:
            self.sent += len(sent)
            self._bus.send([*messages.write(sent, sender=self._name, key=self._key)])

    # Incoming ----------------------------------------------------------------------------

    def _announce_all(self) -> None:
        """Tell the others everything, and find out what this process has missed."""
        self._sent = {}
        self._queue = [messages.Hello()]
        self._queue += [messages.NewLink(one.table, one.digest, one.client, one.until) for one in self._links]
        self._last = {"heartbeat": 0, "repeat": 0, "check": 0}
        self._flush()
        self._catch_up()

    def _catch_up(self) -> None:
        if self._host is not None:
            self._host.check_versions()
        self._on_challenges()

    def _receive(self, payload: str) -> None:
        sender, heard = messages.read(payload, key=self._key)
        if not sender or sender == self._name:
            self.ignored += not sender
            return
        self.received += len(heard)
        now = self._monotonic()
        self._others.hear(sender, now)
        for message in heard:
            self._handle(sender, message, now)

    def _handle(self, sender: str, message: messages.Message, now: int) -> None:
        match message:
            case messages.Changed(table, version, moves, notes, challenge):
                if self._host is not None:
                    self._host.hear(MatchId(table), Version(version, moves, notes))
                if challenge:
                    self._on_challenges()
            case messages.Present():
                self._note_presence(sender, message, now)
            case messages.LayingRow(_, by, moves, pegs):
                if (session := self._find(message.table)) is not None:
                    session.lay(Laid(_player(by), moves, pegs))
            case messages.Said(_, by, phrase):
                if (session := self._find(message.table)) is not None:
                    session.say(_player(by), phrase)
            case messages.Asking():
                self._note_ask(message, now)
            case messages.AskClosed(_, ask_id, declined):
                if (session := self._find(message.table)) is not None:
                    session.asks.close(ask_id, declined=declined)
            case messages.NewLink(table, digest, client, until):
                self._on_link(TransferLink(MatchId(table), digest, ClientId(client), until))
            case messages.Hello():
                # It may have sent something that nobody has heard.
                self._forget(sender, now)
                self._others.hear(sender, now)
                self._sent = {}
                self._last["repeat"] = 0
                for link in self._links:
                    self._send(messages.NewLink(link.table, link.digest, link.client, link.until))
                self._catch_up()
            case messages.Goodbye():
                self._forget(sender, now)

    def _note_presence(self, sender: str, message: messages.Present, now: int) -> None:
        there = Elsewhere(players(message.one, message.two), message.spectators)
        self._others.put(sender, message.table, there)
        if (session := self._find(message.table)) is not None:
            session.set_elsewhere(
                self._others.at(message.table), seen=players(message.seen_one, message.seen_two), now=now
            )

    def _note_ask(self, message: messages.Asking, now: int) -> None:
        session = self._find(message.table)
        if session is None or session.table.match is not None:
            return
        client, table = ClientId(message.client), session.table.id
        ask = Ask(make_ask_id(table, client), client, ClientId(message.owner), message.name)
        with suppress(CodepegsError):
            if client not in session.asks:
                session.presence_changed = True
            session.asks.add(ask, now=now)
            if message.connected:
                session.asks.connect(client)

    def _forget(self, peer: str, now: int) -> None:
        for table in self._others.forget(peer):
            if (session := self._find(table)) is not None:
                session.set_elsewhere(self._others.at(table), now=now)

    def _find(self, table: str) -> Session | None:
        return None if self._host is None else self._host.find(MatchId(table))


def _player(number: int) -> PlayerNumber:
    return 1 if number else 0
