"""A question in line mode: asked until its answer makes sense."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from codepegs.cli.repl.console import Console, Leave
from codepegs.errors import CodepegsError, NotationError

T = TypeVar("T")


def ask(
    console: Console,
    question: str,
    default: str,
    read: Callable[[str], T],
    *,
    help: Callable[[Console], object] | None = None,  # noqa: A002
) -> T:
    """What `read` makes of a line; an empty one takes `default`, which stands in brackets."""
    while True:
        line = console.ask(f"{question} [{default}]: ") or default
        try:
            if line.casefold() in ("quit", "exit"):
                raise Leave
            if line.casefold() not in ("help", "?"):
                return read(line)
            if help is not None:
                help(console)
        except CodepegsError as refusal:
            console.say(str(refusal))


def confirm(console: Console, question: str) -> bool:
    """Whether they say yes to a question; an empty line says no."""
    return ask(console, f"{question} yes or no", "no", _yes)


def _yes(line: str) -> bool:
    answers = {"y": True, "yes": True, "n": False, "no": False}
    if line.casefold() not in answers:
        raise NotationError(f"{line!r} is neither yes nor no.")
    return answers[line.casefold()]
