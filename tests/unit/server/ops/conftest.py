"""A log that tests can read."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from codepegs.server.ops import log


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    loggers = [logging.getLogger(name) for name in ("codepegs", "uvicorn", "asyncio")]
    before = [(list(logger.handlers), logger.propagate, logger.level) for logger in loggers]
    stream = io.StringIO()
    log.configure(stream)
    yield stream
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
