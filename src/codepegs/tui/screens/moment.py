"""Moments in words: how long ago something was."""

from __future__ import annotations

from datetime import datetime

from codepegs.notation import sentences as wording

MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE


def ago(moment: int, now: int) -> str:
    """How long before `now` a moment was, both in microseconds of UTC; the date where it is long ago.

    >>> [ago(0, now) for now in (0, 90 * 1_000_000, 3 * HOUR, 5 * DAY)]
    ['just now', '1 minute ago', '3 hours ago', '5 days ago']
    """
    since = max(0, now - moment)
    if since < MINUTE:
        return "just now"
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        count = since // unit
        if name == "day" and count > 30:
            return f"{datetime.fromtimestamp(moment // 1_000_000):%Y-%m-%d}"
        if count:
            return f"{wording.counted(count, name)} ago"
    raise AssertionError("a minute is the least")
