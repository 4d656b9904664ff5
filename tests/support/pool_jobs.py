"""What a process is asked to do in the tests of those that ask it: good and bad."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from codepegs.errors import TooLarge


def double(number: int) -> int:
    return 2 * number


def who() -> int:
    """The process that this is asked of."""
    return os.getpid()


def hang() -> None:
    threading.Event().wait()


def hang_loudly(file: Path) -> None:
    """The same, but it says in a file which process it is that hangs."""
    written = file.with_suffix(".new")
    written.write_text(str(os.getpid()))
    written.rename(file)
    hang()


def spin() -> None:
    while True:
        pass


def eat() -> int:
    """More than any process may have."""
    eaten = []
    while True:
        eaten.append(bytearray(1 << 24))


def die(code: int) -> None:
    os._exit(code)


def refuse() -> None:
    raise TooLarge(9**12, 10)


def fail() -> None:
    raise ZeroDivisionError("as a mistake would")
