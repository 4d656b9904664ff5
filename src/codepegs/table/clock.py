"""The turn clock: counts the time in which the server was awake, and no other."""

from __future__ import annotations

from dataclasses import dataclass, replace

from codepegs.rules.match import Match

SECOND = 1_000_000_000
MAX_TICK = SECOND
"""Between two looks at the clock, at most: a longer while was slept through, and counts nothing."""
GRACE = SECOND
"""What a turn gets beyond its limit, for a guess on its way, and for a nap too short to be told from work."""

Turn = tuple[int, int, int]
"""A turn that is timed: the game it is in, the row it is for, and the seconds it has."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time spent on a turn. Times are monotonic, in nanoseconds, and handed in.

    It is not kept anywhere: after a restart the turn begins anew. The wall clock has no
    part in it. Whoever runs it looks several times a second, and plays the time-out
    when it is `expired`.
    """

    turn: Turn | None = None
    """None where no time runs."""
    spent: int = 0
    seen: int = 0
    """When it was last looked at."""

    def advance(self, match: Match | None, now: int) -> Clock:
        """The clock as it stands at `now`; it begins anew where the match has gone on to another turn."""
        turn = _turn(match)
        if turn is None or turn != self.turn:
            return Clock(turn, 0, now)
        elapsed = now - self.seen
        awake = elapsed if 0 <= elapsed <= MAX_TICK else 0
        return replace(self, spent=self.spent + awake, seen=now)

    @property
    def left(self) -> int | None:
        """Milliseconds left as a player counts them; None where no time runs."""
        return None if self.turn is None else max(0, self.turn[2] * SECOND - self.spent) // 1_000_000

    @property
    def expired(self) -> bool:
        """Whether the turn has run out of time, grace included."""
        return self.turn is not None and self.spent >= self.turn[2] * SECOND + GRACE


def _turn(match: Match | None) -> Turn | None:
    # Rows, and not moves, tell turns apart: whoever takes a hint gains no time by it.
    if match is None or not match.game.may_time_out:
        return None
    limit = match.time_limit
    assert limit is not None
    return len(match.games), len(match.game.board.rows), limit
