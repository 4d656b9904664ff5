"""Issuer of tokens, which keeps no list of them.

A token ends with a MAC, so that the server accepts only what it has issued itself. A repeated
request must get the same table and seat again, so the server derives the id of the table, the
invitation and the tokens from the key of the request. Both need the secret key of the archive.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest, digest
from random import Random

from codepegs.storage.archive import MatchId, new_id
from codepegs.table.seats import ClientId

_MAC_BYTES = 16
_TOKEN = re.compile(r"([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{22})", re.ASCII)
"""256 random bits and their MAC, in the URL-safe alphabet of base64."""


class TokenIssuer:
    """Issues tokens with the secret `key` of an archive, and recognizes them."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def issue(self, secret: str) -> str:
        """Return the token of a client. `secret` is 256 unpredictable bits as text."""
        return secret + self._mac(secret)

    def is_issued(self, token: str) -> bool:
        """Return whether this server, or another one with the same archive, has issued the token."""
        found = _TOKEN.fullmatch(token)
        return found is not None and compare_digest(found[2], self._mac(found[1]))

    def new_session(self, key: str) -> str:
        """Return the token for a new browser that sends a request with `key`."""
        return self.issue(self._derive("session", key))

    def table_id(self, owner: ClientId, key: str) -> MatchId:
        """Return the id of the table that `owner` opens with `key`."""
        return new_id(Random(self._derive("table", owner, key)))

    def invitation(self, owner: ClientId, key: str) -> str:
        """Return the invitation to that table."""
        return self._derive("invitation", owner, key)

    def seat(self, table: MatchId, key: str) -> str:
        """Return the token of the seat that a browser opens or takes with `key`."""
        return self.issue(self._derive("seat", table, key))

    def _mac(self, secret: str) -> str:
        return _encode(self._digest("issued", secret)[:_MAC_BYTES])

    def _derive(self, purpose: str, *parts: str) -> str:
        return _encode(self._digest(purpose, *parts))

    def _digest(self, *parts: str) -> bytes:
        # No part contains a space, so different parts make different texts.
        return digest(self._key, " ".join(parts).encode(), sha256)


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
