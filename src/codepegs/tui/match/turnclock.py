"""Clock of a turn with a time limit."""

from __future__ import annotations

from collections.abc import Callable


class TurnClock:
    """Counts down from `limit` seconds; without a limit it never runs.

    >>> clock = TurnClock(lambda: 0.0, limit=150)
    >>> clock.start()
    >>> str(clock), clock.late
    ('Time left 2:30', False)
    """

    def __init__(self, clock: Callable[[], float], *, limit: int | None) -> None:
        self._clock, self._limit = clock, limit
        self._began: float | None = None

    def start(self) -> None:
        self._began = self._clock()

    def stop(self) -> None:
        self._began = None

    @property
    def left(self) -> float | None:
        """Seconds; None while it does not run."""
        if self._began is None or self._limit is None:
            return None
        return self._limit - (self._clock() - self._began)

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.left is not None and self.left < 0

    def __str__(self) -> str:
        if self.left is None:
            return ""
        minutes, seconds = divmod(max(0, int(self.left)), 60)
        return f"Time left {minutes}:{seconds:02d}"
