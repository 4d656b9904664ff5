"""Logs: one JSON object a line, of named facts only.

No token, no code and no text that somebody sent goes in: a request is told by its
route, not by its address, and a fault by where it happened, not by its message, because
messages may spell what was at hand.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

LOGGER = logging.getLogger("codepegs.server")

_OWN = "facts"


def note(event: str, *, level: int = logging.INFO, **facts: Any) -> None:
    """Log that `event` happened, with its facts."""
    LOGGER.log(level, event, extra={_OWN: facts})


def fault(event: str, error: BaseException, **facts: Any) -> None:
    """Log what this program did wrong: the kind of error and where, never what it says."""
    note(event, level=logging.ERROR, error=type(error).__name__, where=_where(error.__traceback__), **facts)


class JsonLines(logging.Formatter):
    """Writes records of this program with their facts; of others no more than where they come from."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            # The format of another program's message is its own; what it would fill in may be anybody's.
            "event": str(record.msg).strip(),
        }
        if record.name != LOGGER.name:
            line["logger"] = record.name
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["where"] = _where(record.exc_info[2])
        line.update(getattr(record, _OWN, {}))
        return json.dumps(line, ensure_ascii=True)


def begin(stream: TextIO = sys.stderr) -> None:
    """Write logs to `stream`, those of the libraries too where they warn."""
    writer = logging.StreamHandler(stream)
    writer.setFormatter(JsonLines())
    for name, level in (
        ("codepegs", logging.INFO),
        ("uvicorn", logging.WARNING),
        ("asyncio", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [writer], False
        logger.setLevel(level)


def _where(traceback: TracebackType | None) -> list[str]:
    found = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return found[-8:]
