"""One-time tokens that move a seat to another device.

A token holds the time at which it ends, and a MAC over that time, the table and the client that has
the seat now. Using it gives the seat to another client, so it works once. Nothing is stored. The key
lives in this process and not in the archive, so that a reader of the archive cannot take a seat. Other
processes at the archive learn the hash of each token.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest, digest

from codepegs.rules.seat import PlayerNumber
from codepegs.storage.archive import MatchId
from codepegs.table.peers import TransferLink
from codepegs.table.seats import PLAYER_NUMBERS, ClientId, Seats

TRANSFER_SECONDS = 600
"""Seconds for which a token works."""
MAX_SHARED = 10_000
"""Links of other processes that this one remembers."""
_TOKEN = re.compile(r"([0-9a-f]{10})([A-Za-z0-9_-]{43})", re.ASCII)


class TransferTokens:
    """Makes and checks the tokens. `now` is in microseconds since 1970."""

    def __init__(
        self,
        *,
        now: Callable[[], int],
        new_key: Callable[[], bytes],
        share: Callable[[TransferLink], None] = lambda _: None,
    ) -> None:
        """`new_key` makes an unpredictable key. It is called before the first token.

        `share` lets the other processes learn each link.
        """
        self._now, self._new_key, self._share = now, new_key, share
        self._key: bytes | None = None
        self._shared: dict[str, TransferLink] = {}
        """Links of other processes, by the hash of their tokens."""

    def issue(self, table: MatchId, client: ClientId) -> str:
        """Return a token for the seat that `client` has at a table."""
        ends = self._seconds() + TRANSFER_SECONDS
        until = f"{ends:010x}"
        token = until + self._mac(until, table, client)
        self._share(TransferLink(table, _hash(token), client, ends))
        return token

    def learn(self, link: TransferLink) -> None:
        """Accept a link that another process has made."""
        now = self._seconds()
        self._shared = {digest: one for digest, one in self._shared.items() if one.until >= now}
        if len(self._shared) < MAX_SHARED:
            self._shared[link.digest] = link

    def find_seat(self, token: str, table: MatchId, seats: Seats) -> PlayerNumber | None:
        """Return the player whose seat the token moves, or None if it is not valid, or no longer."""
        found = _TOKEN.fullmatch(token)
        if found is None or int(found[1], 16) < self._seconds():
            return None
        shared = self._shared.get(_hash(token))
        for player in PLAYER_NUMBERS:
            client = seats.clients[player]
            if client is None:
                continue
            if shared is not None and (shared.table, shared.client) == (table, client):
                return player
            if compare_digest(found[2], self._mac(found[1], table, client)):
                return player
        return None

    def _seconds(self) -> int:
        return self._now() // 1_000_000

    def _mac(self, *parts: str) -> str:
        self._key = self._key or self._new_key()
        # No part contains a space, so different parts make different texts.
        made = digest(self._key, " ".join(parts).encode(), sha256)
        return urlsafe_b64encode(made).rstrip(b"=").decode()


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
