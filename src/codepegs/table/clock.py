"""Turn clock. Time in which the process slept does not count."""

from __future__ import annotations

from dataclasses import dataclass, replace

from codepegs.rules.game import Phase
from codepegs.rules.match import Match

SECOND = 1_000_000_000
MAX_TICK = SECOND
"""A longer gap between two updates means that the process slept, and does not count."""
GRACE = SECOND
"""Extra time for each turn, for network delay and for sleeps too short to detect."""

Turn = tuple[int, int, Phase, int]
"""A timed turn: number of games, number of rows, the phase, and the limit in seconds."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time spent on a turn. The caller passes in monotonic times, in nanoseconds.

    The clock is not stored, so a turn restarts with the server. The scheduler advances it
    several times a second, and plays a time-out when it has `expired`.
    """

    turn: Turn | None = None
    """None while no time runs."""
    spent: int = 0
    seen: int = 0
    """Time of the last update."""

    def advance(self, match: Match | None, now: int) -> Clock:
        """Return the clock at `now`. It restarts when the match has reached another turn."""
        turn = _turn(match)
        if turn is None:
            return STOPPED
        if turn != self.turn:
            return Clock(turn, 0, now)
        elapsed = now - self.seen
        awake = elapsed if 0 <= elapsed <= MAX_TICK else 0
        return replace(self, spent=self.spent + awake, seen=now)

    @property
    def left(self) -> int | None:
        """Milliseconds left, without the grace period; None while no time runs."""
        return None if self.turn is None else max(0, self.turn[-1] * SECOND - self.spent) // 1_000_000

    @property
    def expired(self) -> bool:
        """Whether the time is over, including the grace period."""
        return self.turn is not None and self.spent >= self.turn[-1] * SECOND + GRACE


STOPPED = Clock()


def _turn(match: Match | None) -> Turn | None:
    # A turn is identified by its row, not by its move, so that taking a hint gains no time.
    limit = None if match is None else match.game.turn_limit
    if match is None or limit is None:
        return None
    return len(match.games), len(match.game.board.rows), match.game.phase, limit
