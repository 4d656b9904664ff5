"""Log of a server, made of named facts only: JSON lines for programs, or plain lines for people.

It never contains a token, a code or text that a client sent. A request is logged by its
route, not by its URL. An error is logged by its type and stack, not by its message,
because a message may quote a secret.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from math import inf
from time import monotonic
from types import TracebackType
from typing import Any, TextIO

LOGGER = logging.getLogger("codepegs.server")
MAX_FRAMES = 8
"""Stack frames logged of an error, the innermost ones."""
MINUTE = 60.0

_FACTS = "facts"


def event(name: str, /, *, level: int = logging.INFO, **facts: Any) -> None:
    """Log an event with its facts."""
    LOGGER.log(level, name, extra={_FACTS: facts})


def error(name: str, caught: BaseException, /, **facts: Any) -> None:
    """Log an internal error: its type and its stack, never its message."""
    event(name, level=logging.ERROR, error=type(caught).__name__, where=_stack(caught.__traceback__), **facts)


class Throttle:
    """Event that is logged at most once per minute, however often it happens."""

    def __init__(self, name: str, *, clock: Callable[[], float] = monotonic) -> None:
        self._name, self._clock, self._next = name, clock, -inf

    def event(self, **facts: Any) -> None:
        """Log a warning with its facts, unless there was one during the last minute."""
        now = self._clock()
        if now >= self._next:
            self._next = now + MINUTE
            event(self._name, level=logging.WARNING, **facts)


class JsonFormatter(logging.Formatter):
    """Formatter for one JSON object per line. Arguments of other libraries' messages are left out."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            # A library's format string is safe to log. Its arguments may hold a secret, and so may further
            # lines: asyncio puts the task and its exception there.
            "event": str(record.msg).strip().partition("\n")[0],
        }
        if record.name != LOGGER.name:
            line["logger"] = record.name
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["where"] = _stack(record.exc_info[2])
        line.update(getattr(record, _FACTS, {}))
        return json.dumps(line, ensure_ascii=True)


class TextFormatter(JsonFormatter):
    """Formatter for a line that the owner of a server reads in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        facts = json.loads(super().format(record))
        event, level = facts.pop("event"), facts.pop("level")
        clock = datetime.fromisoformat(facts.pop("time")).astimezone().strftime("%H:%M:%S")
        words = [f"{event[:1].upper()}{event[1:]}"]
        if record.levelno > logging.INFO:
            words.insert(0, f"{level.upper()}:")
            words += [
                f"{name}={' < '.join(each) if type(each) is list else each}" for name, each in facts.items()
            ]
        return "  ".join((clock, " ".join(words)))


def configure(stream: TextIO = sys.stderr, *, style: str | None = None) -> None:
    """Write the log to `stream`, together with errors of uvicorn and warnings of asyncio.

    The style is "text" or "json". By default it is text in a terminal. A text log has no line per request.
    Warnings of uvicorn are about requests that are not HTTP. Anybody could fill the log with them.
    """
    text = style == "text" or (style is None and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextFormatter() if text else JsonFormatter())
    for name, level in (
        ("codepegs", logging.INFO if text else logging.DEBUG),
        ("uvicorn", logging.ERROR),
        ("asyncio", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


def _stack(traceback: TracebackType | None) -> list[str]:
    frames = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        frames.append(f"{code.co_filename.rpartition('/')[2]}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return frames[-MAX_FRAMES:]
