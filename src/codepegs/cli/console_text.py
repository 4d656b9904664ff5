"""Sentences on a terminal: their lines end at words. A pipe gets them as they are."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TextIO

import click


def say(text: str = "") -> None:
    """Write sentences to standard output."""
    click.echo(wrap(text, sys.stdout))


def wrap(text: str, stream: TextIO) -> str:
    """The text with no line longer than a terminal is wide, if `stream` is one; words stay whole."""
    if not stream.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(_fill(line, width) for line in text.split("\n"))


def _fill(line: str, width: int) -> str:
    # What stands at the end of a question, a space, keeps the answer apart.
    body = line.rstrip()
    if len(line) <= width:
        return line
    filled = textwrap.fill(body, width, break_long_words=False, break_on_hyphens=False)
    return filled + line[len(body) :]
