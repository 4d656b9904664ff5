"""The clock of a turn, where a time limit was agreed."""

from __future__ import annotations

from collections.abc import Callable

SPARED = 60.0
"""Seconds that may be spared in one turn: claims again and again would make it endless."""


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
        self._held: float | None = None
        self._spared = 0.0

    def start(self) -> None:
        self._began, self._held, self._spared = self._clock(), None, 0.0

    def stop(self) -> None:
        self._began = self._held = None

    def hold(self) -> None:
        """Stand still, while something is waited for that is nobody's fault."""
        self._held = self._clock()

    def go_on(self) -> None:
        """Count again, from where it stood."""
        if self._began is not None and self._held is not None:
            spared = min(self._clock() - self._held, SPARED - self._spared)
            self._began, self._spared = self._began + spared, self._spared + spared
        self._held = None

    @property
    def left(self) -> float | None:
        """Seconds; None while it does not run."""
        if self._began is None or self._limit is None:
            return None
        now = self._clock() if self._held is None else self._held
        return self._limit - (now - self._began)

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.left is not None and self.left < 0

    def __str__(self) -> str:
        if self.left is None:
            return ""
        minutes, seconds = divmod(max(0, int(self.left)), 60)
        return f"Time left {minutes}:{seconds:02d}"
