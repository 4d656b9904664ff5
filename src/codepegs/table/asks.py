"""Requests to play at a table that waits for a player, from people without its invitation.

They live in memory. A restart of the server loses them, and the clients ask again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256

from codepegs.errors import IllegalAgreement
from codepegs.rules.look_alike import skeleton
from codepegs.storage.archive import MatchId
from codepegs.table.errors import Forbidden, RateLimited
from codepegs.table.seats import ClientId

MAX_ASKS = 8
"""Open requests at one table."""
MAX_DECLINED = 100
"""Clients that a table remembers because its host has declined them."""
ASK_GRACE = 15.0
"""Seconds for which a request stays open without a connection, such as while a page reloads."""


def make_ask_id(table: MatchId, client: ClientId) -> str:
    """Return the id of the request of `client`. It is deterministic, and does not reveal the client."""
    return sha256(f"{table} {client}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Ask:
    """Request of `client` to play under `name`. The seat would count for `owner`."""

    id: str
    client: ClientId
    owner: ClientId
    name: str


class Asks:
    """Open requests at one table, the oldest first. Times are monotonic, in nanoseconds.

    The host sees a request while its client is connected with the token that would get the seat: so
    nobody is admitted who cannot play.
    """

    def __init__(self) -> None:
        self._open: dict[ClientId, Ask] = {}
        self._seen: dict[ClientId, int] = {}
        self._connected: set[ClientId] = set()
        self._declined: dict[ClientId, None] = {}

    def __contains__(self, client: object) -> bool:
        return client in self._open

    def __iter__(self) -> Iterator[Ask]:
        """Yield the requests that the host sees."""
        return (ask for ask in self._open.values() if ask.client in self._connected)

    def opened(self) -> Iterator[Ask]:
        """Yield all open requests, also those whose clients are not connected yet."""
        return iter(self._open.values())

    def __bool__(self) -> bool:
        return bool(self._open)

    def add(self, ask: Ask, *, now: int) -> None:
        """Open a request. It replaces an earlier one of the same owner.

        Raises Forbidden if the host has declined this owner, IllegalAgreement if a name looks like that of
        another request, and RateLimited if there are too many.
        """
        if ask.owner in self._declined:
            raise Forbidden("Your request to play was declined. You can stay and watch.")
        others = [each for each in self._open.values() if each.owner != ask.owner]
        if skeleton(ask.name) in {skeleton(each.name) for each in others}:
            raise IllegalAgreement(
                "Somebody with such a name is asking to play already. Choose another name."
            )
        if len(others) >= MAX_ASKS:
            raise RateLimited("people are asking to play at this table")
        if self._open.get(ask.client) != ask:
            self._open = {each.client: each for each in others} | {ask.client: ask}
        self._seen[ask.client] = now

    def find(self, ask_id: str) -> Ask | None:
        """Return the request with this id that the host sees, or None."""
        return next((ask for ask in self if ask.id == ask_id), None)

    def close(self, ask_id: str, *, declined: bool) -> None:
        """Close a request, and if it was declined, remember whose it was. There may be none."""
        ask = next((ask for ask in self.opened() if ask.id == ask_id), None)
        if ask is not None:
            self.withdraw(ask.client)
            if declined:
                self._declined[ask.owner] = None
                if len(self._declined) > MAX_DECLINED:
                    del self._declined[next(iter(self._declined))]

    def connect(self, client: ClientId) -> None:
        """Note that a client is connected, to this process or another one."""
        if client in self._open:
            self._connected.add(client)

    def withdraw(self, client: ClientId | None) -> None:
        """Close the request of a client, if there is one."""
        if client is not None:
            self._open.pop(client, None)
            self._seen.pop(client, None)
            self._connected.discard(client)

    def clear(self) -> None:
        """Close all requests, because the seat is taken."""
        self._open, self._seen, self._connected = {}, {}, set()

    def update(self, connected: Collection[ClientId | None], *, now: int) -> None:
        """Note who is connected, and close the requests of those who have left."""
        for client in list(self._open):
            if client in connected:
                self.connect(client)
                self._seen[client] = now
            elif now - self._seen[client] > ASK_GRACE * 1e9:
                self.withdraw(client)
