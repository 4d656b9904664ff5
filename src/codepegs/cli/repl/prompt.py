"""Questions that are repeated until the answer is valid."""

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
    """Return `read` of the answer. An empty answer means `default`, which the prompt shows in brackets."""
    while True:
        line = console.ask(f"{question} [{default}]: ") or default
        try:
            if line.casefold() in ("quit", "exit"):
                raise Leave
            if line.casefold() not in ("help", "?"):
                return read(line)
            if help is not None:
                help(console)
        except CodepegsError as error:
            console.say(str(error))


def confirm(console: Console, question: str) -> bool:
    """Ask a yes-or-no question. An empty answer means no."""
    return ask(console, f"{question} yes or no", "no", _yes)


def _yes(line: str) -> bool:
    answers = {"y": True, "yes": True, "n": False, "no": False}
    if line.casefold() not in answers:
        raise NotationError(f"{line!r} is neither yes nor no.")
    return answers[line.casefold()]
