"""Version of a table, by which processes tell whether they have missed a change."""

from __future__ import annotations

from typing import NamedTuple


class Version(NamedTuple):
    """Number of stored changes of a table, and how many of them are moves and notes.

    A process stores a move if its number is free, also if another one has stored an offer meanwhile.
    Then both know the same number of changes, but not the same ones.

    >>> Version(3, moves=2, notes=1).exceeds(Version(3, moves=1, notes=2))
    True
    """

    total: int = 0
    moves: int = 0
    notes: int = 0

    def exceeds(self, other: Version) -> bool:
        """Return whether it has a change that `other` has not."""
        return any(mine > theirs for mine, theirs in zip(self, other, strict=True))

    def join(self, other: Version) -> Version:
        """Return the version that has the changes of both."""
        return Version(*map(max, self, other))
