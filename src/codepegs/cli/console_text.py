"""Text on a terminal: line wrapping, and how boards are drawn."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from dataclasses import dataclass
from typing import TextIO

import click


@dataclass(frozen=True, slots=True)
class Style:
    """How a board is drawn: with or without ANSI colours, and with symbols or ASCII only."""

    ansi: bool
    ascii_only: bool


def has_terminal() -> bool:
    """Return whether the application can run; it draws on standard error."""
    kind = os.environ.get("TERM", "" if os.name == "nt" else "dumb")
    return kind != "dumb" and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def say(text: str = "") -> None:
    """Write sentences to standard output."""
    click.echo(wrap(text, sys.stdout))


def wrap(text: str, stream: TextIO) -> str:
    """Return the text, wrapped to the width of the terminal if `stream` is one."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(_fill(line, width) for line in text.split("\n"))


def _fill(line: str, width: int) -> str:
    # The space at the end of a prompt stays.
    body = line.rstrip()
    if len(line) <= width:
        return line
    filled = textwrap.fill(body, width, break_long_words=False, break_on_hyphens=False)
    return filled + line[len(body) :]


def can_paint(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that shows colours, and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_show_symbols(stream: TextIO) -> bool:
    """Return whether the encoding of a stream has the symbols for key pegs."""
    try:
        "●○".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
