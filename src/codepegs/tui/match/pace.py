"""The pace at which computers play while somebody watches."""

from __future__ import annotations

from asyncio import sleep

DELAYS = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)
"""Seconds before a move is shown, the slowest first."""
_TICK = 0.02


class Pace:
    """How long a move waits to be seen; it can be changed while one waits."""

    def __init__(self) -> None:
        self._speed = 2
        self.paused = False
        self._stepped = False

    def faster(self) -> None:
        self._speed = min(self._speed + 1, len(DELAYS) - 1)

    def slower(self) -> None:
        self._speed = max(self._speed - 1, 0)

    def pause(self) -> None:
        self.paused = not self.paused

    def step(self) -> None:
        """Let one move pass at once: the one that waits, or the one that is being thought of."""
        self._stepped = True

    async def wait(self) -> None:
        """Return when the next move may be seen."""
        waited = 0.0
        while not self._stepped and (self.paused or waited < DELAYS[self._speed]):
            await sleep(_TICK)
            waited += 0.0 if self.paused else _TICK
        self._stepped = False

    def __str__(self) -> str:
        speed = f"speed {self._speed + 1} of {len(DELAYS)}"
        return f"{speed}, paused" if self.paused else speed
