"""Delay between the moves of computers."""

from __future__ import annotations

from asyncio import sleep

DELAYS = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)
"""Seconds before each move, slowest first."""
_TICK = 0.02


class Pace:
    """Adjustable delay. It can change, pause or end while a move is waiting."""

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
        """Show one move without delay: the waiting one, or else the next one."""
        self._stepped = True

    async def wait(self) -> None:
        """Wait until the next move may be shown."""
        waited = 0.0
        while not self._stepped and (self.paused or waited < DELAYS[self._speed]):
            await sleep(_TICK)
            waited += 0.0 if self.paused else _TICK
        self._stepped = False

    def __str__(self) -> str:
        speed = f"Speed {self._speed + 1} of {len(DELAYS)}"
        return f"{speed}, paused" if self.paused else speed
