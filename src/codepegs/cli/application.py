"""The application in the terminal: handed its archive, its settings, chance and clocks."""

from __future__ import annotations

import sys
import time
from random import SystemRandom

from codepegs.cli import place
from codepegs.tui.app import CodepegsApp
from codepegs.tui.room import Room
from codepegs.tui.store import Store


def run() -> None:
    """Open it, and come back when it is left."""
    room = Room(
        archive=place.archive,
        store=Store(place.settings()),
        random=SystemRandom(),
        clock=time.monotonic,
        now=lambda: time.time_ns() // 1000,
    )
    app = CodepegsApp(room)
    try:
        app.run()
    finally:
        room.close()
    if app.return_code:
        sys.exit(app.return_code)
