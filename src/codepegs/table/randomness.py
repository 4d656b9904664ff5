"""Source of everything unpredictable at a table: tokens, salts and table ids."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from random import Random

from codepegs.storage.archive import MatchId, new_id

SECRET_BYTES = 32
"""Length of a token, and of a salt."""


class RandomSource:
    """Draws from `random`, which must be the system's generator in a real server."""

    def __init__(self, random: Random, *, salts: bool = True) -> None:
        """Without `salts`, codes get no commitments."""
        self.random, self._salts = random, salts

    def token(self) -> str:
        """Return 256 random bits as text, for a client or an invitation."""
        return urlsafe_b64encode(self.random.randbytes(SECRET_BYTES)).rstrip(b"=").decode()

    def salt(self) -> bytes | None:
        """Return a salt for a commitment, so that it hides the code, or None for no commitment."""
        return self.random.randbytes(SECRET_BYTES) if self._salts else None

    def match_id(self) -> MatchId:
        """Return an id for a new table."""
        return new_id(self.random)
