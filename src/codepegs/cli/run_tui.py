"""The terminal application with its real archive, settings, clocks and random source."""

from __future__ import annotations

import os
import select
import sys
import time
from random import SystemRandom
from threading import Thread

from codepegs.cli import paths
from codepegs.tui.app import CodepegsApp
from codepegs.tui.context import AppContext
from codepegs.tui.store import Store


def run() -> None:
    """Run the application until the user quits."""
    room = AppContext(
        archive=paths.open_archive,
        store=Store(paths.settings_file()),
        random=SystemRandom(),
        clock=time.monotonic,
        now=lambda: time.time_ns() // 1000,
    )
    Thread(target=_end_with_terminal, name="terminal", daemon=True).start()
    app = CodepegsApp(room)
    try:
        app.run()
    finally:
        room.close()
    if app.return_code:
        sys.exit(app.return_code)


def _end_with_terminal() -> None:
    """End the process when its window is closed, as SIGHUP does if nobody ignores it.

    Textual would go on reading a terminal that is gone, at full speed. Moves are on the disk as
    soon as they are played, so nothing is lost.
    """
    if sys.platform != "win32":
        terminal = select.poll()
        terminal.register(sys.stdin, 0)  # POLLHUP is always reported
        if any(event & select.POLLHUP for _, event in terminal.poll()):
            os._exit(129)
