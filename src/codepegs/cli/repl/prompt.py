"""A question in line mode: asked until its answer makes sense."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from codepegs.cli.repl.console import Leave, Screen
from codepegs.errors import CodepegsError, NotationError

T = TypeVar("T")


def ask(
    screen: Screen,
    question: str,
    default: str,
    read: Callable[[str], T],
    *,
    help: Callable[[Screen], object] | None = None,  # noqa: A002
) -> T:
    """What `read` makes of a line; an empty one takes `default`, which stands in brackets."""
    while True:
        line = screen.ask(f"{question} [{default}]: ") or default
        try:
            if line.casefold() in ("quit", "exit"):
                raise Leave
            if line.casefold() not in ("help", "?"):
                return read(line)
            if help is not None:
                help(screen)
        except CodepegsError as refusal:
            screen.say(str(refusal))


def agrees(screen: Screen, question: str) -> bool:
    """Whether they say yes to a question; an empty line says no."""
    return ask(screen, f"{question} yes or no", "no", _yes)


def _yes(line: str) -> bool:
    answers = {"y": True, "yes": True, "n": False, "no": False}
    if line.casefold() not in answers:
        raise NotationError(f"{line!r} is neither yes nor no.")
    return answers[line.casefold()]
