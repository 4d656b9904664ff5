"""The screen of line mode: lines out, lines in, and a shield between two people."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import TextIO

from codepegs.cli.console_text import Style, wrap

termios: ModuleType | None
try:
    import termios
except ImportError:  # on Windows
    termios = None

_SECOND_SCREEN, _BACK = "\x1b[?1049h\x1b[2J\x1b[H", "\x1b[2J\x1b[?1049l"


class InputEnded(Exception):
    """There is nothing more to read: the pipe is empty, Ctrl-D was typed, or the terminal is gone."""


class Leave(Exception):
    """The person wants to go on another time."""


EXIT_CODES: dict[type[BaseException], int] = {Leave: 0, InputEnded: 1, KeyboardInterrupt: 130}
"""The ways to leave line mode before its end, and the exit code of each."""


class Console:
    """A stream to read lines from and one to write to.

    It reads with `readline` and never through a line editor, whose history would offer
    the codemaker's code to whoever types next. `hides` says whether what is shown
    behind the shield is gone afterwards: through a pipe, or on a terminal that cannot
    clear itself, it is not, and a code must not be shown at all.
    """

    def __init__(self, source: TextIO, target: TextIO, style: Style) -> None:
        self._source, self._target = source, target
        self.style = style
        self._typed = source.isatty()
        self._shown = target.isatty()
        self._echo = True
        self.can_hide = self._typed and self._shown and os.environ.get("TERM", "dumb") != "dumb"

    def say(self, text: str = "") -> None:
        """Write sentences."""
        self._target.write(f"{wrap(text, self._target)}\n")

    def show(self, drawing: str) -> None:
        """Write what is drawn, painted or not: its lines end where they end."""
        self._target.write(f"{drawing}\n")

    def ask(self, prompt: str) -> str:
        """A line from the person at the keyboard."""
        self._target.write(wrap(prompt, self._target))
        self._target.flush()
        try:
            line = self._source.readline()
        except OSError:  # the terminal is gone
            line = ""
        if not (self._typed and self._shown and self._echo):
            self._target.write("\n")
        if not line:
            raise InputEnded
        return line.strip()

    @contextmanager
    def shielded(self, owner: str, other: str) -> Iterator[None]:
        """What is typed and shown inside is for `owner` alone, and gone from the screen afterwards.

        A terminal gives it a screen of its own, of which no scrollback is kept. One that
        has none shows nothing that is typed. Through a pipe nobody looks on, and nothing
        is asked.
        """
        if not self._typed:
            yield
            return
        with ExitStack() as shield:
            with self._no_echo():
                self.ask(f"{other}, look away. {owner}, press Enter when only you can see the screen. ")
            if self.can_hide:
                shield.enter_context(self._second_screen())
            else:
                shield.enter_context(self._no_echo())
            yield

    @contextmanager
    def _second_screen(self) -> Iterator[None]:
        with ExitStack() as way_back:
            if termios is not None:
                # A program that is stopped, or a line typed ahead, would leave the code on show.
                way_back.callback(
                    signal.signal, signal.SIGTSTP, signal.signal(signal.SIGTSTP, signal.SIG_IGN)
                )
                way_back.callback(termios.tcflush, self._source, termios.TCIFLUSH)
            self._target.write(_SECOND_SCREEN)
            way_back.callback(self._target.flush)
            way_back.callback(self._target.write, _BACK)
            yield

    @contextmanager
    def _no_echo(self) -> Iterator[None]:
        """Nothing that is typed is shown, and what was typed ahead, before or within, is forgotten."""
        if termios is None:
            yield
            return
        before = termios.tcgetattr(self._source)
        silent = [*before]
        silent[3] &= ~termios.ECHO
        termios.tcsetattr(self._source, termios.TCSAFLUSH, silent)
        self._echo = False
        try:
            yield
        finally:
            self._echo = True
            termios.tcsetattr(self._source, termios.TCSAFLUSH, before)
