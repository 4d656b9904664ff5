"""Text on a terminal: line wrapping, and how boards are drawn."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO
from unicodedata import combining, east_asian_width

import click

_COLUMN = re.compile(r" *\S+(?: \S+)*  +|  +")
"""A first column, such as a word that help explains, or an indentation."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a board is drawn: with or without ANSI colours, and with symbols or ASCII only.

    A `compact` board is a line of words per row, for screen readers. `width` is that of the terminal.
    """

    ansi: bool
    ascii_only: bool
    compact: bool = False
    width: int = 80


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
    """Return a line in several, if it is too wide. Text of a column stays in its column."""
    if cell_width(line) <= width:
        return line
    # The space at the end of a prompt stays.
    body, end = line.rstrip(), line[len(line.rstrip()) :]
    column = _COLUMN.match(body)
    first = column[0] if column and cell_width(column[0]) <= width // 2 else ""
    indent = " " * cell_width(first)
    lines, current = [], first
    for word in body[len(first) :].split():
        gap = " " * bool(current.strip() and not current.endswith("  "))
        if current.strip() and cell_width(current + gap + word) > width:
            lines.append(current.rstrip())
            current, gap = indent, ""
        current += gap + word
    return "\n".join([*lines, current]) + end


def cell_width(text: str) -> int:
    """Return how many columns of a terminal a text takes. East Asian characters take two."""
    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1 for character in text
    )


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns, two spaces apart."""
    widths = [max(map(cell_width, cells)) for cells in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell + " " * (width - cell_width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


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
