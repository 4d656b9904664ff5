"""Measure how long a guess takes to be saved and drawn, and how long keys wait while the archive is locked.

uv run --dev python bench/saving.py [GUESSES]

It runs `codepegs` in a terminal, so it measures the version of the Python that runs it.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path
from threading import Timer

from terminal import Application

ENTER = b"\r"
ROW = b"rrbb"
"""Cannot be the code, because a code of this edition has no repeats."""
LOCKED_SECONDS = 2.0
FORM = {"match": {"edition": "hasbro-2010", "rules": {"rows": "30"}, "company": "computer"}}


def begin(folder: Path) -> Application:
    """Start a match against the computer, with 30 rows."""
    (folder / "codepegs").mkdir()
    (folder / "codepegs" / "settings.json").write_text(json.dumps(FORM))
    application = Application(str(folder))
    application.until(b"Statistics")
    application.quiet()
    application.pressed(b"a")
    application.write(ENTER)
    application.until(b"guess 1 of 30")
    application.quiet()
    return application


def guess(application: Application, row: int) -> float:
    """Return the seconds from Enter until the guess is saved and the board asks for the next row."""
    application.write(ROW)
    application.quiet(0.15)
    began = time.perf_counter()
    application.write(ENTER)
    application.until(b"guess %d of 30" % (row + 1))
    taken = time.perf_counter() - began
    application.quiet(0.15)
    return taken


def keys_while_locked(application: Application, folder: Path) -> float:
    """Longest wait, in seconds, for a key to change the screen while another process writes."""
    archive = sqlite3.connect(
        folder / "codepegs" / "archive.db", isolation_level=None, check_same_thread=False
    )
    for keys in (b"?", b"?", ROW):
        application.write(keys)
        application.quiet(0.15)
    archive.execute("BEGIN IMMEDIATE")
    unlock = Timer(LOCKED_SECONDS, archive.close)
    unlock.start()
    application.write(ENTER)
    waits = []
    while unlock.is_alive():
        began = time.perf_counter()
        application.write(b"?")  # opens the list of keys, or closes it
        application.answers(10)
        waits.append(time.perf_counter() - began)
        application.quiet(0.05)
    return max(waits)


def main(guesses: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        application = begin(Path(name))
        taken = [guess(application, row) for row in range(1, guesses + 1)]
        print(f"Enter to saved and drawn: median {1000 * statistics.median(taken):.1f} ms of {guesses}")
        longest = keys_while_locked(application, Path(name))
        print(f"archive locked for 2 s, longest wait of a key: {1000 * longest:.0f} ms")
        application.leave()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 25)
