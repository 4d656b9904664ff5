"""Movements on the board: timed steps, one after another."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

DROP, KEY_PEG, PULSE, OPEN = 0.045, 0.15, 0.12, 0.12
"""Seconds for a frame of a falling peg, a key peg, a pulse of the row, and a peg of the code."""
REST, UNROLL = 0.35, 0.03
"""Seconds before the result card, and between its lines."""

Step = tuple[float, Callable[[], None]]
"""Seconds to wait, and what happens then."""


class Motion:
    """Runs steps for a widget. It can be finished at any time, and then every step has happened."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget
        self._steps: list[Step] = []
        self._timer: Timer | None = None

    @property
    def running(self) -> bool:
        return bool(self._steps)

    def start(self, steps: list[Step]) -> None:
        """Finish what is running, and start these steps."""
        self.finish()
        self._steps = steps
        self._wait()

    def after(self, then: Callable[[], None]) -> None:
        """Do something together with the last step."""
        seconds, last = self._steps.pop()

        def end() -> None:
            last()
            then()

        self._steps.append((seconds, end))

    def finish(self) -> None:
        """Do all remaining steps at once."""
        if self._timer is not None:
            self._timer.stop()
        while self._steps:
            self._steps.pop(0)[1]()

    def _wait(self) -> None:
        if self._steps:
            self._timer = self._widget.set_timer(self._steps[0][0], self._step)

    def _step(self) -> None:
        if self._steps:
            self._steps.pop(0)[1]()
            self._wait()
