"""The console of line mode: reads and writes lines, and hides what only one player may see."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import ModuleType
from typing import TextIO

import click

from codepegs.cli.console_text import Style, wrap

termios: ModuleType | None
try:
    import termios
except ImportError:  # on Windows
    termios = None

HELP_WORDS = ("?", "help")
"""Words that ask for help, at every question."""
_ANSWERS = {"": False, "n": False, "no": False, "y": True, "yes": True}
_ENTER_ALTERNATE, _LEAVE_ALTERNATE = "\x1b[?1049h\x1b[2J\x1b[H", "\x1b[2J\x1b[?1049l"


class InputEnded(Exception):
    """End of input: the pipe is empty, Ctrl-D was typed, or the terminal is gone."""


class Leave(Exception):
    """The user typed quit."""


class Stopped(BaseException):
    """SIGTERM. See :func:`stop_cleanly`."""


_EXIT_CODES: dict[type[BaseException], int] = {Leave: 0, InputEnded: 1, KeyboardInterrupt: 130, Stopped: 143}
EARLY_EXITS = tuple(_EXIT_CODES)
"""Exceptions that leave line mode early."""


def explain_exit(reason: BaseException) -> int:
    """Tell why line mode ends early, unless the user typed quit. Return the exit code."""
    if isinstance(reason, InputEnded):
        click.echo("The input has ended.", err=True)
    elif not isinstance(reason, Leave):
        click.echo(err=True)
    return _EXIT_CODES[type(reason)]


def stop_cleanly() -> None:
    """Let SIGTERM raise Stopped, so that it leaves no code on the screen."""

    def stop(number: int, frame: object) -> None:
        raise Stopped

    signal.signal(signal.SIGTERM, stop)


class Console:
    """A pair of streams to read lines from and write lines to.

    It uses `readline` of the stream and no line editor, whose history would show the codemaker's
    code to the next player. `can_hide` is false for a pipe and for a terminal that cannot clear its
    screen. Then a code must not be shown at all.
    """

    def __init__(self, source: TextIO, target: TextIO, style: Style) -> None:
        self._source, self._target = source, target
        self.style = style
        self._input_is_terminal = source.isatty()
        self._output_is_terminal = target.isatty()
        self._echo = True
        self.can_hide = (
            self._input_is_terminal and self._output_is_terminal and os.environ.get("TERM", "dumb") != "dumb"
        )

        self.descriptor: int | None = None
        """The file descriptor of a terminal that can be watched for lines. Windows has none."""
        if self.interactive and termios is not None:
            with suppress(OSError):
                self.descriptor = source.fileno()

    @property
    def interactive(self) -> bool:
        """Whether somebody types at a terminal."""
        return self._input_is_terminal and self._output_is_terminal

    @property
    def has_line(self) -> bool:
        """Whether a line was typed at the terminal and not read yet."""
        return self.descriptor is not None and bool(select.select([self.descriptor], [], [], 0)[0])

    def say(self, text: str = "") -> None:
        """Write sentences."""
        self._target.write(f"{wrap(text, self._target)}\n")

    def show(self, drawing: str) -> None:
        """Write a drawing, without wrapping its lines."""
        self._target.write(f"{drawing}\n")

    def ask(self, prompt: str) -> str:
        """Return a line from the user. Raises InputEnded."""
        self._target.write(wrap(prompt, self._target))
        self._target.flush()
        try:
            line = self._source.readline()
        except OSError:  # the terminal is gone
            line = ""
        if not (self.interactive and self._echo):
            self._target.write("\n")
        if not line:
            raise InputEnded
        return line.strip()

    def confirm(self, question: str) -> bool:
        """Ask a yes-or-no question until the answer is valid. An empty answer means no. Raises Leave."""
        while True:
            line = self.ask(f"{question} [y/N]: ")
            if line.casefold() in ("quit", "exit"):
                raise Leave
            if line.casefold() in _ANSWERS:
                return _ANSWERS[line.casefold()]
            why = "" if line.casefold() in HELP_WORDS else f"{line!r} is neither yes nor no. "
            self.say(f"{why}Type yes or no. Enter means no, and quit stops for now.")

    @contextmanager
    def shielded(self, owner: str, other: str) -> Iterator[None]:
        """Hide what is typed and shown in this block from the other player.

        A terminal uses its alternate screen, which has no scrollback. A terminal without one does
        not echo what is typed. A pipe needs neither: nobody is watching.
        """
        if not self._input_is_terminal:
            yield
            return
        with ExitStack() as shield:
            with self._no_echo():
                self.ask(f"{other}, look away. {owner}, press Enter when only you can see the screen. ")
            if self.can_hide:
                shield.enter_context(self._alternate_screen())
            else:
                shield.enter_context(self._no_echo())
            yield

    @contextmanager
    def _alternate_screen(self) -> Iterator[None]:
        with ExitStack() as cleanup:
            if termios is not None:
                # Ctrl-Z or a line typed ahead would leave the code visible.
                cleanup.callback(signal.signal, signal.SIGTSTP, signal.signal(signal.SIGTSTP, signal.SIG_IGN))
                cleanup.callback(termios.tcflush, self._source, termios.TCIFLUSH)
            self._target.write(_ENTER_ALTERNATE)
            cleanup.callback(self._target.flush)
            cleanup.callback(self._target.write, _LEAVE_ALTERNATE)
            yield

    @contextmanager
    def _no_echo(self) -> Iterator[None]:
        """Turn off echo, and discard everything typed ahead before and within the block."""
        if termios is None:
            yield
            return
        before = termios.tcgetattr(self._source)
        changed = [*before]
        changed[3] &= ~termios.ECHO
        termios.tcsetattr(self._source, termios.TCSAFLUSH, changed)
        self._echo = False
        try:
            yield
        finally:
            self._echo = True
            termios.tcsetattr(self._source, termios.TCSAFLUSH, before)
