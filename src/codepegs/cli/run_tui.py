"""The terminal application with its real archive, settings, clocks and random source."""

from __future__ import annotations

import os
import select
import sys
import time
from random import SystemRandom
from threading import Thread
from typing import TYPE_CHECKING

from codepegs.cli import paths
from codepegs.tui.app import CodepegsApp, run_match
from codepegs.tui.context import AppContext
from codepegs.tui.store import Store

if TYPE_CHECKING:
    from codepegs.tui.context import Visitor


def run(visitor: Visitor | None = None) -> None:
    """Run the application until the user quits, or only one match if there is a `visitor`."""
    context = AppContext(
        archive=paths.open_archive,
        store=Store(paths.settings_file()),
        random=SystemRandom(),
        monotonic=time.monotonic_ns,
        now=lambda: time.time_ns() // 1000,
        visit=_visit,
    )
    Thread(target=_end_with_terminal, name="terminal", daemon=True).start()
    try:
        if visitor is None:
            app = CodepegsApp(context)
            app.run()
            code = app.return_code
        else:
            code = run_match(context, visitor)
    finally:
        context.close()
        for link in context.seats.values():
            print(f"To return to your seat, run: codepegs join {link}", file=sys.stderr)
    if code:
        sys.exit(code)


def _visit(link: str) -> Visitor:
    # Imported here, because it loads the HTTP client.
    from codepegs.cli.guest import Guest, read_link

    return Guest(read_link(link))


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
