"""Expiry: ends matches and deletes solo games that nobody continues."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from codepegs.server.ops.config import Config
from codepegs.storage.archive import DAY
from codepegs.table.registry import TableRegistry

INTERVAL = 3600.0
"""Seconds between two searches for idle tables."""


async def run(registry: TableRegistry[Any, Any], config: Config, *, now: Callable[[], int]) -> None:
    """Expire idle tables now and at intervals, until cancelled. `now` is the time of day in microseconds."""
    while True:
        await registry.expire(
            solo_before=_before(now(), config.expire_solo_days),
            match_before=_before(now(), config.expire_match_days),
        )
        await asyncio.sleep(INTERVAL)


def _before(now: int, days: int) -> int:
    """Return the time that many days ago, or 0 if 0 days mean never."""
    return now - days * DAY if days else 0
