"""Good and bad jobs for the tests of worker processes."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from codepegs.errors import TooLarge


def double(number: int) -> int:
    return 2 * number


def who() -> int:
    """Return the id of the process that runs this."""
    return os.getpid()


def hang() -> None:
    threading.Event().wait()


def pause(seconds: float) -> str:
    """Take time, but do not compute."""
    time.sleep(seconds)
    return "done"


def hang_loudly(file: Path) -> None:
    """Write the id of this process to a file, then hang."""
    written = file.with_suffix(".new")
    written.write_text(str(os.getpid()))
    written.rename(file)
    hang()


def spin() -> None:
    while True:
        pass


def eat() -> int:
    """Allocate memory without end."""
    eaten = []
    while True:
        eaten.append(bytearray(1 << 24))


def die(code: int) -> None:
    os._exit(code)


def refuse() -> None:
    raise TooLarge(9**12, 10)


def fail() -> None:
    raise ZeroDivisionError("as a mistake would")
