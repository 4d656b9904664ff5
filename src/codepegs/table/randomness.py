"""Chance: what nobody may be able to foretell, from one source of randomness."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from random import Random

from codepegs.storage.archive import MatchId, new_id

BYTES = 32
"""Of a token, and of a salt."""


class Chance:
    """Draws from `random`, which is the system's own in a real server."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def token(self) -> str:
        """256 bits as text: who a client is, or an invitation."""
        return urlsafe_b64encode(self.random.randbytes(BYTES)).rstrip(b"=").decode()

    def salt(self) -> bytes:
        """What makes a commitment to a code say nothing about it."""
        return self.random.randbytes(BYTES)

    def name(self) -> MatchId:
        """A name for a table."""
        return new_id(self.random)
