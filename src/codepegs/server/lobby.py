"""Lobby: the live list of open challenges.

A challenge is a table that waits for any player. It is open while its host is
connected, to its table or to this list, and for a limited time. The tables are stored, so after a
restart of the server the list is the same, and hosts have time to come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from codepegs.errors import CodepegsError, NotNow
from codepegs.notation import edition_line
from codepegs.notation.sentences import pluralize
from codepegs.notation.terms import summarize_terms
from codepegs.protocol.messages import Challenge, Challenges, ChallengesChanged, ClosedChallenge, encode
from codepegs.protocol.view import View
from codepegs.rules.seat import PlayerNumber, other_player
from codepegs.server.ops.config import Limits
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import ArchiveError
from codepegs.storage.tables import TableRow
from codepegs.table import commands
from codepegs.table.errors import RateLimited
from codepegs.table.registry import STOPPING, TableRegistry
from codepegs.table.seats import ClientId
from codepegs.table.session import TableSession
from codepegs.table.subscriber import Subscriber
from codepegs.table.table import Table

INTERVAL = 0.5
"""Seconds between two messages about changes, so that many changes cost a reader little."""
HOST_GONE = 60.0
"""Seconds without a connection of its host after which a challenge expires."""
LIFETIME = 30 * 60.0
"""Seconds after which a challenge expires."""


@dataclass(slots=True)
class _Entry:
    """A challenge and who holds it. It is listed once its table is stored."""

    owner: ClientId | None
    address: str
    listed: Challenge | None = None
    expiring: asyncio.Task[None] | None = None


class Lobby:
    """Open challenges and those who watch the list. It belongs to one event loop."""

    def __init__(
        self,
        registry: TableRegistry[View, bytes],
        *,
        limits: Limits,
        now: Callable[[], int],
        monotonic: Callable[[], int],
        stored: Callable[[], list[TableRow]],
    ) -> None:
        """`stored` reads the open challenges from the archive."""
        self._stored, self._outdated = stored, False
        self._refreshing: asyncio.Task[None] | None = None
        self._registry, self._limits, self._now, self._monotonic = registry, limits, now, monotonic
        self._entries: dict[MatchId, _Entry] = {}
        self._subscribers: list[Subscriber[bytes]] = []
        self._opened: list[MatchId] = []
        self._closed: list[ClosedChallenge] = []
        """Changes since the last message."""

    # Challenges --------------------------------------------------------------------------

    def admit(self, table: MatchId, owner: ClientId, address: str) -> None:
        """Count a new challenge of `owner` at `address`, or raise NotNow or RateLimited."""
        entries, limits = self._entries.values(), self._limits
        if sum(entry.owner == owner for entry in entries) >= limits.challenges:
            most = pluralize(limits.challenges, "open challenge")
            raise NotNow(f"You have {most}. Withdraw one before you create another.")
        if sum(entry.address == address for entry in entries) >= limits.address_challenges:
            raise RateLimited("open challenges from your address")
        if len(entries) >= limits.all_challenges:
            raise RateLimited("open challenges")
        self._entries[table] = _Entry(owner, address)

    def add(self, table: Table, *, opened: int, address: str = "") -> None:
        """List a challenge whose table is stored. A challenge that was taken is not listed again."""
        free = table.seats.empty_seat
        if not table.challenge or free is None:
            return
        entry = self._entries.setdefault(table.id, _Entry(table.seats.owners[other_player(free)], address))
        if entry.listed is None:
            entry.listed = _make_challenge(table, free, opened)
            self._opened.append(table.id)

    async def load(self) -> None:
        """List the challenges in the archive: from before a restart, or from another process."""
        for row in await asyncio.to_thread(self._stored):
            with suppress(CodepegsError):
                if row.id not in self._entries:
                    self.add((await self._registry.table(row.id)).table, opened=row.opened)

    def refresh(self) -> None:
        """Start to load the list again, because another process may have opened a challenge."""
        self._outdated = True
        if self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh())

    async def _refresh(self) -> None:
        try:
            while self._outdated:
                self._outdated = False
                await self.load()
        except ArchiveError:
            # The peers call again when the archive is there.
            self._outdated = False
        finally:
            self._refreshing = None

    def challenges(self, client: ClientId | None) -> Challenges:
        """Return all challenges as `client` sees them, the newest first."""
        listed = {name: entry.listed for name, entry in self._entries.items() if entry.listed is not None}
        yours = (name for name in listed if client is not None and self._entries[name].owner == client)
        return Challenges(tuple(reversed(listed.values())), tuple(yours))

    def count(self) -> int:
        """Return how many challenges are open."""
        return len(self._entries)

    # Subscribers -------------------------------------------------------------------------

    def subscribe(self, client: ClientId | None) -> Subscriber[bytes]:
        """Return a new subscriber to the list. Its first message is the whole list."""
        subscriber = Subscriber[bytes](client, None, max_queue=self._limits.queue, snapshot=self._snapshot)
        subscriber.resync()
        self._subscribers.append(subscriber)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber[bytes]) -> None:
        self._note_hosts()
        self._subscribers.remove(subscriber)

    def count_subscribers(self) -> int:
        return len(self._subscribers)

    def _snapshot(self, subscriber: Subscriber[bytes]) -> bytes:
        return encode(self.challenges(subscriber.client))

    # Background work ---------------------------------------------------------------------

    async def run(self) -> None:
        """Call `tick` at intervals, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            self.tick()

    def tick(self) -> None:
        """Close challenges that are taken, withdrawn or expired, and publish what has changed."""
        self._note_hosts()
        for name, entry in list(self._entries.items()):
            session = self._registry.keep(name)
            if session is None or session.table.match is not None:
                self._close(name, taken=session is not None)
            elif (
                entry.listed is not None
                and entry.expiring is None
                and self._is_expired(session, entry.listed)
            ):
                entry.expiring = asyncio.get_running_loop().create_task(self._expire(name))
        if self._opened or self._closed:
            self._publish()

    def close(self) -> None:
        """End all subscriptions."""
        for subscriber in self._subscribers:
            subscriber.close(STOPPING)

    def _note_hosts(self) -> None:
        """Remember that hosts who watch the list are there."""
        here = {subscriber.client for subscriber in self._subscribers}
        for name, entry in self._entries.items():
            session = self._registry.keep(name) if entry.owner in here else None
            if session is not None and (free := session.table.seats.empty_seat) is not None:
                session.note_player(other_player(free), self._monotonic())

    def _is_expired(self, session: TableSession[View, bytes], listed: Challenge) -> bool:
        free = session.table.seats.empty_seat
        assert free is not None
        away = session.away(self._monotonic())[other_player(free)]
        return (away or 0) >= HOST_GONE or (self._now() - listed.opened) / 1e6 >= LIFETIME

    async def _expire(self, name: MatchId) -> None:
        try:
            await self._registry.execute(name, commands.expire_challenge)
        except CodepegsError:
            # The next tick tries again.
            if name in self._entries:
                self._entries[name].expiring = None

    def _close(self, name: MatchId, *, taken: bool) -> None:
        if self._entries.pop(name).listed is not None:
            self._closed.append(ClosedChallenge(name, taken))

    def _publish(self) -> None:
        opened = [self._entries[name] for name in self._opened if name in self._entries]
        hosts = {entry.owner for entry in opened}
        listed = tuple(entry.listed for entry in opened if entry.listed is not None)
        message = encode(ChallengesChanged(listed, tuple(self._closed)))
        self._opened, self._closed = [], []
        for subscriber in self._subscribers:
            subscriber.publish(message)
            if subscriber.client in hosts:
                # They learn which challenges are their own.
                subscriber.resync()


def _make_challenge(table: Table, free: PlayerNumber, opened: int) -> Challenge:
    return Challenge(
        id=table.id,
        host=table.seats.names[other_player(free)] or "",
        summary=summarize_terms(table.edition, table.games, hints=table.hints),
        edition=edition_line.write(table.edition),
        games=table.games,
        time_limit=table.edition.time_limit,
        makes_first_code=free == 0,
        opened=opened,
    )
