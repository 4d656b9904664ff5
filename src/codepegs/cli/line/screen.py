"""The screen of line mode: lines out, lines in, and a shield between two people."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_OTHER_SCREEN, _BACK = "\x1b[?1049h\x1b[2J\x1b[H", "\x1b[2J\x1b[?1049l"
_SCROLLED_AWAY = "\n" * 100


class InputEnded(Exception):
    """There is nothing more to read: the pipe is empty, or Ctrl-D was typed."""


class Screen:
    """A stream to read lines from and one to write to; `live` where both are a terminal.

    It reads with `readline` and never through a line editor, whose history would offer
    the codemaker's code to whoever types next.
    """

    def __init__(self, source: TextIO, target: TextIO, *, ansi: bool, ascii_only: bool) -> None:
        self._source, self._target = source, target
        self.ansi, self.ascii_only = ansi, ascii_only
        self.live = source.isatty() and target.isatty()
        plain = os.environ.get("TERM", "dumb") == "dumb"
        self._raise, self._lower = (_SCROLLED_AWAY, _SCROLLED_AWAY) if plain else (_OTHER_SCREEN, _BACK)

    def say(self, line: str = "") -> None:
        self._target.write(f"{line}\n")

    def ask(self, prompt: str) -> str:
        """A line from the person at the keyboard."""
        self._target.write(prompt)
        self._target.flush()
        line = self._source.readline()
        if not self.live:
            self._target.write("\n")
        if not line:
            raise InputEnded
        return line.strip()

    @contextmanager
    def shielded(self, owner: str, other: str) -> Iterator[None]:
        """What happens inside is seen by `owner` alone, and gone from the screen afterwards.

        In a terminal it has a screen of its own, of which no scrollback is kept. Through
        a pipe nobody looks over a shoulder, and nothing is asked.
        """
        if not self.live:
            yield
            return
        self.ask(f"{other}, look away. {owner}, press Enter when only you can see the screen. ")
        self._target.write(self._raise)
        try:
            yield
        finally:
            self._target.write(self._lower)
            self._target.flush()
